//! `unobench man`: manual pages.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::ValueHint::DirPath;

use super::console;
use super::failure::{OrFailure as _, Result};
use unobench_disk::{WriteError, replace_file};

/// What `man` is told: where pages go.
#[derive(Debug, Args)]
pub(super) struct ManArgs {
    /// Write one page for each command into this directory, instead of the main page to standard
    /// output
    #[arg(long, value_name = "DIR", value_hint = DirPath)]
    dir: Option<PathBuf>,
}

pub(super) fn run(args: &ManArgs) -> Result {
    match &args.dir {
        None => {
            let (man, mut page) = (clap_mangen::Man::new(super::command()), Vec::new());
            man.render(&mut page).or_failed("cannot render the manual page")?;
            console::print_as_it_is(&String::from_utf8_lossy(&page))
        }
        Some(dir) => {
            let doing = || format!("cannot write manual pages to {}", dir.display());
            fs::create_dir_all(dir).or_failed(doing())?;
            let mut command = super::command().disable_help_subcommand(true);
            command.build();
            write_pages(&command, dir).or_failed(doing())
        }
    }
}

/// Writes the page of a command and those of the commands below it.
fn write_pages(command: &clap::Command, dir: &Path) -> Result<(), WriteError> {
    let page = clap_mangen::Man::new(command.clone());
    replace_file(&dir.join(page.get_filename()), |file| page.render(file))?;
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        write_pages(below, dir)?;
    }
    Ok(())
}
