//! `[finish]`: when a round is over.

use super::section::{choice, section};

choice! {
    /// What an empty hand means.
    FinishWhen {
        /// The round is over.
        FirstOut = "first_out",
        /// Play goes on among the others; the order of going out is the ranking (A, C).
        LastStanding = "last_standing",
        /// Whoever goes out wins only if their hand is still empty when their turn comes round
        /// again (D).
        BringIn = "bring_in",
    }

    /// Who wins a dead position: nobody can lay a card or draw one, and nothing can change that.
    Blocked {
        /// Nobody: no points, as after a stall.
        Nobody = "nobody",
        /// Who holds the fewest points, as if going out; two equal: nobody.
        FewestPoints = "fewest_points",
    }

    /// When a hand that draws too many cards knocks its owner out.
    MercyAfter {
        /// At once, and nothing more is drawn (No Mercy).
        Card = "card",
        /// Once all cards that are owed are drawn (several programs).
        Draw = "draw",
    }
}

section! {
    /// When a round is over.
    FinishRules {
        /// What an empty hand means (A, C; D).
        when: FinishWhen = FinishWhen::FirstOut;
        /// New cards for the first emptied hand, one fewer each time after (A, C: 6, "seven
        /// rounds"); 0: none.
        refills: u8 = 0, in 0..=6;
        /// Who wins a round that is over because nobody can lay a card or draw one: nobody, or who
        /// holds the fewest points.
        blocked: Blocked = Blocked::Nobody;
        /// Cards in a hand, from drawing, that knock its owner out of the round; the cards lie with
        /// the discards; who is left alone wins (No Mercy: 25); 0: no such rule.
        mercy: u8 = 0, in 0..=0, 12..=100;
        /// Whether a hand is counted after each card or after all that are owed (No Mercy).
        mercy_after: MercyAfter = MercyAfter::Card;
    }
}
