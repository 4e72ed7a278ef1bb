//! `unobench man`: manual pages.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use clap::ValueHint::DirPath;

use super::console;
use super::failure::{Failure, OrFailure as _};

#[derive(Debug, Args)]
pub(super) struct ManArgs {
    /// Write one page for each command into this directory, instead of the main page to standard
    /// output
    #[arg(long, value_name = "DIR", value_hint = DirPath)]
    dir: Option<PathBuf>,
}

pub(super) fn run(args: &ManArgs) -> Result<(), Failure> {
    match &args.dir {
        None => console::print_as_it_is(&main_page()?),
        Some(dir) => {
            let doing = || format!("cannot write manual pages to {}", dir.display());
            fs::create_dir_all(dir).or_failed(doing())?;
            clap_mangen::generate_to(super::command(), dir).or_failed(doing())
        }
    }
}

fn main_page() -> Result<String, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(super::command())
        .render(&mut page)
        .or_failed("cannot render the manual page")?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
