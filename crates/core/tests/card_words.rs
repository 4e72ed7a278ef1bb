//! What is said of added cards, against what happens when they are played: of many invented cards
//! the subjects of the words are the seats of the events, at several numbers of seats.

use unobench_core::cards::{Cards, Colour, DrawPile, Kind, KindSet, Roomy, Symbol};
use unobench_core::game::{
    Action, ActiveRules, Chance, Coin, Decision, Direction, Event, Opening, Race, Round,
    RoundStatus, Seat, SeatSet, Why,
};
use unobench_core::rng::Rng;
use unobench_core::rules::drawn::invented_cards;
use unobench_core::rules::{
    ColourChoice, CustomCard, Person, Probability, ReverseRule, RuleSet, Weight,
};

const REVERSE: Kind = Kind::coloured(Colour::Red, Symbol::Reverse);

/// What a seat did or had done to it, in the words of a sentence, in the singular.
type Deed = (usize, String);

fn rules_with(cards: &str, more: &[&str]) -> Option<RuleSet> {
    let mut rules = RuleSet::official();
    let card = format!("deck.card={cards}");
    let all: Vec<&str> = std::iter::once(card.as_str()).chain(more.iter().copied()).collect();
    rules.set_all(&all).ok().map(|()| rules)
}

/// The chance of a table whose pile is in order, and what was heard there.
struct Heard<'a> {
    rules: &'a RuleSet,
    active: &'a ActiveRules,
    rng: Rng,
    deeds: Vec<Deed>,
    chosen: Vec<usize>,
    target: Option<usize>,
    has_pressed: bool,
    is_out: bool,
    /// Whether the card has been laid of which it hears.
    hears: bool,
    /// Whether a colour that is named is named by a victim.
    victim_names: bool,
}

impl Heard<'_> {
    fn hear(&mut self, seat: Seat, deed: String) {
        if self.hears {
            self.deeds.push((seat.index(), deed));
        }
    }
}

impl Chance for Heard<'_> {
    fn listens(&self) -> bool {
        true
    }
    fn rules(&self) -> &ActiveRules {
        self.active
    }
    fn person(&self, seat: Seat) -> &Person {
        &self.rules.people.seats[seat.index()]
    }
    fn shuffle_more(&mut self, pile: &mut <Roomy as Cards>::Pile) {
        pile.settle_all();
    }
    fn reshuffled(&mut self, _pile: &mut <Roomy as Cards>::Pile) {}
    fn put_back(&mut self, pile: &mut <Roomy as Cards>::Pile, kind: Kind) {
        let cards: Vec<Kind> = (0..pile.len()).map(|index| pile.get(index)).collect();
        pile.clear();
        std::iter::once(kind).chain(cards).for_each(|kind| pile.push(kind));
        pile.settle_all();
    }
    fn crash(&mut self, cards: &mut [Kind]) {
        self.rng.shuffle(cards);
    }
    fn coin(&mut self, _coin: Coin, _seat: Seat, _probability: Probability) -> bool {
        false
    }
    fn pick(&mut self, _coin: Coin, seats: SeatSet) -> Seat {
        seats.nth(0)
    }
    fn pick_card(&mut self, _coin: Coin, _seat: Seat, kinds: KindSet<u128>) -> Kind {
        kinds.first().expect("several")
    }
    fn press(&mut self, _seat: Seat, least: u32, most: u32) -> u32 {
        self.has_pressed = true;
        least + self.rng.below(most - least + 1)
    }
    fn race(&mut self, _race: Race, _candidates: &[(Seat, Weight)]) -> usize {
        0
    }
    fn saw(&mut self, _round: &Round, event: Event) {
        match event {
            Event::Draw { seat, why: Why::Shown, .. } => self.hear(seat, "draws until".to_owned()),
            Event::Draw { seat, owed, why } if why != Why::Turn => {
                let has_pressed = std::mem::take(&mut self.has_pressed);
                let deed = if has_pressed { "is thrown".into() } else { format!("draws {owed}") };
                self.hear(seat, deed);
            }
            // Once the round is decided no turn is left to lose.
            Event::LoseTurn { seat } if !self.is_out => {
                self.hear(seat, "loses a turn".to_owned());
            }
            Event::NameColour { seat, .. } if self.victim_names => {
                self.hear(seat, "names the colour".to_owned());
            }
            Event::Swap { seat, with } => {
                assert_ne!(seat, with, "nobody swaps with oneself");
                self.hear(seat, format!("swaps hands with {}", with.index()));
            }
            Event::Targets { whom, .. } => {
                self.chosen.push(whom.index());
                self.target = Some(whom.index());
            }
            Event::Out { seat, .. } => {
                self.is_out = true;
                self.hear(seat, "is out".to_owned());
            }
            _ => {}
        }
    }
}

/// How a card comes to act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Occasion {
    Laid,
    LastCard,
    /// The dealer is as its player.
    Start,
}

/// A table at which an added card is about to be played, and who plays it.
struct Scene<'a> {
    rules: &'a RuleSet,
    card: &'a CustomCard,
    occasion: Occasion,
    seats: usize,
    player: usize,
    direction: Direction,
}

/// What happened: the deeds in order, whom the player chose, and who moved first afterwards.
struct Story {
    deeds: Vec<Deed>,
    chosen: Vec<usize>,
    target: Option<usize>,
    mover: usize,
}

impl<'a> Scene<'a> {
    /// Any player, and any direction in which play goes already.
    fn any(
        rules: &'a RuleSet,
        card: &'a CustomCard,
        (occasion, seats): (Occasion, usize),
        rng: &mut Rng,
    ) -> Scene<'a> {
        let may_turn =
            seats > 2 && occasion != Occasion::Start && rules.play.reverse == ReverseRule::Lasting;
        let turned = may_turn && rng.below(2) == 0;
        let direction = if turned { Direction::Counterclockwise } else { Direction::Clockwise };
        let player = rng.below(seats as u32) as usize;
        Scene { rules, card, occasion, seats, player, direction }
    }

    fn kind(&self) -> Kind {
        Kind::all().find(|kind| kind.symbol() == self.card.symbol).expect("a kind")
    }

    /// Who moves first: who lays the reverse that turns the direction comes after the player.
    fn first(&self) -> usize {
        match (self.direction, self.occasion) {
            (Direction::Clockwise, Occasion::Laid | Occasion::LastCard) => self.player,
            _ => (self.player + 1) % self.seats,
        }
    }

    /// The table with the card in the midst of others; none where there are too many of a kind.
    fn dealt(&self, rng: &mut Rng) -> Option<Round> {
        let mut hands: Vec<Vec<Kind>> = (0..self.seats).map(|_| numbers(9, rng)).collect();
        let mut pile = numbers(200, rng);
        pile.push(Kind::coloured(Colour::Red, Symbol::Five));
        match self.occasion {
            Occasion::Laid => hands[self.player].push(self.kind()),
            Occasion::LastCard => hands[self.player] = vec![self.kind()],
            Occasion::Start => pile.push(self.kind()),
        }
        if self.direction == Direction::Counterclockwise {
            hands[self.first()].push(REVERSE);
        }
        let opening = Opening::with_first(Seat::new(self.first()), self.seats);
        Round::with_cards(opening, &hands, pile).ok()
    }

    fn heard<'b>(&'b self, active: &'b ActiveRules, rng: &mut Rng) -> Heard<'b> {
        let is_start = self.occasion == Occasion::Start;
        // Under the wheel nobody names a colour in the midst of an effect.
        let is_free = self.rules.play.colour_choice == ColourChoice::Free;
        Heard {
            rules: self.rules,
            active,
            rng: Rng::from_key(rng.bits()),
            deeds: Vec::new(),
            chosen: Vec::new(),
            target: None,
            has_pressed: false,
            is_out: false,
            hears: is_start,
            victim_names: self.card.is_named_by_victim() && is_free || is_start,
        }
    }

    /// Plays the card; none where somebody else was out, or too few cards were left to draw.
    fn play(&self, rng: &mut Rng) -> Option<Story> {
        let mut round = self.dealt(rng)?;
        let active = ActiveRules::of(self.rules);
        let mut heard = self.heard(&active, rng);
        round.open_dyn(&mut heard, &self.rules.setup);
        if self.direction == Direction::Counterclockwise {
            round.apply_dyn(&mut heard, Action::Card(REVERSE)).expect("a red card on a red one");
        }
        if self.occasion != Occasion::Start {
            assert_eq!(round.actor().index(), self.player);
            heard.hears = true;
            round.apply_dyn(&mut heard, Action::Card(self.kind())).expect("a card that fits");
        }
        let mover = go_round(&mut round, &mut heard).unwrap_or(usize::MAX);
        let is_usual = heard.is_out == (self.occasion == Occasion::LastCard);
        let is_whole = is_usual && round.pile().len() > 20;
        let Heard { deeds, chosen, target, .. } = heard;
        is_whole.then_some(Story { deeds, chosen, target, mover })
    }
}

fn numbers(many: usize, rng: &mut Rng) -> Vec<Kind> {
    let card = |index: usize, rng: &mut Rng| {
        // Wilds among them, so that draws until a colour comes are longer.
        if index % 13 == 12 {
            return Kind::wild([Symbol::Wild, Symbol::BlankWild][rng.below(2) as usize]);
        }
        Kind::from_index(4 + rng.below(36) as usize)
    };
    let mut copies = [0; Kind::COUNT];
    let mut cards = Vec::new();
    for index in 0..many {
        let mut kind = card(index, rng);
        while copies[kind.index()] >= 6 {
            kind = card(0, rng);
        }
        copies[kind.index()] += 1;
        cards.push(kind);
    }
    cards
}

/// Lets everybody pass; gives who came to move first.
fn go_round(round: &mut Round, heard: &mut Heard<'_>) -> Option<usize> {
    let (mut mover, mut passes) = (None, 0);
    while round.standing() == RoundStatus::Waits && passes < round.players() {
        let action = match round.decision() {
            Decision::Play => {
                let _ = mover.get_or_insert(round.to_move().index());
                passes += 1;
                Action::Pass
            }
            Decision::Colour => Action::Colour(Colour::ALL[heard.rng.below(4) as usize]),
            Decision::Swap | Decision::Target => {
                let mut seats = Vec::new();
                round.for_each_action(|action| seats.push(action));
                let whom = seats[heard.rng.below(seats.len() as u32) as usize];
                if let (Decision::Swap, Action::Seat(seat)) = (round.decision(), whom) {
                    heard.chosen.push(seat.index());
                }
                whom
            }
            _ => Action::No,
        };
        round.apply_dyn(heard, action).expect("a legal action");
    }
    mover
}

/// Whether a line that begins so is about a table of so many, of those that are played at.
fn is_about(with: &str, seats: usize, most: usize) -> bool {
    const NUMBERS: [&str; 11] =
        ["", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let number = |word: &str| NUMBERS.iter().position(|known| *known == word).expect("a number");
    match with.split(' ').collect::<Vec<_>>()[..] {
        ["more", "than", "one"] => true,
        ["more", "than", "two"] => seats > 2,
        [least, "or", "more"] => (number(least)..=most).contains(&seats),
        [least, "to", last] => (number(least)..=number(last)).contains(&seats),
        [count] => number(count) == seats,
        _ => panic!("{with}"),
    }
}

/// The words of a card at a table of so many, of its lines the one that is about them and about
/// whom the player chose.
fn words_at<'a>(lines: &'a [String], scene: &Scene<'_>, story: &Story) -> &'a str {
    let can_play = |&seats: &usize| scene.rules.validate_for(seats).is_ok();
    let most = (2..=10).filter(can_play).max().expect("somebody can play");
    let mut fits = Vec::new();
    let mut others = Vec::new();
    for line in lines {
        let Some((at, words)) = line.split_once(": ") else { continue };
        let (at, choosing) = at.split_once(", choosing ").unwrap_or((at, ""));
        let begin = match scene.occasion {
            Occasion::Laid => "",
            Occasion::LastCard => "as the last card",
            Occasion::Start => "as the start card",
        };
        let Some(with) = at.strip_prefix(begin).map(str::trim_start) else { continue };
        let with = if with.is_empty() { Some("more than one") } else { with.strip_prefix("with ") };
        if !with.is_some_and(|with| is_about(with, scene.seats, most)) {
            continue;
        }
        let mut reader = Reader { scene, story, met: 0 };
        let mut is_chosen = |name: &str| Some(reader.seat(name)) == story.target;
        match choosing {
            "another" => others.push(words),
            "" => fits.push(words),
            names if names.split(" or ").any(&mut is_chosen) => fits.push(words),
            _ => {}
        }
    }
    let found = if fits.is_empty() { others } else { fits };
    assert!(!found.is_empty(), "{} seats of {lines:?}", scene.seats);
    found[0]
}

const VERBS: [&str; 16] = [
    "draws ",
    "draw ",
    "is thrown",
    "are thrown",
    "takes ",
    "loses a turn",
    "lose a turn",
    "names the colour",
    "name the colour",
    "swaps hands",
    "discards ",
    "discard ",
    "moves",
    "is out",
    "answers ",
    "challenges ",
];

/// Reads sentences as a person does who sits at the table.
struct Reader<'a> {
    scene: &'a Scene<'a>,
    story: &'a Story,
    /// The choices that have been read of.
    met: usize,
}

impl Reader<'_> {
    fn on(&self, distance: usize) -> usize {
        let Scene { seats, player, direction, .. } = *self.scene;
        match direction {
            Direction::Clockwise => (player + distance) % seats,
            Direction::Counterclockwise => (player + seats - distance % seats) % seats,
        }
    }

    fn others(&self) -> Vec<usize> {
        (1..self.scene.seats).map(|distance| self.on(distance)).collect()
    }

    fn seat(&mut self, name: &str) -> usize {
        const ORDINALS: [&str; 9] =
            ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
        let seats = self.scene.seats;
        let ordinal = |word: &str| ORDINALS.iter().position(|known| *known == word).expect(name);
        match name {
            "the player" => self.scene.player,
            "the other" if seats == 2 => self.on(1),
            "the next player" => self.on(1),
            "the one behind the next" => self.on(2),
            "the one before" => self.on(seats - 1),
            "the dealer" => self.scene.player,
            "the one before the dealer" => self.on(seats - 1),
            "somebody of choice" => {
                self.met += 1;
                self.story.chosen[self.met - 1]
            }
            "the one chosen" => self.story.chosen[0],
            "the first one chosen" => self.story.chosen[0],
            "the second one chosen" => self.story.chosen[1],
            "the third one chosen" => self.story.chosen[2],
            "the fourth one chosen" => self.story.chosen[3],
            _ => {
                let words = name.strip_prefix("the ").expect(name);
                match words.split_once(" player").expect(name) {
                    (nth, "") if self.scene.occasion == Occasion::Start => self.on(ordinal(nth)),
                    (nth, " after") => self.on(ordinal(nth)),
                    (nth, " before") => self.on(seats - ordinal(nth)),
                    _ => panic!("{name}"),
                }
            }
        }
    }

    fn subjects(&mut self, subject: &str) -> Vec<usize> {
        const ROW: [&str; 7] = ["", "", "", "three", "four", "five", "six"];
        let row = ["the next ", "the first "].iter().find_map(|row| subject.strip_prefix(row));
        let row = row.and_then(|row| row.strip_suffix(" players"));
        match (subject, row) {
            ("each other player", _) => self.others(),
            ("everybody", _) => [self.others(), vec![self.scene.player]].concat(),
            (_, Some(row)) => {
                let many = ROW.iter().position(|known| *known == row).expect(row);
                (1..=many).map(|distance| self.on(distance)).collect()
            }
            _ => {
                let names = subject.replace(" and ", ", ");
                names.split(", ").map(|name| self.seat(name)).collect()
            }
        }
    }

    /// The deeds of a sentence, and who it says moves next.
    fn deeds(&mut self, words: &str) -> (Vec<Deed>, Option<usize>) {
        let (mut deeds, mut mover) = (Vec::new(), None);
        for clause in words.split("; ") {
            let clause = clause.strip_prefix("then ").unwrap_or(clause);
            if ["nothing", "the direction turns", "all hands", "it "]
                .iter()
                .any(|start| clause.starts_with(start))
            {
                continue;
            }
            let place = VERBS.iter().filter_map(|verb| clause.find(&format!(" {verb}"))).min();
            let (subject, does) = clause.split_at(place.unwrap_or_else(|| panic!("{clause}")));
            let subjects = self.subjects(subject);
            let does = does.split(", or ").next().expect("a verb").trim();
            for verb in parted(does) {
                if verb.starts_with("moves") {
                    mover = Some(subjects[0]);
                    continue;
                }
                let deed = self.deed(&verb);
                deeds.extend(subjects.iter().map(|&seat| (seat, deed.clone())));
            }
        }
        (deeds, mover)
    }

    fn deed(&mut self, verb: &str) -> String {
        if let Some(with) = verb.strip_prefix("swaps hands with ") {
            return format!("swaps hands with {}", self.seat(with));
        }
        let singular =
            [("draw ", "draws "), ("lose ", "loses "), ("are ", "is "), ("name ", "names ")];
        let found = singular.iter().find_map(|(many, form)| Some((verb.strip_prefix(many)?, form)));
        let verb = found.map_or(verb.to_owned(), |(rest, form)| format!("{form}{rest}"));
        let short = ["draws until", "is thrown"].into_iter().find(|short| verb.starts_with(short));
        short.map_or(verb.clone(), str::to_owned)
    }
}

/// The verbs of one subject, each with what belongs to it.
fn parted(does: &str) -> Vec<String> {
    let mut verbs: Vec<String> = Vec::new();
    for (part, joint) in does.split(" and ").flat_map(|part| {
        part.split(", ")
            .enumerate()
            .map(|(place, part)| (part, if place == 0 { " and " } else { ", " }))
    }) {
        if VERBS.iter().any(|verb| format!("{part} ").starts_with(verb.trim_end())) {
            verbs.push(part.to_owned());
        } else if let Some(last) = verbs.last_mut() {
            *last += &format!("{joint}{part}");
        }
    }
    verbs
}

/// Who moves first after the card unless words say so: the next one who lost no turn at once.
fn usual_mover(scene: &Scene<'_>, story: &Story, words: &str) -> usize {
    let turns = words.matches("the direction turns").count() % 2;
    let (seats, step) = match (scene.direction, turns) {
        (Direction::Clockwise, 0) | (Direction::Counterclockwise, 1) => (scene.seats, 1),
        _ => (scene.seats, scene.seats - 1),
    };
    let mut seat = (scene.player + step) % seats;
    let lost = |seat: usize| story.deeds.contains(&(seat, "loses a turn".to_owned()));
    for _ in 0..seats {
        if lost(seat) {
            seat = (seat + step) % seats;
        }
    }
    seat
}

fn check(scene: &Scene<'_>, lines: &[String], rng: &mut Rng) -> bool {
    let Some(story) = scene.play(rng) else { return false };
    let words = words_at(lines, scene, &story);
    let (said, mover) = Reader { scene, story: &story, met: 0 }.deeds(words);
    // What a hand holds decides whether anything is discarded.
    let sorted = |deeds: &[Deed]| {
        let kept = deeds.iter().filter(|(_, deed)| !deed.starts_with("discards"));
        let mut deeds: Vec<Deed> = kept.cloned().collect();
        deeds.sort();
        deeds
    };
    let place = format!(
        "{:?}, {} seats, {:?}, player {}: {:?} is said to: {words}",
        scene.occasion, scene.seats, scene.direction, scene.player, scene.card.effect
    );
    assert_eq!(sorted(&said), sorted(&story.deeds), "{place}");
    if scene.occasion == Occasion::LastCard {
        return true;
    }
    if let Some(mover) = mover {
        assert_eq!(mover, story.mover, "who moves next: {place}");
    } else if !sorted(&said).iter().any(|(_, deed)| deed == "loses a turn") {
        assert_eq!(usual_mover(scene, &story, words), story.mover, "who moves next: {place}");
    }
    true
}

/// Keys that change what cards do, or who is hit.
const VARIANTS: [&[&str]; 6] = [
    &[],
    &["play.two_player_reverse=reverse"],
    &["play.reverse=one_turn"],
    &["responses.draw_two=stack", "responses.victim_plays=true"],
    &["play.colour_choice=wheel", "play.wild_on_wild=false"],
    &["play.drawn_matches=colour", "hands.seven_swaps=true"],
];

#[test]
fn the_words_of_added_cards_name_the_seats_of_the_events() {
    let mut rng = Rng::from_key(71);
    let (mut cards, mut stories) = (0, 0);
    while cards < 2000 {
        let invented = invented_cards(&mut rng);
        let throws = ["{throw=", "{who=\"others\",throw=", "{throw_until=", "{who=\"self\",throw="];
        let invented = invented.replace("{throw=", throws[rng.below(4) as usize]);
        let mut more = VARIANTS[cards % VARIANTS.len()].to_vec();
        more.extend(["uno.call=false", "play.pass=always", "setup.start_card=any"]);
        let Some(rules) = rules_with(&invented, &more) else { continue };
        for ((_, lines), card) in rules.added_cards_in_words().iter().zip(rules.deck.card.iter()) {
            cards += 1;
            for seats in [2, 3, 4, 6] {
                for occasion in [Occasion::Laid, Occasion::LastCard, Occasion::Start] {
                    let scene = Scene::any(&rules, card, (occasion, seats), &mut rng);
                    stories += usize::from(check(&scene, lines, &mut rng));
                }
            }
        }
    }
    assert!(stories > 21_000, "{stories} stories of {cards} cards");
}
