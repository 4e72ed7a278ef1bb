//! `unobench sweep`: what the values of some keys, and rule sets left out and put in, do to the
//! game.

use clap::Args;
use clap::ValueHint::FilePath;

use super::compare::{MANY, MeasureOptions, play};
use super::console::Verbosity;
use super::failure::{OrFailure as _, Result, refuse};
use super::numbers;
use super::options::{Planned, check_playable};
use super::survey::ToSurvey;
use unobench_core::bounded::quoted;
use unobench_core::rules::RuleSet;
use unobench_disk::load_rules;
use unobench_experiment::survey::{BotCare, Study};

/// What `sweep` plays: a rule set, and what is changed of it.
#[derive(Debug, Args)]
#[command(next_help_heading = "What is played")]
pub(super) struct SweepPlan {
    /// The rule set on which the keys are set, and with which every combination is compared: a name
    /// from `unobench rules list` or a TOML file
    #[arg(short = 'r', long, value_name = "NAME|FILE", value_hint = FilePath)]
    #[arg(default_value = "official")]
    rules: String,

    /// A key and its values, such as `setup.hand_size=5,7,9` or `setup.hand_size=3..12`; with
    /// several keys every combination is played. A list keeps its brackets, as the cards that are
    /// added: `'deck.card=[],[{symbol="A",per_colour=2}]'`
    #[arg(long = "set", value_name = "KEY=V1,V2,…", value_parser = numbers::change)]
    #[arg(required_unless_present = "switch")]
    set: Vec<String>,

    /// A rule set to switch on and off, with all settings in which it differs from the official
    /// ones: a name from `unobench rules list` or a TOML file; with several, and with keys, every
    /// combination is played
    #[arg(long, value_name = "NAME|FILE", value_hint = FilePath, num_args = 1..)]
    switch: Vec<String>,

    #[command(flatten)]
    measure: MeasureOptions,
}

/// What `sweep` is told: which settings it varies, with which bots, and where results go.
pub(super) type SweepArgs = Planned<SweepPlan>;

pub(super) fn run(args: &SweepArgs) -> Result {
    let care = args.common.bot_care(&args.bots);
    play(args.plan.survey(args.common.verbosity(), &care)?, &args.common)
}

impl SweepPlan {
    pub(super) fn survey(&self, verbosity: Verbosity, care: &BotCare) -> Result<ToSurvey> {
        let players = self.measure.players()?;
        let baseline = load_rules(&self.rules).or_usage()?;
        let check_playable = |rules: &RuleSet| {
            players.iter().try_for_each(|&players| check_playable(rules, players))
        };
        check_playable(&baseline)?;
        let switches = self.switch.iter().map(|name| switch(name, &baseline));
        let of_keys = self.set.iter().map(|text| values_of_key(text));
        let dimensions: Vec<Dimension> =
            switches.chain(of_keys.map(Ok)).collect::<Result<_, _>>()?;
        check_apart(&dimensions)?;
        let mut counts = dimensions.iter().map(|dimension| dimension.values.len());
        MeasureOptions::check_count(counts.try_fold(1, usize::checked_mul))?;
        let mut rules = vec![baseline.clone()];
        for point in points(&dimensions) {
            // All switched off: the baseline itself.
            if point.assignments.is_empty() {
                continue;
            }
            let mut point_rules = baseline.clone();
            point_rules.set_all(&point.assignments).or_usage()?;
            if !self.switch.is_empty() {
                point_rules.name = [baseline.name.clone(), point.name].concat();
            }
            check_playable(&point_rules)?;
            if rules.iter().any(|earlier| earlier.name == point_rules.name) {
                refuse!("--set: {} would be played twice", quoted(&point_rules.name));
            }
            rules.push(point_rules);
        }
        let bots = self.measure.bots(care, verbosity)?;
        self.measure.survey(Study::Sweep, &baseline.name, rules, bots)
    }
}

/// A value of something that is swept: what is set, and what it is called in a rule set's name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct SweepSetting {
    assignments: Vec<String>,
    name: String,
}

/// A setting or a rule set that is swept, with all its values.
struct Dimension {
    name: String,
    values: Vec<SweepSetting>,
}

impl Dimension {
    fn keys(&self) -> impl Iterator<Item = &str> {
        let all = self.values.iter().flat_map(|point| &point.assignments);
        all.filter_map(|text| text.split_once('=')).map(|(key, _)| key.trim())
    }
}

/// A rule set left out, or put in: the settings in which it differs from the official ones.
fn switch(name: &str, baseline: &RuleSet) -> Result<Dimension> {
    let rules = load_rules(name).or_usage()?;
    let differences = RuleSet::official().differences(&rules);
    let assignments: Vec<String> =
        differences.into_iter().map(|(key, _, value)| format!("{key}={value}")).collect();
    let mut on = baseline.clone();
    on.set_all(&assignments).or_usage()?;
    if baseline.differences(&on).is_empty() {
        refuse!(
            "--switch {}: it changes nothing in {}, and would be played twice",
            quoted(name),
            baseline.name
        );
    }
    let on = SweepSetting { assignments, name: format!("+{}", rules.name) };
    Ok(Dimension { name: rules.name, values: vec![SweepSetting::default(), on] })
}

/// Refuses two that set the same key: what is put in could not be told from what overrides it.
fn check_apart(dimensions: &[Dimension]) -> Result {
    for (place, dimension) in dimensions.iter().enumerate() {
        for other in &dimensions[..place] {
            if let Some(key) =
                dimension.keys().find(|key| other.keys().any(|earlier_key| earlier_key == *key))
            {
                refuse!(
                    "--switch, --set: {} and {} both set {key}",
                    quoted(&other.name),
                    quoted(&dimension.name)
                );
            }
        }
    }
    Ok(())
}

fn points(dimensions: &[Dimension]) -> Vec<SweepSetting> {
    let mut points = vec![SweepSetting::default()];
    for Dimension { values, .. } in dimensions {
        let mut finer = Vec::new();
        for point in &points {
            finer.extend(values.iter().map(|value| SweepSetting {
                assignments: [&*point.assignments, &value.assignments].concat(),
                name: format!("{}{}", point.name, value.name),
            }));
        }
        points = finer;
    }
    points
}

fn values_of_key(text: &str) -> Dimension {
    let (key, values) = text.split_once('=').unwrap_or((text, ""));
    let assignments = values_of(values).into_iter().map(|value| format!("{key}={value}"));
    let values = assignments.map(|assignment| SweepSetting {
        name: format!("+{assignment}"),
        assignments: vec![assignment],
    });
    Dimension { name: key.to_owned(), values: values.collect() }
}

/// Cuts a text at its commas, those between brackets or quotes apart.
fn values_of(text: &str) -> Vec<String> {
    let (mut depth, mut quoted) = (0_i32, false);
    let mut values = vec![String::new()];
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            '[' | '{' if !quoted => depth += 1,
            ']' | '}' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                values.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(value) = values.last_mut() {
            value.push(c);
        }
    }
    values.iter().flat_map(|value| in_range(value.trim())).collect()
}

/// The whole numbers of a range such as `3..12`; anything else as it is.
fn in_range(value: &str) -> Vec<String> {
    match numbers::range(value) {
        Ok(range) if value.contains("..") => {
            range.take(MANY + 1).map(|number| number.to_string()).collect()
        }
        _ => vec![value.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assignments(points: Vec<SweepSetting>) -> Vec<Vec<String>> {
        points.into_iter().map(|point| point.assignments).collect()
    }

    #[test]
    fn every_combination_of_values_is_a_point() {
        let points = points(&["a.b=1,2", "c=[\"x\",\"y\"],[]"].map(values_of_key));
        assert_eq!(
            assignments(points),
            [
                ["a.b=1", "c=[\"x\",\"y\"]"],
                ["a.b=1", "c=[]"],
                ["a.b=2", "c=[\"x\",\"y\"]"],
                ["a.b=2", "c=[]"]
            ]
        );
    }

    #[test]
    fn a_range_is_all_its_numbers() {
        let values = assignments(values_of_key("a.b=3..5,9").values);
        assert_eq!(values, [["a.b=3"], ["a.b=4"], ["a.b=5"], ["a.b=9"]]);
        assert_eq!(values_of("0.5,x..y"), ["0.5", "x..y"]);
    }
}
