//! A strategy hears what a bot in its seat is told, at every table alike, and keeps what it
//! remembers for a match and no longer.

use crate::support::*;
use std::sync::Mutex;
use unobench_core::strategy::{Notification, Strategy};
use unobench_record::testing::traced;
use unobench_record::{Form, Trace};

/// What eavesdroppers remember at the end of each round, in the order in which rounds ended.
type Memories = Vec<Vec<String>>;

static HEARD: Mutex<Memories> = Mutex::new(Vec::new());

/// One test at a time: all share what was heard.
static TURN: Mutex<()> = Mutex::new(());

static EAVESDROPPER: Entry = Entry::new("eavesdropper", "writes down all that it hears", |_| {
    Player::honest(Eavesdropper { memory: Vec::new() })
});

#[derive(Clone)]
struct Eavesdropper {
    memory: Vec<String>,
}

impl Strategy for Eavesdropper {
    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, view: &View<'_>, heard: Notification<'_>) {
        let sizes: Vec<u32> = view.hand_sizes().collect();
        self.memory.push(match heard {
            Notification::Round(number) => format!("round {number} {sizes:?}"),
            Notification::Exchange(giver, other) => format!("exchange of {giver:?} and {other:?}"),
            Notification::Event(event) => format!("{event:?} {sizes:?}"),
            Notification::End(score) => format!("end {:?}", score.scores),
            _ => unreachable!("nothing else is told"),
        });
        if matches!(heard, Notification::End(_)) {
            HEARD.lock().expect("no test failed").push(self.memory.clone());
        }
    }

    fn decide(&mut self, view: &View<'_>) -> Action {
        view.actions()[0]
    }
}

fn line_up(players: usize) -> Vec<StrategySpec> {
    let mut specs = vec![StrategySpec::new(&EAVESDROPPER)];
    specs.resize(players, strategy("high-points").expect("a strategy"));
    specs
}

fn seating(players: usize, first: usize) -> SeatMap {
    std::array::from_fn(|seat| if seat < players { ((seat + first) % players) as u8 } else { 0 })
}

/// What is heard of two games of a deal, the eavesdropper in the first seat and then elsewhere.
fn heard_at_a_table(rules: &RuleSet, players: usize, match_play: bool) -> Memories {
    HEARD.lock().expect("no test failed").clear();
    let setup = TableSetup::new(rules, players, &line_up(players), match_play, 3);
    open_table(setup).play_block(0, &[0, 1].map(|first| seating(players, first)), &mut Vec::new());
    std::mem::take(&mut HEARD.lock().expect("no test failed"))
}

fn heard_in_a_trace(rules: &RuleSet, players: usize, match_play: bool) -> (Memories, String) {
    HEARD.lock().expect("no test failed").clear();
    let strategies = line_up(players);
    let text = traced(&Trace {
        rules,
        players,
        strategies: &strategies,
        seatings: &|_| [0, 1].map(|first| seating(players, first)).to_vec(),
        games: 2,
        seed: 3,
        match_play,
        form: Form::JsonLines,
    });
    let heard = std::mem::take(&mut *HEARD.lock().expect("no test failed"));
    (heard, String::from_utf8(text).expect("UTF-8"))
}

/// Tables, records and surveys tell the same, and a match is remembered to its end, in its own
/// seating alone.
#[test]
fn a_match_is_remembered_and_no_other_seating_of_it() {
    let _turn = TURN.lock();
    let rules = RuleSet::load("official").expect("a shipped rule set");
    let heard = heard_at_a_table(&rules, 3, true);
    assert_eq!(heard, heard_in_a_trace(&rules, 3, true).0);
    let mut last = usize::MAX;
    let mut matches = 0;
    for memory in &heard {
        let rounds: Vec<&String> =
            memory.iter().filter(|line| line.starts_with("round ")).collect();
        for (number, line) in rounds.iter().enumerate() {
            assert!(line.starts_with(&format!("round {number} ")), "{line}");
        }
        matches += usize::from(rounds.len() == 1);
        assert!(rounds.len() == 1 || rounds.len() == last + 1, "{rounds:?}");
        last = rounds.len();
    }
    assert!(matches == 2 && heard.len() > 4, "{matches} matches of {} rounds", heard.len());
}

fn word(line: &str) -> Option<String> {
    let name: String = line.chars().take_while(char::is_ascii_alphanumeric).collect();
    let is_event = !["round", "end"].contains(&&*name);
    // Colours mostly stand in the lines of their cards.
    (is_event && !name.contains("Colour")).then(|| {
        let snake = |letter: char| match letter.is_ascii_uppercase() {
            true => format!("_{}", letter.to_ascii_lowercase()),
            false => letter.to_string(),
        };
        name.chars().map(snake).collect::<String>().trim_start_matches('_').to_owned()
    })
}

#[test]
fn what_is_heard_is_what_the_record_says() {
    let _turn = TURN.lock();
    for name in ["official", "seven-zero", "five-exchange", "everything", "forgetful"] {
        let rules = RuleSet::load(name).expect("a shipped rule set");
        let (heard, text) = heard_in_a_trace(&rules, 3, false);
        assert_eq!(heard, heard_at_a_table(&rules, 3, false), "{name}");
        let told: Vec<String> = heard.iter().flatten().filter_map(|line| word(line)).collect();
        let json = |line: &str| -> Value { serde_json::from_str(line).expect("JSON") };
        let events = text.lines().map(|line| json(line)["event"].as_str().map(str::to_owned));
        let written: Vec<String> = events
            .flatten()
            // A reshuffle is told with its draw.
            .filter(|event| !["round", "round_end", "reshuffle", "name_colour"].contains(&&**event))
            .collect();
        assert_eq!(told, written, "{name}");
    }
}

/// Who exchange a card know which; a third hears only that they did.
#[test]
fn an_exchange_of_others_is_heard_without_its_cards() {
    let _turn = TURN.lock();
    let event = |lines: &[String], seat: &str| {
        lines.iter().filter(|line| line.starts_with("Exchange {") && !line.contains(seat)).count()
    };
    let mut others = 0;
    let rules = RuleSet::load("five-exchange").expect("a shipped rule set");
    let mut specs = line_up(3);
    specs[1..].fill(strategy("punisher").expect("a strategy"));
    HEARD.lock().expect("no test failed").clear();
    let table = open_table(TableSetup::new(&rules, 3, &specs, false, 3));
    (0..40).for_each(|block| table.play_block(block, &[seating(3, 0)], &mut Vec::new()));
    for memory in HEARD.lock().expect("no test failed").iter() {
        assert_eq!(event(memory, "S0"), 0, "{memory:?}");
        others += memory.iter().filter(|line| line.starts_with("exchange of")).count();
    }
    assert!(others > 0, "others exchange cards");
}
