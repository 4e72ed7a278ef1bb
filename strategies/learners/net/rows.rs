//! The inputs of the network: groups of rows of its first layer, of which at most one counts,
//! or in groups of yes and no some.
//!
//! An input is 0 or 1, so that the first layer is a sum of rows. A number has a row for each value
//! but 0, which is mostly the usual one and says nothing. Colours are sorted: the one that
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
    Count0 6 "Cards of the active colour that are left in the own hand, 1 to 6.",
    Count1 6 "The same of the second colour.",
    Count2 6 "The same of the third colour.",
    Count3 6 "The same of the fourth colour.",
    Actions0 3 "Whether a skip, a reverse, a card that makes draw of the active colour is left.",
    Actions1 3 "The same of the second colour.",
    Actions2 3 "The same of the third colour.",
    Actions3 3 "The same of the fourth colour.",
    Wilds 2 "Wilds left that make nobody draw, 1 or 2.",
    WildDraws 2 "Wilds left that make somebody draw, 1 or 2.",
    Size 21 "Cards left, 1 to 15, and from 17, 19, 21, 23, 27 and 35 on.",
    Unknown 8 "Of these, cards that the player cannot know yet, since hands move: 1 to 8.",
    Links1 2 "Symbols held both in the active and in the second colour, 1 or 2.",
    Links2 2 "The same of the third colour.",
    Links3 2 "The same of the fourth colour.",
    Links 3 "Symbols shared among the other colours, 1 to 3.",
    Fits 5 "Cards left that could be played on the up card, 1 to 5.",
    Same 3 "In which of the other three colours the symbol of the up card is left.",
    Colours 4 "Number of colours left.",
    Sevens 2 "Numbers 7 left, 1 or 2, where a 7 swaps hands.",
    Zeros 2 "Numbers 0 left, 1 or 2, where a 0 passes hands on.",
    Fives 2 "Numbers 5 left, 1 or 2, where a 5 exchanges a card.",
    Specials 4 "Whether a wild is left that swaps hands, shuffles, crashes, lets all others draw.",
    Twins 2 "Cards left that are the same as the up card, 1 or 2, where it may be laid out of turn.",
    UnseenTwins 3 "Unseen cards that are the same as the up card, 1 to 3, where others may jump in.",
    Last 6 "One card left: a wild, one that makes draw, of the active colour, of its symbol, \
        neither.",
    Pair 5 "Two cards left: how many could be played, and whether one could follow the other.",
    Points 7 "Points left in the own hand, from 5, 10, 20, 35, 55, 80 and 120 on.",
    Decision 71 "What is decided, and by which kind of action; nothing for a card that is played.",
    Symbol 23 "The symbol of the card that is played.",
    Bluff 1 "The card is a dishonest wild draw four.",
    Changes 1 "The card changes the active colour.",
    Matches 1 "The card has the symbol of the card below it.",
    Declines 3 "The player draws or keeps although it could play: a wild, a colour, both.",
    Acts 2 "Who acts next if it is no opponent: the player itself, or a partner.",
    Draws 8 "Cards that the next player draws.",
    Owed 8 "Cards that the player itself has to draw unless it answers.",
    Loses 1 "The player itself loses its turn unless it answers.",
    LikelyBluff 7 "For a challenge, the chance that the other had a card of the colour.",
    Moves 4 "Hands move: two are swapped, all are passed on, all are shuffled, two are shuffled.",
    Silence 2 "A silence holds: that of the player, that of another.",
    Unseen0 6 "Share of the active colour in all unseen cards.",
    Unseen1 6 "The same of the second colour.",
    Unseen2 6 "The same of the third colour.",
    Unseen3 6 "The same of the fourth colour.",
    UnseenWilds 5 "Unseen wilds, from 1, 2, 4, 6 and 8 on.",
    UnseenDraws 3 "Unseen wild draw fours, from 1, 2 and 4 on.",
    UnseenTwos 4 "Unseen draw twos, where they answer, from 1, 2, 4 and 6 on.",
    UnseenSame 4 "Unseen cards of other colours with the symbol of the up card, from 1, 2, 4, 6 on.",
    Pile 5 "Cards in the draw pile, from 5, 12, 25, 45 and 70 on.",
    Turn 5 "Turns played, from 5, 12, 25, 50 and 100 on.",
    Up 7 "The up card after the action, if it is no number from 1 to 9.",
    InPlay 8 "Seats in play, if more than two.",
    Nearest 5 "The size of the smallest hand of an opponent, from 2, 3, 4, 6 and 9 on.",
    Rules 244 "What the rule set does, in the order of `house.rs`: each counts in part.",
}

groups! { Slot:
    Hand 20 "Cards in the opponent's hand after the action, 1 to 12, and from 14, 16, 18, 20, 22, \
        24, 30 and 40 on.",
    Holds0 6 "How much of the hand may be of the active colour, if not all: what was drawn since.",
    Holds1 6 "The same of the second colour.",
    Holds2 6 "The same of the third colour.",
    Holds3 6 "The same of the fourth colour.",
    Stuck 7 "Chance that the opponent can play nothing on the up card.",
    Out 7 "One card left: the chance that it can be played.",
    Named0 4 "The active colour was named by the opponent: how long ago.",
    Named1 4 "The same of the second colour.",
    Named2 4 "The same of the third colour.",
    Named3 4 "The same of the fourth colour.",
    Laid 9 "The colour of the opponent's last card, and whether it changed it; a wild.",
    Standing 2 "An opponent who did not call; a partner.",
    Known0 3 "Where hands move: cards of the active colour that are known to be in the hand, 1 to 3.",
    Known1 3 "The same of the second colour.",
    Known2 3 "The same of the third colour.",
    Known3 3 "The same of the fourth colour.",
    KnownFits 3 "Known cards that could be played on the up card, 1 to 3.",
    KnownWilds 2 "Known wilds, 1 or 2.",
    KnownDraws 2 "Known cards that make draw, 1 or 2.",
    Hidden 7 "Cards that are not known, where some are, 1 to 7.",
}

impl Own {
    /// The first row of a group.
    pub(super) const fn first_of(group: Own) -> usize {
        group.place().0
    }

    /// Whether one of its rows counts more often than not.
    #[inline(always)]
    const fn is_usual(self) -> bool {
        matches!(
            self,
            Own::Count0
                | Own::Count1
                | Own::Count2
                | Own::Size
                | Own::Fits
                | Own::Colours
                | Own::Points
                | Own::Symbol
                | Own::Unseen0
                | Own::UnseenWilds
                | Own::UnseenDraws
                | Own::UnseenSame
                | Own::Pile
                | Own::Turn
                | Own::Nearest
        )
    }
}

impl Slot {
    /// Whether one of its rows counts more often than not.
    #[inline(always)]
    const fn is_usual(self) -> bool {
        matches!(self, Slot::Hand | Slot::Stuck | Slot::Laid)
    }
}

/// For each row the number of groups that begin before it or with it: a network keeps a row of
/// zeros before each group, which says what the number 0 says.
pub(super) const ZEROS: [u8; MOST_ROWS] = {
    let mut zeros = [0; MOST_ROWS];
    let (mut row, mut group) = (0, 0);
    while group < MOST_GROUPS {
        let (_, size, _) = match group.checked_sub(Own::ALL.len()) {
            None => Own::ALL[group],
            Some(group) => Slot::ALL[group % Slot::ALL.len()],
        };
        let end = row + size;
        group += 1;
        while row < end {
            zeros[row] = group as u8;
            row += 1;
        }
    }
    zeros
};

/// The most groups.
pub(super) const MOST_GROUPS: usize = Own::ALL.len() + MOST_SLOTS * Slot::ALL.len();

/// Groups whose rows are in no order.
const UNORDERED: [&str; 17] = [
    "Actions0", "Actions1", "Actions2", "Actions3", "Same", "Specials", "Last", "Pair", "Decision",
    "Symbol", "Declines", "Acts", "Moves", "Up", "Rules", "Laid", "Standing",
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
            if size > 2 && !UNORDERED.contains(&name) {
                for number in 0..size {
                    for row in first(at + number) {
                        let slope = (number + 1) as f32 / size as f32;
                        parts.push((row as u16, count, slope));
                        parts.push((row as u16, count + 1, 1.0));
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

const _: () = assert!(Own::ALL[Own::Rules as usize].1 == super::EFFECTS);

/// The rows of the rule set.
pub fn effects() -> std::ops::Range<usize> {
    let first = Own::first_of(Own::Rules);
    first..first + super::EFFECTS
}

/// Number of rows with so many opponents.
pub const fn rows(slots: usize) -> usize {
    Own::ROWS + slots * Slot::ROWS
}

/// The most rows that there are.
pub(super) const MOST_ROWS: usize = rows(MOST_SLOTS);

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

/// The most rows that count at once: one a group, and further bits of some.
pub const MOST_ACTIVE: usize = Own::ALL.len() + 26 + MOST_SLOTS * Slot::ALL.len();

/// The rows that count for an action, those of the rule set apart.
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
}

impl RowSink for Active {
    #[inline(always)]
    fn row(&mut self, group: RowRange, row: usize) {
        self.rows[usize::from(self.len)] = (group.first + row) as u16;
        self.len += 1;
    }
}

/// A group of rows: the first one, how many there are, and the number of groups before it.
#[derive(Debug, Clone, Copy)]
pub struct RowRange {
    pub(super) first: usize,
    pub(super) size: usize,
    pub(super) before: usize,
    /// Whether one of them counts more often than not.
    pub(super) usual: bool,
}

impl RowRange {
    #[inline(always)]
    fn own(group: Own, place: usize) -> RowRange {
        let (first, size) = group.place();
        let before = group as usize + place;
        RowRange { first: first + place * size, size, before, usual: group.is_usual() }
    }

    #[inline(always)]
    fn slot(slot: usize, group: Slot, place: usize) -> RowRange {
        let (first, size) = group.place();
        let before = Own::ALL.len() + slot * Slot::ALL.len() + group as usize + place;
        RowRange { first: rows(slot) + first + place * size, size, before, usual: group.is_usual() }
    }
}

/// Takes in the rows that count.
pub trait RowSink {
    /// Takes in a row of a group, counted from 0.
    fn row(&mut self, group: RowRange, row: usize);

    /// The row of a group for a number, or the last one for a larger number; none for 0.
    #[inline(always)]
    fn number(&mut self, group: RowRange, number: u32) {
        if number > 0 {
            self.row(group, (number as usize).min(group.size) - 1);
        }
    }

    /// The same of a group of the player's own.
    #[inline(always)]
    fn own(&mut self, group: Own, number: u32) {
        self.own_at(group, 0, number);
    }

    /// The rows of a group whose bits are set, place groups of its size further on.
    #[inline(always)]
    fn own_bits(&mut self, group: Own, place: usize, bits: u32) {
        let group = RowRange::own(group, place);
        let mut left = bits;
        while left != 0 {
            let bit = left.trailing_zeros() as usize;
            self.row(group, bit.min(group.size - 1));
            left &= left - 1;
        }
    }

    /// The same as [`RowSink::own`] of one of four groups that follow each other, one a colour.
    #[inline(always)]
    fn own_at(&mut self, group: Own, place: usize, number: u32) {
        self.number(RowRange::own(group, place), number);
    }

    /// The same of an opponent.
    #[inline(always)]
    fn slot(&mut self, slot: usize, group: Slot, number: u32) {
        self.slot_at(slot, group, 0, number);
    }

    /// The same of one of four groups of an opponent that follow each other, one a colour.
    #[inline(always)]
    fn slot_at(&mut self, slot: usize, group: Slot, place: usize, number: u32) {
        self.number(RowRange::slot(slot, group, place), number);
    }
}
