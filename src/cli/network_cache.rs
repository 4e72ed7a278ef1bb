//! Networks of earlier commands, kept in the user's cache directory under what they have learned.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use unobench_core::digest::fnv1a;
use unobench_disk::{Disk, replace_file};
use unobench_experiment::header::{HeaderRules, VERSION};
use unobench_strategies::net::{Net, Nets, Origin};
use unobench_train::TrainPlan;

/// The directory for networks, unless the environment names none.
pub(super) fn directory() -> Option<PathBuf> {
    let cache = directory_in("XDG_CACHE_HOME")
        .or_else(|| directory_in("LOCALAPPDATA"))
        .or_else(|| Some(directory_in("HOME")?.join(".cache")))?;
    Some(cache.join(super::NAME))
}

/// The directory that a variable of the environment names by an absolute path.
fn directory_in(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute())
}

/// The network that was kept for a plan, if there is one; or why it cannot be used.
pub(super) fn read(directory: &Path, plan: &TrainPlan) -> Result<Option<Nets>, String> {
    let path = directory.join(file_name(plan));
    if !path.exists() {
        return Ok(None);
    }
    let nets = Nets::read(&path, &Disk).map_err(|error| error.to_string())?;
    let [(found, net)] = nets.tables() else { return Err(for_something_else(&path)) };
    // The same settings may have another name.
    let asked = origin(plan);
    if asked != (Origin { rules: asked.rules.clone(), ..found.clone() }) {
        return Err(for_something_else(&path));
    }
    let kept = learned(plan, net.clone());
    Ok(match nets.examined(&settings_digest(plan), plan.players) {
        Some(exam) => Some(kept.with_exam(exam.clone())),
        None => Some(kept).filter(|_| plan.decisions.is_none()),
    })
}

fn for_something_else(path: &Path) -> String {
    format!("{} is a network for something else", path.display())
}

/// Keeps what has learned by a plan.
pub(super) fn write(directory: &Path, plan: &TrainPlan, nets: &Nets) -> Result<(), anyhow::Error> {
    std::fs::create_dir_all(directory)?;
    replace_file(&directory.join(file_name(plan)), |file| file.write_all(&nets.bytes()))?;
    Ok(())
}

/// A network that has learned by a plan, with how it was made.
pub(super) fn learned(plan: &TrainPlan, net: Net) -> Nets {
    Nets::new([(origin(plan), net)])
}

/// A digest of the settings of the rules, as files of networks have it in their exams.
pub(super) fn settings_digest(plan: &TrainPlan) -> String {
    HeaderRules::from(plan.named()).digest()
}

/// A digest of the settings of the rules, as names of files have it.
fn digest(plan: &TrainPlan) -> String {
    format!("{:016x}", fnv1a(plan.named().settings_json().to_string().as_bytes()))
}

fn file_name(plan: &TrainPlan) -> String {
    let (players, games, seed) = (plan.players, plan.games(), plan.seed);
    let most = plan.decisions.map_or_else(String::new, |most| format!("-{most}"));
    format!("{}-{players}-{games}{most}-{seed}-{VERSION}.net", digest(plan))
}

fn origin(plan: &TrainPlan) -> Origin {
    Origin {
        players: plan.players,
        rules: plan.named().name.clone(),
        seed: plan.seed,
        games: plan.games(),
        command: format!("unobench {VERSION}, learned for settings {}", digest(plan)),
        aim: plan.aim,
    }
}
