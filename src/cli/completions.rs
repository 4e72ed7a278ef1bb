//! `unobench completions`: a script that teaches a shell the command line. The script asks the
//! program, which knows its strategies, rule sets, keys and their values.

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;

use clap::{Arg, Args, Command, ValueEnum};
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter as _,
};
use clap_complete::env::{self, CompleteEnv, EnvCompleter, Shells};
use unobench_core::rules::{KeyInfo, RuleSet, TAGS};
use unobench_core::strategy::{Entry, ParameterRange};

use super::failure::{OrFailure as _, Result};
use super::{call, console};

/// What `completions` is told: for which shell.
#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// The shells that can complete the command line.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Shell {
    /// `eval "$(unobench completions bash)"` in ~/.bashrc
    Bash,
    /// `eval (unobench completions elvish | slurp)` in ~/.config/elvish/rc.elv
    Elvish,
    /// `unobench completions fish | source` in ~/.config/fish/config.fish
    Fish,
    /// `unobench completions powershell | Out-String | Invoke-Expression` in $PROFILE
    Powershell,
    /// `eval "$(unobench completions zsh)"` in ~/.zshrc
    Zsh,
}

impl Shell {
    const fn completer(self) -> &'static dyn EnvCompleter {
        match self {
            Shell::Bash => &Bash,
            Shell::Elvish => &env::Elvish,
            Shell::Fish => &env::Fish,
            Shell::Powershell => &env::Powershell,
            Shell::Zsh => &env::Zsh,
        }
    }
}

/// The environment variable by which a script says that it asks, and for which shell.
const ASKED_BY: &str = "UNOBENCH_COMPLETE";

pub(super) fn run(args: &CompletionsArgs) -> Result {
    let mut script = Vec::new();
    args.shell
        .completer()
        .write_registration(ASKED_BY, super::NAME, super::NAME, super::NAME, &mut script)
        .or_failed("cannot write the script")?;
    console::print_as_it_is(&String::from_utf8_lossy(&script))
}

pub(super) fn answer() -> bool {
    let shells = [Shell::Bash, Shell::Elvish, Shell::Fish, Shell::Powershell, Shell::Zsh]
        .map(Shell::completer);
    CompleteEnv::with_factory(|| completed(super::command()))
        .var(ASKED_BY)
        .shells(Shells(&shells))
        .try_complete(call::arguments(), std::env::current_dir().ok().as_deref())
        .unwrap_or_else(|error| error.exit())
}

fn completed(command: Command) -> Command {
    command
        .mut_args(|argument| match values_of(&argument) {
            Some(values) => argument.add(ArgValueCompleter::new(values)),
            None => argument,
        })
        .mut_subcommands(completed)
}

/// Lists for a shell the values of an argument that begin with what is typed.
type Candidates = fn(&OsStr) -> Vec<CompletionCandidate>;

fn values_of(argument: &Arg) -> Option<Candidates> {
    match argument.get_value_names()?.first()?.as_str() {
        "STRATEGY" => Some(strategies),
        "FILE|STRATEGY" => Some(networks_or_strategies),
        "NAME|FILE" => Some(rule_sets),
        "A" | "B" if argument.get_value_hint() == clap::ValueHint::FilePath => Some(rule_sets),
        "A" | "B" => Some(strategies),
        "WORDS" => Some(rule_sets),
        "KEY=VALUE" | "KEY=V1,V2,…" => Some(changes),
        "TAG" => Some(tags),
        _ => None,
    }
}

fn beginning<'a>(
    typed: &str,
    values: impl Iterator<Item = (String, &'a str)>,
) -> Vec<CompletionCandidate> {
    values
        .filter(|(value, _)| value.starts_with(typed))
        .map(|(value, help)| {
            let help = (!help.is_empty()).then(|| help.to_owned().into());
            CompletionCandidate::new(value).help(help)
        })
        .collect()
}

fn files(typed: &OsStr, extension: &'static str) -> Vec<CompletionCandidate> {
    PathCompleter::any()
        .filter(move |path| path.extension().is_some_and(|ending| ending == extension))
        .complete(typed)
}

fn rule_sets(typed: &OsStr) -> Vec<CompletionCandidate> {
    let sets: Vec<RuleSet> =
        RuleSet::shipped_names().filter_map(|name| RuleSet::load(name).ok()).collect();
    let named = sets.iter().map(|rules| (rules.name.clone(), rules.description.as_str()));
    let mut candidates = beginning(&typed.to_string_lossy(), named);
    candidates.extend(files(typed, "toml"));
    candidates
}

fn tags(typed: &OsStr) -> Vec<CompletionCandidate> {
    let all = TAGS.iter().map(|(tag, meaning)| ((*tag).to_owned(), *meaning));
    beginning(&typed.to_string_lossy(), all)
}

fn networks_or_strategies(typed: &OsStr) -> Vec<CompletionCandidate> {
    let mut candidates = strategies(typed);
    candidates.extend(files(typed, "net"));
    candidates
}

/// Strategies; after `name:` its parameters, after `name:key=` the values of that one.
fn strategies(typed: &OsStr) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy();
    let Some((name, settings)) = typed.split_once(':') else {
        let bot = ("cmd:".to_owned(), "a program in any language, such as `cmd:python3 bot.py`");
        let entries = super::catalogue().entries().flat_map(|entry| {
            let has_more = entry.name == typed && !entry.parameters.is_empty();
            [Some(entry.name.to_owned()), has_more.then(|| format!("{typed}:"))]
                .into_iter()
                .flatten()
                .map(|name| (name, entry.description))
        });
        return beginning(&typed, entries.chain([bot]));
    };
    let Some(entry) = super::catalogue().find(name) else { return Vec::new() };
    let (before, last) = match settings.rsplit_once(',') {
        Some((before, last)) => (format!("{name}:{before},"), last),
        None => (format!("{name}:"), settings),
    };
    parameters(entry, last).into_iter().map(|candidate| candidate.add_prefix(&before)).collect()
}

fn parameters(entry: &Entry, typed: &str) -> Vec<CompletionCandidate> {
    let Some((name, value)) = typed.split_once('=') else {
        let named = entry.parameters.iter();
        return beginning(
            typed,
            named.map(|parameter| (format!("{}=", parameter.name), parameter.description)),
        );
    };
    let Some(parameter) = entry.parameters.iter().find(|parameter| parameter.name == name) else {
        return Vec::new();
    };
    let values = match parameter.values {
        ParameterRange::Choice(words) => {
            beginning(value, words.iter().map(|word| ((*word).to_owned(), "")))
        }
        ParameterRange::File => PathCompleter::file().complete(value.as_ref()),
        ParameterRange::Whole { .. } | ParameterRange::Decimal { .. } => {
            let default = parameter.written(parameter.default());
            beginning(value, [(default, "the default")].into_iter())
        }
    };
    values.into_iter().map(|candidate| candidate.add_prefix(format!("{name}="))).collect()
}

fn changes(typed: &OsStr) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy();
    let keys = RuleSet::keys();
    let Some((key, values)) = typed.split_once('=') else {
        let all = keys.iter().map(|info| (format!("{}=", info.key), info.meaning.as_str()));
        return beginning(&typed, all);
    };
    let Some(info) = keys.iter().find(|info| info.key == key) else { return Vec::new() };
    let (before, last) = values.rsplit_once(',').unwrap_or(("", values));
    let before = if before.is_empty() { format!("{key}=") } else { format!("{key}={before},") };
    let offered = beginning(last, values_of_key(info).into_iter().map(|value| (value, "")));
    offered.into_iter().map(|candidate| candidate.add_prefix(&before)).collect()
}

/// The values of a key where they are words, or else the official one.
fn values_of_key(info: &KeyInfo) -> Vec<String> {
    let words: Vec<String> = info.allowed.split(", ").map(str::to_owned).collect();
    let are_words = words.iter().all(|text| !text.contains(' '));
    if are_words { words } else { vec![info.default.clone()] }
}

/// As the library's script for Bash, but for words with `:` and `=`, which Bash takes apart: this
/// one hands over the line itself, and takes off again what Bash has before the last of them.
struct Bash;

impl EnvCompleter for Bash {
    fn name(&self) -> &'static str {
        env::Bash.name()
    }

    fn is(&self, name: &str) -> bool {
        env::Bash.is(name)
    }

    fn write_registration(
        &self,
        variable: &str,
        name: &str,
        program: &str,
        completer: &str,
        script: &mut dyn io::Write,
    ) -> io::Result<()> {
        writeln!(
            script,
            r#"_{name}_complete() {{
    local line="${{COMP_LINE:0:COMP_POINT}}" words IFS=$' \t\n'
    read -ra words <<< "$line"
    [[ "$line" == *[[:space:]] ]] && words+=("")
    local typed="${{words[-1]}}"
    local before="${{typed%"${{typed##*[:=]}}"}}"
    IFS=$'\013'
    COMPREPLY=( $(_CLAP_IFS="$IFS" _CLAP_COMPLETE_INDEX="$(( ${{#words[@]}} - 1 ))" \
        {variable}=bash {completer} -- "${{words[@]}}") )
    COMPREPLY=( "${{COMPREPLY[@]#"$before"}}" )
    [[ "${{COMPREPLY-}}" =~ [=/:]$ ]] && compopt -o nospace 2> /dev/null
    return 0
}}
complete -o bashdefault -F _{name}_complete {program}"#
        )
    }

    fn write_complete(
        &self,
        command: &mut Command,
        words: Vec<OsString>,
        directory: Option<&Path>,
        answer: &mut dyn io::Write,
    ) -> io::Result<()> {
        env::Bash.write_complete(command, words, directory, answer)
    }
}
