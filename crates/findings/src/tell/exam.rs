//! Who sits as `champion`, and how well they know a rule set.

use crate::documents::{ExamVerdict, Examiner, KnowledgeResult};
use crate::estimate::Estimate;
use crate::panel::SPECIALIST;
use crate::tell::number::{hundredths, with_margin_to};
use crate::tell::speech::listed;

impl KnowledgeResult {
    /// What was found, in words, and who sits there.
    ///
    /// # Examples
    ///
    /// ```
    /// # use unobench_findings::documents::{ExamVerdict, Examiner, KnowledgeResult};
    /// let (rules, verdict) = ("mine".to_owned(), ExamVerdict::Passed);
    /// let (games, rate, low, high) = (7000, 0.233, 0.225, 0.241);
    /// let examiners = vec![Examiner { name: "counter".into(), games, rate, low, high, verdict }];
    /// let (players, share, margin, digest) = (4, 0.25, 0.01, None);
    /// let exam = KnowledgeResult { rules, players, share, margin, verdict, examiners, digest };
    /// let told = "champion passed its exam at 4 seats, since every examiner surely wins fewer than \
    ///     26 in 100 games: counter won 23.3 ± 0.8";
    /// assert_eq!(exam.told(), told);
    /// ```
    pub fn told(&self) -> String {
        let KnowledgeResult { players, share, margin, .. } = self;
        let who = match self.digest {
            None => "champion",
            Some(_) => "a specialist, which learned nothing but these rules, in place of champion",
        };
        let met: Vec<String> = self.examiners.iter().map(Examiner::told).collect();
        let met = listed(&met);
        let bound = hundredths(share + margin);
        match self.verdict {
            ExamVerdict::Passed => format!(
                "{who} passed its exam at {players} seats, since every examiner surely wins fewer \
                 than {bound} in 100 games: {met}"
            ),
            ExamVerdict::NotSettled => format!(
                "whether {who} knows these rules at {players} seats is not settled, since an \
                 examiner may win {bound} in 100 games: {met}"
            ),
            ExamVerdict::Lost => format!(
                "{who} lost its exam at {players} seats, since an examiner surely wins more than \
                 the fair {} in 100 games: {met}",
                hundredths(*share)
            ),
        }
    }
}

impl Examiner {
    /// Who it is, and what it won.
    fn told(&self) -> String {
        let Examiner { name, rate, low, high, .. } = self;
        let won = Estimate::of(Some(*rate), Some(*low), Some(*high));
        let won = won.map_or_else(String::new, |won| with_margin_to(won.times(100.0), 1));
        let who = match name.as_str() {
            SPECIALIST => "a specialist, which learned nothing but these rules,",
            name => name,
        };
        format!("{who} won {won}")
    }
}
