//! The `unobench` program: the command line with the strategies of the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    unobench::main_with(&[])
}
