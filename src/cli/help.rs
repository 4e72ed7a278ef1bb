//! The pages of `--help`: the front page in groups by what people want, two examples at the end of
//! each, and every flag and value explained by `--help-all`.

use clap::builder::Styles;
use clap::{Arg, ArgAction, Command};

/// What people want, and the commands for it: each command once, or one below it instead.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Ask and play", &["settle", "ask", "play"]),
    ("Compare strategies", &["run", "duel", "tournament", "skill"]),
    ("Compare house rules", &["rules", "rules compare", "sweep"]),
    ("Make players", &["train", "exploit", "strategies", "bot"]),
    ("Look at results and records", &["report", "show", "trace", "replay"]),
    ("Many machines, and setup", &["plan", "chunk", "gather", "completions", "man"]),
];

/// Two examples of each command, which tests run: a paragraph each, headed by its name.
const EXAMPLES: &str = include_str!("examples.txt");

pub(super) fn arranged(command: Command) -> Command {
    let front = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}{}\n{{options}}{{after-help}}",
        groups(&command),
        heading("Options"),
    );
    let flag = |name, action| Arg::new(name).long(name).action(action).global(true);
    let help = flag("help", ArgAction::HelpShort).short('h').help("Print this page");
    let all = flag("help-all", ArgAction::HelpLong).help("Print all flags, and explain them");
    let command = command.help_template(front).disable_help_flag(true).args([help, all]);
    with_examples(command, super::NAME)
}

fn groups(program: &Command) -> String {
    let mut text = String::new();
    for (wanted, paths) in GROUPS {
        text += &format!("{}\n", heading(wanted));
        for path in paths {
            let command = path.split(' ').try_fold(program, Command::find_subcommand);
            if let Some(about) = command.and_then(Command::get_about) {
                text += &format!("  {path:13}  {about}\n");
            }
        }
        text += "\n";
    }
    text
}

fn with_examples(command: Command, path: &str) -> Command {
    let headed = format!("# {path}\n");
    let own = EXAMPLES.split("\n\n").find_map(|paragraph| paragraph.strip_prefix(&headed));
    let more = command.get_after_help().map(|more| format!("\n\n{more}")).unwrap_or_default();
    let examples = own.unwrap_or_default().trim_end();
    command.after_help(format!("{}\n{examples}{more}", heading("Examples"))).mut_subcommands(
        |inner| {
            let path = format!("{path} {}", inner.get_name());
            with_examples(inner, &path)
        },
    )
}

fn heading(words: &str) -> String {
    let style = *Styles::styled().get_header();
    format!("{style}{words}:{style:#}")
}
