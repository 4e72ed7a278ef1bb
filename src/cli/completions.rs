//! `unobench completions`: scripts that teach a shell the command line.

use clap::Args;
use clap_complete::Shell;

use super::console;
use super::failure::Failure;

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Runs `unobench completions`.
pub(super) fn run(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::command(), super::NAME, &mut script);
    console::print_as_it_is(&String::from_utf8_lossy(&script))
}
