//! A bot's process: lines to it and lines from it, neither of which can block or fill the memory.
//!
//! A thread writes what is queued, so that a bot that reads nothing holds up nobody; the queue is
//! bounded by who fills it. Another thread reads lines of bounded length into a channel of bounded
//! size: a bot that floods its output is stopped by its own full pipe.

use super::child::{ask_supervisor, end_group, has_ended, own_process_group};
use super::log::LogBook;
use super::message::ToBot;
use super::spec::BotSpec;
use super::supervisor;
use super::{GRACE, MAX_LINE};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{
    Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel, sync_channel,
};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

const MAX_LINES: usize = 64;

const MAX_QUEUED: usize = 16 * 1024 * 1024;

/// How long a supervisor has to end a bot; it takes milliseconds.
const END: Duration = Duration::from_secs(2);

/// How long what a bot said before its end is waited for.
const LAST_WORDS: Duration = Duration::from_millis(200);

const LOOK: Duration = Duration::from_millis(2);

/// What a bot's process wrote: a line and when it came, or the end of its output.
#[derive(Debug)]
pub(super) enum ProcessOutput {
    Line { text: Vec<u8>, whole: bool, at: Instant },
    Closed,
}

/// A running process of a bot, with its lines in and out.
#[derive(Debug)]
pub(super) struct Process {
    child: Option<Child>,
    is_supervised: bool,
    to: Option<Sender<Vec<u8>>>,
    queued: Arc<AtomicUsize>,
    from: Option<Receiver<ProcessOutput>>,
    closed: bool,
    exit_by: Option<Instant>,
    errors: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts a bot, the one of this number in the log, which gets what it says on standard error.
    pub(super) fn start(spec: &BotSpec, bot: usize, log: &Arc<LogBook>) -> io::Result<Process> {
        let supervisor = supervisor::command(&spec.words);
        let is_supervised = supervisor.is_some();
        let mut command = supervisor.unwrap_or_else(|| spec.command());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log.errors());
        own_process_group(&mut command);
        let mut child = command.spawn()?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let (to, queue) = channel();
        let (heard, from) = sync_channel(MAX_LINES);
        let queued = Arc::new(AtomicUsize::new(0));
        if let Some(stdin) = stdin {
            let queued = Arc::clone(&queued);
            thread::spawn(move || write_all(stdin, &queue, &queued));
        }
        if let Some(stdout) = stdout {
            thread::spawn(move || read_lines(stdout, &heard));
        }
        Ok(Process {
            errors: child.stderr.take().map(|errors| log.listen(bot, errors)),
            child: Some(child),
            is_supervised,
            to: Some(to),
            queued,
            from: Some(from),
            closed: false,
            exit_by: None,
        })
    }

    /// Queues lines to be sent; false if the bot has not read for so long that no more is queued.
    pub(super) fn send(&self, lines: Vec<u8>) -> bool {
        let len = lines.len();
        if self.queued.fetch_add(len, Ordering::Relaxed) + len > MAX_QUEUED {
            return false;
        }
        // A bot that reads no more is found out by what it does not say.
        let _ = self.to.as_ref().map(|to| to.send(lines));
        true
    }

    pub(super) fn hear(&mut self, deadline: Instant) -> Option<ProcessOutput> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.next(|from| from.recv_timeout(left).map_err(|why| why == RecvTimeoutError::Timeout))
    }

    pub(super) fn heard(&mut self) -> Option<ProcessOutput> {
        self.next(|from| from.try_recv().map_err(|why| why == TryRecvError::Empty))
    }

    /// What was heard next; who hears nothing says whether more may come.
    fn next(
        &mut self,
        take: impl Fn(&Receiver<ProcessOutput>) -> Result<ProcessOutput, bool>,
    ) -> Option<ProcessOutput> {
        match self.from.as_ref().filter(|_| !self.closed).map(take) {
            Some(Ok(line @ ProcessOutput::Line { .. })) => Some(line),
            Some(Err(true)) => None,
            _ => {
                self.closed = true;
                Some(ProcessOutput::Closed)
            }
        }
    }

    pub(super) fn quit(&mut self) {
        if self.to.is_some() {
            let mut line = Vec::new();
            ToBot::Quit.write(&mut line);
            self.send(line);
            self.exit_by = Some(Instant::now() + GRACE);
        }
        self.to = None;
    }

    /// Ends the process at once, and whatever it has started; what it said before is then in the
    /// log.
    pub(super) fn kill(&mut self) {
        self.to = None;
        self.from = None;
        let Some(mut child) = self.child.take() else { return };
        if self.is_supervised && !has_ended(&mut child) {
            ask_supervisor(&child);
            wait_until(Instant::now() + END, || has_ended(&mut child));
        }
        end_group(&child);
        // It is gone, or cannot be ended by anybody.
        let _ = child.kill();
        let _ = child.wait();
        if let Some(errors) = self.errors.take() {
            wait_until(Instant::now() + LAST_WORDS, || errors.is_finished());
        }
    }
}

/// `quit`, a time of grace, and the end.
impl Drop for Process {
    fn drop(&mut self) {
        self.quit();
        self.from = None;
        if let (Some(child), Some(exit_by)) = (&mut self.child, self.exit_by) {
            wait_until(exit_by, || has_ended(child));
        }
        self.kill();
    }
}

fn wait_until(deadline: Instant, mut is_over: impl FnMut() -> bool) {
    while !is_over() && Instant::now() < deadline {
        thread::sleep(LOOK);
    }
}

fn write_all(mut stdin: ChildStdin, queue: &Receiver<Vec<u8>>, queued: &AtomicUsize) {
    for lines in queue {
        if stdin.write_all(&lines).and_then(|()| stdin.flush()).is_err() {
            return;
        }
        queued.fetch_sub(lines.len(), Ordering::Relaxed);
    }
}

fn read_lines(stdout: ChildStdout, heard: &SyncSender<ProcessOutput>) {
    let mut reader = BufReader::new(stdout);
    loop {
        match read_line(&mut reader) {
            Ok(Some((text, whole))) => {
                if heard.send(ProcessOutput::Line { text, whole, at: Instant::now() }).is_err()
                    || (!whole && skip_line(&mut reader).is_err())
                {
                    return;
                }
            }
            Ok(None) | Err(_) => {
                let _ = heard.send(ProcessOutput::Closed);
                return;
            }
        }
    }
}

fn read_line(reader: &mut impl BufRead) -> io::Result<Option<(Vec<u8>, bool)>> {
    let mut line = Vec::new();
    loop {
        let bytes = match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        if bytes.is_empty() {
            return Ok((!line.is_empty()).then_some((line, true)));
        }
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let taken = end.unwrap_or(bytes.len());
        if line.len() + taken > MAX_LINE {
            line.extend_from_slice(&bytes[..MAX_LINE - line.len()]);
            return Ok(Some((line, false)));
        }
        line.extend_from_slice(&bytes[..taken]);
        reader.consume(taken + usize::from(end.is_some()));
        if end.is_some() {
            return Ok(Some((line, true)));
        }
    }
}

fn skip_line(reader: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = reader.fill_buf()?;
        let (end, len) = (bytes.iter().position(|&byte| byte == b'\n'), bytes.len());
        reader.consume(end.map_or(len, |end| end + 1));
        if end.is_some() || len == 0 {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_where_they_are_too_long_and_read_on_after_them() {
        let long = "x".repeat(MAX_LINE + 1);
        let text = format!("one\n\n{}\n{long}\nlast", &long[1..]);
        let mut reader = BufReader::with_capacity(1000, text.as_bytes());
        let mut lines = Vec::new();
        while let Some((line, whole)) = read_line(&mut reader).expect("bytes in memory") {
            lines.push((line.len(), whole));
            if !whole {
                skip_line(&mut reader).expect("bytes in memory");
            }
        }
        assert_eq!(lines, [(3, true), (0, true), (MAX_LINE, true), (MAX_LINE, false), (4, true)]);
    }
}
