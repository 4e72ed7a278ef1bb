//! A finding as a sentence, for `findings.json` and `show`.

use crate::estimate::Estimate;
use crate::finding::Finding;
use crate::metric::Metric;
use crate::question::QUESTIONS;
use crate::rows::FAIR;
use crate::words::{decimals_for, fixed};

/// What a verdict says after its number.
fn said(verdict: &str) -> &'static str {
    match verdict {
        "more" => ": more",
        "less" => ": less",
        "same" => ": about the same",
        "unclear" => ": open",
        _ => "",
    }
}

impl Finding {
    /// What it says, with its interval, its verdict and for whom it holds; nothing of counts, nor
    /// of what would be fair.
    pub fn sentence(&self) -> Option<String> {
        let known = self.known()?;
        let is_of_two = ["matchups", "crosstable", "duel"].contains(&&*self.question);
        if known.value < 0.0 && is_of_two {
            return self.turned().sentence().filter(|_| self.question != "matchups");
        }
        let Finding { question, of, against, metric, .. } = self;
        let told = match &**question {
            "ranks" => {
                let [first, place, last] = known.ends();
                format!("{of} ranks {place}, and may rank {first} to {last}")
            }
            "effects" | "curve" | "factorial" | "line" => {
                self.of_metric(Metric::named(metric)?, known)?
            }
            _ if against == FAIR => {
                format!("seat {of} won {} points against a fair share", signed(known, 100.0))
            }
            _ => {
                let (.., sentences) = QUESTIONS.iter().find(|(known, ..)| known == question)?;
                let (_, factor, sentence) = sentences.iter().find(|(of, ..)| of == metric)?;
                sentence.replace('#', &shown(known, *factor)).replace('@', of).replace('^', against)
            }
        };
        Some(format!("{told}{} ({})", said(&self.verdict), self.for_whom()))
    }

    fn of_metric(&self, metric: Metric, known: Estimate) -> Option<String> {
        let words = metric.words();
        // What nobody has a word for, and what would be fair, is in the table alone.
        let name = Some(words.topic).filter(|name| !name.is_empty() && self.of != FAIR)?;
        let is_value = self.against.is_empty() && !["factorial", "line"].contains(&&*self.question);
        let value =
            if is_value { shown(known, metric.factor()) } else { signed(known, metric.factor()) };
        let unit = if is_value && words.is_of_seats { " %" } else { words.unit };
        match (&*self.question, &*self.against) {
            ("factorial", _) if self.of.is_empty() => None,
            ("line", _) if self.of.contains('=') => {
                Some(format!("{name}, at {} beyond a straight line: {value}{unit}", self.of))
            }
            ("line", _) => Some(format!("{name}, for each 1 more of {}: {value}{unit}", self.of)),
            ("factorial", _) => Some(format!("{name}, with {}: {value}{unit}", self.of)),
            (_, "") => Some(format!("{name} under {}: {value}{unit}", self.of)),
            (_, against) => {
                Some(format!("{name} under {}: {value}{unit} against {against}", self.of))
            }
        }
    }

    /// The same of the other of the two.
    fn turned(&self) -> Finding {
        let verdict = match &*self.verdict {
            "more" => "less",
            "less" => "more",
            other => other,
        };
        Finding {
            of: self.against.clone(),
            against: self.of.clone(),
            value: self.value.map(|value| -value),
            low: self.high.map(|end| -end),
            high: self.low.map(|end| -end),
            verdict: verdict.to_owned(),
            ..self.clone()
        }
    }

    /// Under which rules, at how many seats, among whom, and how many games nobody won.
    fn for_whom(&self) -> String {
        let Finding { rules, players, table, undecided, .. } = self;
        let mut told = vec![format!("{players} seats")];
        told.splice(0..0, (!rules.is_empty()).then(|| rules.clone()));
        told.extend((!table.is_empty()).then(|| format!("among {table}")));
        let nobody = undecided.filter(|share| *share > 0.001);
        told.extend(nobody.map(|share| format!("nobody won {:.1} %", 100.0 * share)));
        told.join(", ")
    }
}

fn shown(known: Estimate, factor: f64) -> String {
    let known = known.times(factor);
    known.written(places(known), fixed)
}

fn places(known: Estimate) -> usize {
    known.margin().filter(|margin| *margin > 0.0).map_or(1, decimals_for)
}

fn signed(known: Estimate, factor: f64) -> String {
    let known = known.times(factor);
    known.written(places(known), |number, places| {
        let text = fixed(number, places);
        if number > 0.0 && text != fixed(0.0, places) { format!("+{text}") } else { text }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use unobench_stats::Interval;

    fn of(question: &str, metric: &str, against: &str) -> Finding {
        let of = Finding {
            question: question.to_owned(),
            rules: "official".to_owned(),
            players: 4,
            of: "champion".to_owned(),
            against: against.to_owned(),
            ..Finding::default()
        };
        of.estimate(metric, 0.271, Some(Interval { low: 0.267, high: 0.275 }))
    }

    #[test]
    fn a_finding_says_what_it_found_for_whom() {
        let told = |of: Finding| of.sentence().expect("a sentence");
        let won = of("strength", "win_rate", "");
        assert_eq!(told(won), "champion won 27.1 ± 0.4 % of its games (official, 4 seats)");
        let effect = Finding {
            table: "counter".to_owned(),
            verdict: "unclear".to_owned(),
            undecided: Some(0.25),
            ..of("effects", "skill_gain", "plain")
        };
        let words = "skill under champion: +27.1 ± 0.4 points against plain: open (official, \
             4 seats, among counter, nobody won 25.0 %)";
        assert_eq!(told(effect), words);
        assert_eq!(of("strength", "wins", "").sentence(), None);
        let lost = Finding { verdict: "less".to_owned(), ..of("crosstable", "wins", "counter") };
        let lost = Finding { value: Some(-0.2), low: Some(-0.3), high: Some(-0.1), ..lost };
        assert_eq!(
            told(lost),
            "counter won 20 ± 10 games in 100 more than champion: more (official, 4 seats)"
        );
    }
}
