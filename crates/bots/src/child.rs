//! A child process and its group, as the system has them.

use std::process::Child;

/// Puts the process into a group of its own: Ctrl-C at the terminal is for the run, which ends its
/// bots itself, and a bot that is ended takes with it what it has started.
#[cfg(unix)]
pub(super) fn own_process_group(command: &mut std::process::Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(unix)]
pub(super) fn has_ended(child: &mut Child) -> bool {
    is_over(rustix::process::Pid::from_child(child))
}

/// Whether a child has ended that was not waited for; it is not here either, so that its number
/// stays its own.
#[cfg(unix)]
pub(super) fn is_over(child: rustix::process::Pid) -> bool {
    use rustix::process::{WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(child), options), Ok(None))
}

#[cfg(unix)]
pub(super) fn ask_supervisor(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process};
    for signal in [Signal::TERM, Signal::CONT] {
        let _ = kill_process(Pid::from_child(child), signal);
    }
}

#[cfg(unix)]
pub(super) fn end_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // That the group is gone is as good.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

// Elsewhere there are no groups of processes: what a bot has started is left to itself.

#[cfg(not(unix))]
pub(super) fn own_process_group(_command: &mut std::process::Command) {}

#[cfg(not(unix))]
pub(super) fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

#[cfg(not(unix))]
pub(super) fn ask_supervisor(_child: &Child) {}

#[cfg(not(unix))]
pub(super) fn end_group(_child: &Child) {}
