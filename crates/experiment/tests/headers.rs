//! What no header says, and what no tally is.

use super::*;
use unobench_engine::MAX_GAMES;
use unobench_experiment::survey::{Counters, LeadCurve, SurveyTally};
use unobench_measure::header::{PlanError, blocks_by_group, group_of};

fn header() -> Header {
    let rules = ["official", "double"]
        .map(|name| HeaderRules { name: name.to_owned(), settings: json!({}).into() });
    let legs = vec![
        Leg::new(Play::Starters { strategy: "random".to_owned() }, 1000, 4),
        Leg::new(Play::Mixed { strategies: vec!["random".to_owned()] }, 1000, 4),
    ];
    Header::new(Study::Compare, 1, 4, "official", rules.to_vec(), legs)
}

#[test]
fn a_leg_is_rounded_up_to_whole_blocks_and_groups() {
    let games: Vec<u64> = header().legs.iter().map(|leg| leg.games).collect();
    assert_eq!(games, [1000, 1000]);
    let leg = Leg::new(Play::Alone { strategy: "a".to_owned(), others: "b".to_owned() }, 1001, 4);
    assert_eq!((leg.blocks(4), leg.games), (300, 1200));
    assert_eq!(Leg::new(starters(), 1, 10).games, 10 * GROUPS as u64);
}

#[test]
fn headers_that_contradict_themselves_are_refused() {
    assert_eq!(header().check(), Ok(()));
    let wrong = |change: fn(&mut Header)| {
        let mut header = header();
        change(&mut header);
        header.check().expect_err("it is wrong")
    };
    assert_eq!(wrong(|header| header.format = 9), PlanError::Format(9));
    assert_eq!(wrong(|header| header.players = 1), PlanError::Players(1));
    assert_eq!(wrong(|header| header.players = 11), PlanError::Players(11));
    assert_eq!(wrong(|header| header.rules.clear()), PlanError::Nothing("rule set"));
    assert_eq!(wrong(|header| header.legs.clear()), PlanError::Nothing("leg"));
    let repeated = wrong(|header| header.rules[1].name = "official".to_owned());
    assert_eq!(repeated, PlanError::Repeated("official".to_owned()));
    let baseline = wrong(|header| header.baseline = "triple".to_owned());
    assert_eq!(baseline, PlanError::Baseline("triple".to_owned()));
    // Strategies are not asked about in legs of a survey.
    assert_eq!(wrong(|header| header.question = Study::Run), PlanError::Contradiction("legs"));
    assert_eq!(wrong(|header| header.legs[1].games = 999), PlanError::Contradiction("legs"));
    let pool = |size: usize| vec!["random".to_owned(); size];
    // A pair needs a table of two.
    for play in [Play::Mixed { strategies: pool(0) }, Play::Pairs { pool: pool(3) }] {
        let mut header = header();
        header.legs[1].play = LegPlay::Survey(play);
        assert_eq!(header.check(), Err(PlanError::Contradiction("legs")));
    }
}

fn of_learned(networks: &[(&str, usize, &str)]) -> Header {
    let network = |&(rules, players, digest): &(&str, usize, &str)| LearnedNetwork {
        rules: rules.to_owned(),
        players,
        seed: 2,
        digest: digest.to_owned(),
    };
    let networks = networks.iter().map(network).collect();
    let learned = Leg::new(Play::Starters { strategy: LEARNED.to_owned() }, 1000, 3).at(3);
    Header {
        legs: [header().legs, vec![learned]].concat(),
        learned: Some(Learning { games: 8, learners: 1, networks }),
        ..header()
    }
}

#[test]
fn who_has_learned_needs_a_network_for_each_rule_set_at_its_table() {
    let check_of = |networks: &[(&str, usize, &str)]| of_learned(networks).check();
    assert_eq!(check_of(&[("official", 3, "a"), ("double", 3, "b")]), Ok(()));
    let missing = Err(PlanError::Contradiction("learned"));
    assert_eq!(check_of(&[("official", 3, "a"), ("double", 4, "b")]), missing);
    assert_eq!(check_of(&[("official", 3, "a")]), missing);
    let check_of_learners = |learners: usize| {
        let networks = ["official", "double"].map(|rules| vec![(rules, 3, "a"); learners]);
        let mut header = of_learned(&networks.concat());
        header.learned.as_mut().expect("they have learned").learners = learners;
        header.check()
    };
    assert_eq!((check_of_learners(5), check_of_learners(50)), (Ok(()), Ok(())));
    assert_eq!(
        (check_of_learners(0), check_of_learners(3), check_of_learners(100)),
        (missing.clone(), missing.clone(), missing)
    );
}

#[test]
fn lines_are_of_the_network_that_played_them() {
    let first_header = of_learned(&[("official", 3, "a"), ("double", 3, "b")]);
    let other = of_learned(&[("official", 3, "c"), ("double", 3, "b")]);
    let origins =
        |header: &Header| [(0, 2), (1, 2), (0, 0)].map(|(rules, leg)| header.origin(rules, leg));
    let ([official, double, random], others) = (origins(&first_header), origins(&other));
    assert_ne!(official, others[0]);
    assert_eq!([double, random], others[1..]);
    assert_eq!(random, header().origin(0, 0), "nobody has learned there");
}

pub(super) fn exam(rules: &str, digest: Option<&str>) -> KnowledgeResult {
    KnowledgeResult {
        rules: rules.to_owned(),
        players: PLAYERS,
        share: 1.0 / 3.0,
        margin: 0.01,
        verdict: ExamVerdict::Lost,
        examiners: Vec::new(),
        digest: digest.map(str::to_owned),
    }
}

#[test]
fn lines_are_of_who_sat_as_champion() {
    let at = |strategy: &str| Leg::new(Play::Starters { strategy: strategy.to_owned() }, 1000, 3);
    let legs = vec![at("champion"), at("counter")];
    let with = |examined: Vec<KnowledgeResult>| {
        let header = Header { players: 3, legs: legs.clone(), examined, ..header() };
        [(0, 0), (1, 0), (0, 1)].map(|(rules, leg)| header.origin(rules, leg))
    };
    let nobody = with(Vec::new());
    assert_eq!(with(vec![exam("official", None)]), nobody);
    let other = with(vec![exam("official", Some("a")), exam("double", None)]);
    assert_ne!(other[0], nobody[0]);
    assert_eq!(other[1..], nobody[1..]);
    assert_ne!(with(vec![exam("official", Some("b"))])[0], other[0]);
    let again = KnowledgeResult { verdict: ExamVerdict::Passed, ..exam("official", Some("a")) };
    assert_eq!(with(vec![again])[0], other[0], "what was found changes no game");
    let in_turn = Header::new(Study::Compare, 1, 3, "official", header().rules, legs.clone());
    assert_ne!(in_turn.origin(0, 0), nobody[0]);
    assert_eq!(in_turn.origin(0, 1), nobody[2]);
}

#[test]
fn a_rule_set_named_as_fairness_is_refused() {
    let mut header = header();
    header.rules[1].name = "fair".to_owned();
    assert_eq!(header.check(), Err(PlanError::Fair));
}

#[test]
fn the_games_of_a_leg_are_limited_and_the_message_names_them() {
    let with = |games: u64| {
        let leg = Leg::new(Play::Starters { strategy: "random".to_owned() }, games, 4);
        Header { legs: vec![leg], ..header() }.check()
    };
    assert_eq!(with(MAX_GAMES), Ok(()));
    let error = with(MAX_GAMES + 1).expect_err("too much");
    assert_eq!(error, PlanError::Games(MAX_GAMES + 200));
    assert!(error.to_string().contains(&(MAX_GAMES + 200).to_string()), "{error}");
    let mut endless = header();
    endless.legs[0].games = u64::MAX;
    assert!(matches!(endless.check(), Err(PlanError::Games(_))));
}

#[test]
fn every_block_is_of_one_group_and_groups_are_of_one_size() {
    for chunk in [7, 64, 1 << 20] {
        let leg = Leg { chunk: Some(chunk), ..header().legs[0].clone() };
        let mut all = [0; GROUPS];
        for part in leg.chunks(250) {
            let mut counted = [0; GROUPS];
            (part.first..part.end()).for_each(|block| counted[group_of(block)] += 1);
            assert_eq!(counted, blocks_by_group(part), "{part:?}");
            all.iter_mut().zip(counted).for_each(|(all, more)| *all += more);
        }
        assert_eq!(all, [5; GROUPS]);
    }
}

#[test]
fn how_much_is_played_does_not_determine_a_line_but_where_it_is_cut_does() {
    let header = Header {
        legs: header().legs.into_iter().map(|leg| Leg { chunk: Some(64), ..leg }).collect(),
        ..header()
    };
    let changed = |change: fn(&mut Header)| {
        let mut other = header.clone();
        change(&mut other);
        other.origin(1, 1)
    };
    let origin = header.origin(1, 1);
    assert_eq!(changed(|header| header.legs[1].games = 9), origin);
    assert_eq!(changed(|header| header.rules[0].name = "another".to_owned()), origin);
    assert_eq!(changed(|header| header.baseline = "double".to_owned()), origin);
    assert_ne!(changed(|header| header.legs[1].chunk = Some(32)), origin);
    assert_ne!(changed(|header| header.seed = 2), origin);
    let file = |header: &mut Header| drop(header.files.insert("my.toml".into(), "1".into()));
    assert_ne!(changed(file), origin);
}

const BLOCKS: u64 = 3;

fn tally() -> SurveyTally {
    let mut tally = SurveyTally::new(4);
    tally.add_block(4, &[2, 1, 1, 0]);
    tally.add_block(4, &[0, 1, 1, 1]);
    tally.add_block(4, &[1, 1, 0, 2]);
    (tally.stalled, tally.blocked) = (1, 1);
    (tally.turns, tally.unfinished_turns) = (480, 60);
    tally.lengths = Histogram::from_iter([(30, 6), (50, 6)]);
    tally.scores = Histogram::from_iter([(0, 1), (40, 11)]);
    (tally.asked, tally.forced, tally.drawn) = (400, 90, 300);
    let mut said = Counters(vec![0; 20]);
    (said.0[4], said.0[5]) = (1200, 300);
    tally.course = LeadCurve { games: 11, turns: 300, lead_changes: 60, lowest: 2_000_000, said };
    tally
}

fn starters() -> Play {
    Play::Starters { strategy: "random".to_owned() }
}

#[test]
fn tallies_add_up_block_by_block() {
    let tally = tally();
    assert_eq!((tally.blocks, tally.games), (3, 12));
    assert_eq!(tally.wins, [3, 3, 2, 3]);
    let rows: Vec<&[u64]> = tally.products.chunks(4).collect();
    assert_eq!(rows, [[5, 3, 2, 2], [3, 3, 2, 3], [2, 2, 2, 1], [2, 3, 1, 5]]);
    let twice = SurveyTally::sum(4, [&tally, &tally]);
    assert_eq!((twice.games, twice.drawn, twice.products[15]), (24, 600, 10));
    assert_eq!(twice.lengths, Histogram::from_iter([(30, 12), (50, 12)]));
    assert!(twice.fits(&starters(), 2 * BLOCKS, 4));
    assert_eq!(SurveyTally::sum(4, []), SurveyTally::new(4));
}

#[test]
fn broken_tallies_do_not_fit() {
    assert!(tally().fits(&starters(), BLOCKS, 4));
    assert!(!tally().fits(&starters(), BLOCKS + 1, 4));
    assert!(!tally().fits(&starters(), BLOCKS, 3));
    let alone = Play::Alone { strategy: "a".to_owned(), others: "b".to_owned() };
    assert!(!tally().fits(&alone, BLOCKS, 4), "only starters have lengths");
    let wrong: [fn(&mut SurveyTally); 29] = [
        |tally| tally.blocks = 4,
        |tally| tally.games = 13,
        |tally| tally.stalled = 12,
        |tally| tally.blocked = u64::MAX,
        |tally| tally.unfinished_turns = 481,
        |tally| tally.wins[0] = 13,
        |tally| tally.wins = vec![12; 4],
        |tally| tally.wins.truncate(3),
        |tally| tally.wins.push(0),
        |tally| tally.products.truncate(15),
        |tally| tally.products[1] = 13,
        |tally| tally.products[0] = 2,
        |tally| tally.products[5] = u64::MAX,
        |tally| tally.lengths.count(30),
        |tally| tally.lengths = Histogram::from_iter([(30, 6)]),
        |tally| tally.scores = Histogram::default(),
        |tally| tally.scores = Histogram::from_iter([(0, 1), (40, u64::MAX)]),
        |tally| tally.forced = 401,
        |tally| tally.course.games = 12,
        |tally| tally.course.turns = 401,
        |tally| tally.course.lead_changes = 301,
        |tally| tally.course.lowest = 11_000_001,
        |tally| tally.course.said.0[5] = 1201,
        |tally| tally.course.said.0.truncate(18),
        |tally| tally.asked = 481,
        |tally| (tally.asked, tally.turns) = (u64::MAX, u64::MAX),
        |tally| tally.turns = u64::MAX,
        |tally| tally.course.lead_changes = u64::MAX,
        |tally| tally.drawn = u64::MAX,
    ];
    for (place, change) in wrong.into_iter().enumerate() {
        let mut broken = tally();
        change(&mut broken);
        assert!(!broken.fits(&starters(), BLOCKS, 4), "case {place}");
    }
}

#[test]
fn other_legs_count_nothing_of_the_course() {
    let alone = Play::Alone { strategy: "a".to_owned(), others: "b".to_owned() };
    let SurveyTally { blocks, games, stalled, wins, products, turns, .. } = tally();
    let plain =
        SurveyTally { blocks, games, stalled, wins, products, turns, ..SurveyTally::new(4) };
    assert!(plain.fits(&alone, BLOCKS, 4));
    let wrong: [fn(&mut SurveyTally); 3] =
        [|tally| tally.drawn = 1, |tally| tally.course.games = 1, |tally| tally.asked = 1];
    for change in wrong {
        let mut broken = plain.clone();
        change(&mut broken);
        assert!(!broken.fits(&alone, BLOCKS, 4));
    }
}
