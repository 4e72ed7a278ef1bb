//! The tables of what house rules do in `docs/HOUSE-RULES.md`, `docs/FINDINGS.md` and `README.md`,
//! made from the committed result in `results/compare`.

use std::fmt::Write as _;
use std::process::Command;

use unobench_core::rules::RuleSet;
use unobench_findings::comparison::{Comparison, effects};
use unobench_findings::finding::Finding;
use unobench_findings::metric::Metric;
use unobench_findings::question::Question;
use unobench_findings::rows::FAIR;
use unobench_findings::tell::answers::answers;
use unobench_findings::tell::number::{fixed, signed};
use unobench_stats::Verdict;

use crate::pages::{check, path, text};

/// Who says so in the marks around the table.
const MADE_BY: &str = "tests/rules_table.rs";

const BASELINE: &str = "official";

/// The rule sets of the README: what people argue about.
const ARGUED: &str = "stacking until-playable seven-zero jump-in keep-drawn no-bluff";

/// The table of the panel that is shown: who has learned each rule set.
const TABLE: &str = "champion";

/// Among whom it is measured what knowing the game is worth.
const OTHERS: &str = "counter";
const BEGINNERS: &str = "most-colour";

/// A column: what is measured where, its heading, and the decimals.
type Column = (Metric, &'static str, &'static str, usize);

const COLUMNS: [Column; 4] = [
    (Metric::LENGTH, TABLE, "turns", 1),
    (Metric::ScoreMean, TABLE, "points a win", 1),
    (Metric::CardsDrawn, TABLE, "cards drawn", 1),
    (Metric::SkillGain, OTHERS, "knowing the game, points", 1),
];

/// Those of the page of findings.
const FOUND: [Column; 6] = [
    (Metric::LeadChanges, TABLE, "lead changes", 1),
    (Metric::LowestChance, TABLE, "winner's worst chance, %", 1),
    (Metric::SkillGain, BEGINNERS, "knowing the game among beginners, points", 1),
    (Metric::MatchRounds, OTHERS, "rounds of a match", 1),
    (Metric::LeaderWins, OTHERS, "leader at half wins, %", 1),
    (Metric::MatchGain, OTHERS, "match less round, points", 1),
];

pub(crate) fn findings(result: &str) -> Vec<Finding> {
    let read = unobench_findings::csv::read(&*unpacked(result, "findings.csv"));
    read.unwrap_or_else(|error| panic!("{result}: {error}"))
}

/// An interval holds its value, and ends where its quantity does.
#[track_caller]
pub(crate) fn assert_within_range(found: &Finding) {
    let Some(known) = found.known().filter(|known| known.interval.is_some()) else { return };
    assert!(known.low() <= known.value && known.value <= known.high(), "{found:?}");
    let again = found.estimate(found.metric, known.value, known.interval);
    assert_eq!(&again, found);
}

/// 560 intervals of Cohen's w began below 0, and 7 of shares were beyond their ends.
#[test]
fn intervals_of_the_results_end_where_their_quantity_does() {
    let directories = ["", "editions", "learners"].iter().flat_map(|under| {
        let entries = std::fs::read_dir(path("results").join(under)).expect("a directory");
        entries
            .map(move |entry| format!("{under}/{}", entry.expect("an entry").file_name().display()))
    });
    let mut seen = 0;
    for directory in directories {
        let directory = directory.trim_start_matches('/');
        if path(&format!("results/{directory}/findings.csv.gz")).is_file() {
            findings(directory).iter().for_each(assert_within_range);
            seen += 1;
        }
    }
    assert!(seen > 15, "{seen}");
}

/// A file of a directory of results that is kept compressed.
pub(crate) fn unpacked(result: &str, name: &str) -> Vec<u8> {
    let packed = path(&format!("results/{result}/{name}.gz"));
    Command::new("gzip").arg("-dc").arg(&packed).output().expect("gzip").stdout
}

fn names<'a>(effects: &[Comparison<'a>]) -> Vec<&'a str> {
    let mut names: Vec<&str> = effects.iter().map(|effect| &*effect.found.rules).collect();
    names.dedup();
    names
}

fn mark(effect: &Comparison<'_>) -> String {
    let mark = effect.mark();
    if mark == "?" { String::new() } else { format!(" {mark}").trim_end().to_owned() }
}

/// What a rule set has, and how much more or less than the baseline, with half of the interval;
/// what cannot be compared stands alone.
fn cell(
    effects: &[Comparison<'_>],
    rules: &str,
    (metric, table, _, places): Column,
) -> Option<String> {
    let scale = metric.factor();
    let is_it = |effect: &&Comparison<'_>| {
        (&*effect.table, effect.metric, &*effect.against) == (table, metric, BASELINE)
    };
    let mut here = effects.iter().filter(is_it);
    if rules == BASELINE {
        return Some(format!("{:.places$}", scale * here.next()?.base?));
    }
    let effect = here.find(|effect| effect.rules == rules)?;
    let (value, difference) = (scale * effect.value?, scale * effect.difference.value);
    if effect.verdict.is_none() {
        return Some(format!("{value:.places$}"));
    }
    let half = scale * effect.difference.margin().unwrap_or_default();
    let mark = mark(effect);
    let [value, half] = [value, half].map(|number| fixed(number, places));
    Some(format!("{value} ({} ± {half}){mark}", signed(difference, places)))
}

/// The first seat's share of wins, in percent, marked where it is not fair.
fn first_seat(effects: &[Comparison<'_>], rules: &str) -> Option<String> {
    let is_it = |effect: &&Comparison<'_>| {
        let key = (&*effect.rules, &*effect.table, effect.metric, &*effect.against);
        key == (rules, TABLE, Metric::FirstSeat, FAIR)
    };
    let effect = effects.iter().find(is_it)?;
    let half = 100.0 * effect.difference.margin()?;
    Some(format!("{:.1} ± {half:.1}{}", 100.0 * effect.value?, mark(effect)))
}

/// A line for each rule set: its columns, and last what going first is worth.
fn table(effects: &[Comparison<'_>], columns: &[Column]) -> String {
    let mut names = names(effects);
    names.sort_by_key(|name| (*name != BASELINE, *name));
    let mut table = String::from("| rules |");
    columns.iter().for_each(|(.., heading, _)| write!(table, " {heading} |").expect("a text"));
    let count = columns.len() + 1;
    table += &format!(" first seat wins, % |\n|---|{}\n", "--:|".repeat(count));
    for name in names {
        write!(table, "| {name} |").expect("a text");
        let cells = columns.iter().map(|column| cell(effects, name, *column));
        for found in cells.chain([first_seat(effects, name)]) {
            write!(table, " {} |", found.as_deref().unwrap_or("–")).expect("a text");
        }
        table.push('\n');
    }
    for name in not_yet_measured(effects) {
        let rest = " |".repeat(count - 1);
        writeln!(table, "| {name} | not yet measured |{rest}").expect("a text");
    }
    table
}

/// What people argue about of a table.
fn argued(whole: &str) -> String {
    let argued = [BASELINE].into_iter().chain(ARGUED.split(' ')).map(|name| {
        let is_its = |line: &&str| line.starts_with(&format!("| {name} |"));
        whole.lines().find(is_its).unwrap_or_else(|| panic!("no line of {name}"))
    });
    whole.lines().take(2).chain(argued).flat_map(|line| [line, "\n"]).collect()
}

/// The shipped rule sets that four can play and of which no result is committed yet. Those that add
/// cards are on a page of their own, EDITIONS.md.
fn not_yet_measured(effects: &[Comparison<'_>]) -> Vec<&'static str> {
    let is_missing = |name: &&str| {
        let rules = RuleSet::load(name).expect("it ships");
        rules.validate_for(4).is_ok()
            && !rules.adds_cards()
            && !effects.iter().any(|effect| effect.rules == *name)
    };
    let mut names: Vec<&str> = RuleSet::shipped_names().filter(is_missing).collect();
    names.sort_unstable();
    names
}

/// What the program says of them.
fn sentences(effects: &[Comparison<'_>]) -> String {
    let said = answers(&names(effects), BASELINE, effects, None, &|_, _| true);
    said.iter().fold(String::from("\n"), |text, sentence| text + &bullet(sentence))
}

/// An entry of a list, in lines of a hundred columns.
fn bullet(sentence: &str) -> String {
    let (mut text, mut column) = ("-".to_owned(), 1);
    for word in sentence.split(' ') {
        let width = word.chars().count() + 1;
        if column + width > 100 {
            text += "\n ";
            column = 1;
        }
        text = text + " " + word;
        column += width;
    }
    text + "\n"
}

#[test]
fn the_table_of_house_rules_is_what_was_measured() {
    let findings = findings("compare");
    let effects = effects(&findings);
    let whole = table(&effects, &COLUMNS);
    check("README.md", MADE_BY, &[argued(&whole)]);
    check("docs/FINDINGS.md", MADE_BY, &[argued(&table(&effects, &FOUND))]);
    check("docs/HOUSE-RULES.md", MADE_BY, &[whole + &sentences(&effects)]);
}

/// Five of seven "settled" sentences had no row that said so.
#[test]
fn findings_stand_while_their_rows_do() {
    let page = text("docs/FINDINGS.md");
    let rows = page.split("<!-- row ").skip(1);
    let rows: Vec<Vec<&str>> =
        rows.map(|row| row.split(" -->").next().unwrap_or_default().split(' ').collect()).collect();
    const SEATS: [&str; 4] = ["4", "3", "2", "6"];
    assert!(rows.iter().all(|row| SEATS.contains(&row[0])), "a row of which there is no result");
    for seats in SEATS {
        let findings = findings(&format!("compare-{seats}").replace("-4", ""));
        for row in rows.iter().filter(|row| row[0] == seats) {
            for table in row[3].split(',') {
                let is_it = |finding: &&Finding| {
                    finding.question == Question::Effects
                        && [
                            &*finding.rules,
                            &*finding.against,
                            &*finding.table,
                            finding.metric.name(),
                        ] == [row[1], row[2], table, row[4]]
                };
                let found = findings
                    .iter()
                    .find(is_it)
                    .and_then(|finding| finding.verdict)
                    .map(Verdict::name);
                assert_eq!(found, Some(row[5]), "{row:?}");
            }
        }
    }
    let settled = page.split("## Arguments that are settled").nth(1).expect("a table");
    let mut answers = settled
        .split("##")
        .next()
        .unwrap_or_default()
        .lines()
        .filter(|line| line.starts_with("| \""));
    assert!(answers.all(|line| line.contains("<!-- row ")), "an answer without a row");
}

#[test]
fn every_rule_set_that_four_can_play_is_in_the_table() {
    let table = text("docs/HOUSE-RULES.md");
    for name in RuleSet::shipped_names() {
        let rules = RuleSet::load(name).expect("it ships");
        let is_there = table.contains(&format!("\n| {name} |"));
        let has_place = rules.validate_for(4).is_ok() && !rules.adds_cards();
        assert_eq!(is_there, has_place, "{name}: unobench rules compare all");
    }
}

/// What a description says of a key that differs from the official game: one of these words.
const WORDS: &str = "\
    deck.blank: blank; deck.c: deck box crash no_mercy; deck.wild: wild no_mercy; \
    deck.swap: swap; deck.shuffle: shuffle; deck.edition: junior; deck.downpour: downpour; \
    deck.packs: packs; setup.hand_size: dealt; setup.start_card: start; setup.start_reverse: reverse; setup.start_draw: \
    turned-up draw; setup.start_wild: turned-up; setup.next_dealer: deals; play.drawn_wild4: \
    drawn_wild; play.drawn: drawn until force_play; play.draw: draw; play.voluntary: must; play.colour_choice: \
    colour; play.after_wild: under_a_wild; play.wild4_needs: wild_draw_four; play.wild_on: \
    wild_on_a on_a_wild; play.bluff: bluff only_without honest; play.challenge: challenge bluffer bluffing; \
    play.two_player: two; play.reverse: reverse; play.reshuffle: shuffled mixed; play.last_card: \
    last; play.turn_limit: turns; play.no_finish: last; play.pass: passed; play.same_number: \
    same_number; responses.draw_two: stacking draw_two; responses.wild_draw_four: stacking \
    wild_draw_four; responses.skip: skip; responses.reverse: reverse; responses.victim: penalty; \
    responses.colour_by: colour; responses.one_at: at_once; responses.by_value: at_least; \
    responses.last_card: last_draw; jump_in.enabled: out_of_turn jump-in; jump_in.actions: add_up; \
    jump_in.resume: returns; jump_in.double: identical doubled; people.next_player: quicker; \
    people.forgets: forget; people.catches: catch; people.talks: talk; people.calls: false_calls; \
    people.misplays: misplay; hands.seven: 7; hands.zero: 0; hands.swap: swap; hands.five: 5; \
    hands.launcher_least: 1_to; hands.launcher: launcher; finish.when: until_one to_the_last \
    turn_comes; finish.mercy: knock_out; finish.refills: new_cards; scoring.points: each counts; \
    scoring.method: points; scoring.rounds: rounds; scoring.at_target: loses; scoring.target: 200 \
    1,000; scoring.zero: 0_counts; scoring.lone_zero: only_card; scoring.last_downpour: downpour; \
    scoring.knock_out: knock_out; scoring.partners: partners; scoring.count: counts; uno.call: call; \
    uno.penalty: penalty; uno.false_call: false_calls; uno.slam: slap; silence.mode: silent";

/// Keys that nobody would guess: "number-start" left out that who can play must play, which did all
/// that was said of the start card. What a rule set takes from another that it names is said there.
#[test]
fn descriptions_name_every_key_that_differs() {
    let words: Vec<(&str, &str)> =
        WORDS.split("; ").map(|row| row.split_once(": ").expect("a key and words")).collect();
    let load = |name: &str| RuleSet::load(name).expect("it ships");
    let official = RuleSet::official();
    // "as many rules as can be played together"
    for name in RuleSet::shipped_names().filter(|name| *name != "everything") {
        let rules = load(name);
        let told = rules.description.to_lowercase();
        let is_named = |other: &&str| *other != name && told.contains(&other.replace('-', " "));
        let others: Vec<RuleSet> = RuleSet::shipped_names().filter(is_named).map(load).collect();
        for difference in rules.differences(&official) {
            let of_other = |other: &RuleSet| other.differences(&official).contains(&difference);
            let key = &difference.0;
            let of_key = words.iter().find(|(start, _)| key.starts_with(start));
            let mut of_key = of_key.into_iter().flat_map(|(_, words)| words.split(' '));
            let is_said = of_key.any(|word| told.contains(&word.replace('_', " ")));
            assert!(is_said || others.iter().any(of_other), "{name}: {key} is not in \"{told}\"");
        }
    }
}
