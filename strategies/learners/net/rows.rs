//! The inputs of the network: groups of rows of its first layer, of which mostly one a group
//! counts.
//!
//! An input is 0 or 1, so that the first layer is a sum of rows. Colours are sorted: the one that
//! is active after the action first, then by the number of cards of the own hand, so that hands
//! that differ by a permutation of the colours are one case.

use unobench_core::digest::fnv1a;

/// The most opponents that have rows of their own; of more, the last ones in the order of play are
/// left out.
pub const MOST_SLOTS: usize = 5;

/// Declares the groups from one list: name, number of rows, and what they say.
macro_rules! groups {
    ($name:ident: $($group:ident $size:literal $text:literal,)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        #[doc = concat!("Groups of rows: ", stringify!($name), ".")]
        pub enum $name {
            $(#[doc = $text] $group,)*
        }

        impl $name {
            /// Name, number of rows and description of each group.
            pub const ALL: &[(&'static str, usize, &'static str)] =
                &[$((stringify!($group), $size, $text),)*];

            /// Number of rows of all groups.
            pub const ROWS: usize = 0 $(+ $size)*;

            /// The first row of the group, and how many it has.
            #[inline(always)]
            const fn place(self) -> (usize, usize) {
                const PLACES: [(usize, usize); $name::ALL.len()] = {
                    let mut places = [(0, 0); $name::ALL.len()];
                    let (mut group, mut first) = (0, 0);
                    while group < places.len() {
                        let size = $name::ALL[group].1;
                        places[group] = (first, size);
                        first += size;
                        group += 1;
                    }
                    places
                };
                PLACES[self as usize]
            }
        }
    };
}

groups! { Own:
    Count0 7 "Cards of the active colour that are left in the own hand, 0 to 6.",
    Count1 7 "The same of the second colour.",
    Count2 7 "The same of the third colour.",
    Count3 7 "The same of the fourth colour.",
    Actions0 3 "Whether a skip, a reverse, a card that makes draw of the active colour is left.",
    Actions1 3 "The same of the second colour.",
    Actions2 3 "The same of the third colour.",
    Actions3 3 "The same of the fourth colour.",
    Wilds 3 "Wilds left that make nobody draw, 0 to 2.",
    WildDraws 3 "Wilds left that make somebody draw, 0 to 2.",
    Size 16 "Cards left, 0 to 15.",
    Links1 3 "Symbols held both in the active and in the second colour, 0 to 2.",
    Links2 3 "The same of the third colour.",
    Links3 3 "The same of the fourth colour.",
    Links 4 "Symbols shared among the other colours, 0 to 3.",
    Fits 6 "Cards left that could be played on the up card, 0 to 5.",
    Same 3 "In which of the other three colours the symbol of the up card is left.",
    Colours 5 "Number of colours left.",
    Last 6 "One card left: a wild, one that makes draw, of the active colour, of its symbol, \
        neither.",
    Pair 8 "Two cards left: how many could be played, and whether one could follow the other.",
    Points 8 "Points left in the own hand.",
    Decision 72 "What is decided, and by which kind of action.",
    Symbol 24 "The symbol of the card that is played.",
    Bluff 1 "The card is a dishonest wild draw four.",
    Changes 1 "The card changes the active colour.",
    Matches 1 "The card has the symbol of the card below it.",
    Declines 4 "The player draws or keeps although it could play: nothing, a wild, a colour, both.",
    Acts 3 "Who acts next: an opponent, the player itself, or a partner.",
    Draws 8 "Cards that the next player draws.",
    Owed 8 "Cards that the player itself has to draw unless it answers.",
    LikelyBluff 8 "For a challenge, the chance that the other had a card of the colour.",
    Gain 8 "By how many cards the hand shrinks where the action moves hands.",
    Unseen0 7 "Share of the active colour in all unseen cards.",
    Unseen1 7 "The same of the second colour.",
    Unseen2 7 "The same of the third colour.",
    Unseen3 7 "The same of the fourth colour.",
    UnseenWilds 6 "Unseen wilds.",
    UnseenDraws 4 "Unseen wilds that make somebody draw.",
    UnseenSame 5 "Unseen cards of other colours with the symbol of the up card.",
    Pile 6 "Cards in the draw pile.",
    Turn 6 "Turns played.",
    Up 8 "The kind of the up card after the action.",
    InPlay 9 "Seats in play.",
    Nearest 6 "The size of the smallest hand of an opponent.",
    Rules 16 "What the rule set has.",
}

groups! { Slot:
    Hand 12 "Cards in the opponent's hand after the action, 1 to 12.",
    Holds0 7 "How much of the hand may be of the active colour: all, or what was drawn since.",
    Holds1 7 "The same of the second colour.",
    Holds2 7 "The same of the third colour.",
    Holds3 7 "The same of the fourth colour.",
    Stuck 8 "Chance that the opponent can play nothing on the up card.",
    Out 8 "One card left: the chance that it can be played.",
    Named0 4 "The active colour was named by the opponent: how long ago.",
    Named1 4 "The same of the second colour.",
    Named2 4 "The same of the third colour.",
    Named3 4 "The same of the fourth colour.",
    Laid 10 "The colour of the opponent's last card, and whether it changed it; a wild; none.",
    Standing 3 "An opponent who did not call; a partner; nobody.",
}

/// Groups whose rows are in no order.
const UNORDERED: [&str; 14] = [
    "Actions0", "Actions1", "Actions2", "Actions3", "Same", "Last", "Pair", "Decision", "Symbol",
    "Declines", "Acts", "Up", "Laid", "Standing",
];

/// What rows have in common: for each the number of something shared and how much of it the row
/// has. The rows of an ordered group share a slope and a step after the first; the same rows of
/// several opponents share themselves. Learning goes by these as well as by the single rows, so
/// that what is seldom met is not learned from nothing; a network that has learned is rows alone.
pub fn shared(slots: usize) -> (usize, Vec<(u16, u16, f32)>) {
    let (mut count, mut parts) = (0, Vec::new());
    let mut slopes = |groups: &[(&str, usize, &str)], first: &dyn Fn(usize) -> Vec<usize>| {
        let mut at = 0;
        for &(name, size, _) in groups {
            if size > 3 && name != "Rules" && !UNORDERED.contains(&name) {
                for number in 0..size {
                    for row in first(at + number) {
                        let slope = number as f32 / (size - 1) as f32;
                        parts.push((row as u16, count, slope));
                        parts.push((row as u16, count + 1, f32::from(u8::from(number > 0))));
                    }
                }
                count += 2;
            }
            at += size;
        }
    };
    slopes(Own::ALL, &|row| vec![row]);
    let every = |row: usize| (0..slots).map(|slot| rows(slot) + row).collect::<Vec<_>>();
    slopes(Slot::ALL, &every);
    if slots > 1 {
        for row in 0..Slot::ROWS {
            parts.extend(every(row).iter().map(|&row| (row as u16, count, 1.0)));
            count += 1;
        }
    }
    (usize::from(count), parts)
}

/// The name of a group without the number of its colour.
fn topic(name: &str) -> &str {
    name.trim_end_matches(|last: char| last.is_ascii_digit())
}

/// What rows are about: names of groups, those of the four colours and of all opponents together.
pub fn topics() -> Vec<&'static str> {
    let mut topics: Vec<_> =
        Own::ALL.iter().chain(Slot::ALL).map(|(name, ..)| topic(name)).collect();
    topics.dedup();
    topics
}

/// The rows that are about something, with so many opponents; none if nothing is.
pub fn about(wanted: &str, slots: usize) -> Vec<u16> {
    let mut rows = Vec::new();
    let mut first = 0;
    let groups = Own::ALL.iter().chain((0..slots).flat_map(|_| Slot::ALL));
    for (name, size, _) in groups {
        if topic(name) == wanted {
            rows.extend(first as u16..(first + size) as u16);
        }
        first += size;
    }
    rows
}

/// Number of rows with so many opponents.
pub const fn rows(slots: usize) -> usize {
    Own::ROWS + slots * Slot::ROWS
}

/// How many opponents have rows at so many seats.
pub fn slots(players: usize) -> usize {
    (players - 1).min(MOST_SLOTS)
}

/// A number for this list of inputs: files that were made for another one are refused.
pub fn digest() -> u64 {
    let mut text = String::new();
    for (name, size, says) in Own::ALL.iter().chain(Slot::ALL) {
        text.push_str(&format!("{name} {size} {says}\n"));
    }
    fnv1a(text.as_bytes())
}

/// The most rows that count at once: one a group, and further bits of `Rules`.
pub const MOST_ACTIVE: usize = Own::ALL.len() + 26 + MOST_SLOTS * Slot::ALL.len();

/// The rows that count for an action.
#[derive(Debug, Clone, Copy)]
pub struct Active {
    /// As many as a length can say.
    rows: [u16; 1 << u8::BITS],
    len: u8,
}

const _: () = assert!(MOST_ACTIVE <= u8::MAX as usize);

impl Default for Active {
    fn default() -> Active {
        Active { rows: [0; 1 << u8::BITS], len: 0 }
    }
}

impl Active {
    /// The rows.
    #[inline(always)]
    pub fn rows(&self) -> &[u16] {
        &self.rows[..usize::from(self.len)]
    }

    /// Keeps so many rows, the first ones.
    #[inline(always)]
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len.try_into().unwrap_or(u8::MAX));
    }

    #[inline(always)]
    fn push(&mut self, row: usize) {
        self.rows[usize::from(self.len)] = row as u16;
        self.len += 1;
    }

    /// The row of a group with this number, or the last of the group if there is none.
    #[inline(always)]
    pub(super) fn own(&mut self, group: Own, number: u32) {
        let (first, size) = group.place();
        self.push(first + (number as usize).min(size - 1));
    }

    /// The rows of a group whose bits are set, place groups of its size further on.
    #[inline(always)]
    pub(super) fn own_bits(&mut self, group: Own, place: usize, bits: u32) {
        let (first, size) = group.place();
        for bit in 0..size {
            if bits >> bit & 1 == 1 {
                self.push(first + place * size + bit);
            }
        }
    }

    /// A row of one of four groups that follow each other, one a colour.
    #[inline(always)]
    pub(super) fn own_at(&mut self, group: Own, place: usize, number: u32) {
        let (first, size) = group.place();
        self.push(first + place * size + (number as usize).min(size - 1));
    }

    /// The same of an opponent.
    #[inline(always)]
    pub(super) fn slot(&mut self, slot: usize, group: Slot, number: u32) {
        let (first, size) = group.place();
        self.push(rows(slot) + first + (number as usize).min(size - 1));
    }

    /// A row of one of four groups of an opponent that follow each other, one a colour.
    #[inline(always)]
    pub(super) fn slot_at(&mut self, slot: usize, group: Slot, place: usize, number: u32) {
        let (first, size) = group.place();
        self.push(rows(slot) + first + place * size + (number as usize).min(size - 1));
    }
}
