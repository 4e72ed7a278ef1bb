//! The `unobench` program: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    unobench::cli::main()
}
