//! A finding as a sentence, for `findings.json` and `show`.

use crate::estimate::Estimate;
use crate::finding::Finding;
use crate::metric::Metric;
use crate::question::Question;
use crate::rows::FAIR;
use crate::tell::number;
use unobench_stats::Verdict;

/// What a verdict says after its number.
fn said(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        Some(Verdict::More) => ": more",
        Some(Verdict::Less) => ": less",
        Some(Verdict::Same) => ": about the same",
        Some(Verdict::Unclear) => ": open",
        None => "",
    }
}

impl Finding {
    /// What it says, with its interval, its verdict and for whom it holds; nothing of counts, nor
    /// of what would be fair.
    pub fn sentence(&self) -> Option<String> {
        let known = self.known()?;
        let Finding { question, subject, against, metric, .. } = self;
        let is_of_two =
            matches!(question, Question::Matchups | Question::Crosstable | Question::Duel);
        if known.value < 0.0 && is_of_two {
            return self.turned().sentence().filter(|_| *question != Question::Matchups);
        }
        let told = match question {
            Question::Ranks => {
                let [first, place, last] = known.ends();
                format!("{subject} ranks {place}, and may rank {first} to {last}")
            }
            Question::Effects | Question::Curve | Question::Factorial | Question::Line => {
                self.of_metric(*metric, known)?
            }
            _ if against == FAIR => {
                format!("{subject} won {} points against a fair share", signed(known, 100.0))
            }
            _ => {
                let mut sentences = question.sentences().iter();
                let (_, factor, sentence) = sentences.find(|(told, ..)| told == metric)?;
                sentence
                    .replace('#', &shown(known, *factor))
                    .replace('@', subject)
                    .replace('^', against)
            }
        };
        Some(format!("{told}{} ({})", said(self.verdict), self.for_whom()))
    }

    fn of_metric(&self, metric: Metric, known: Estimate) -> Option<String> {
        let words = metric.words();
        // What nobody has a word for, and what would be fair, is in the table alone.
        let name = Some(words.topic).filter(|name| !name.is_empty() && self.subject != FAIR)?;
        let is_contrast = matches!(self.question, Question::Factorial | Question::Line);
        let is_value = self.against.is_empty() && !is_contrast;
        let value =
            if is_value { shown(known, metric.factor()) } else { signed(known, metric.factor()) };
        let unit = if is_value && words.is_of_seats { " %" } else { words.unit };
        match (self.question, &*self.against) {
            (Question::Factorial, _) if self.subject.is_empty() => None,
            (Question::Line, _) if self.subject.contains('=') => {
                Some(format!("{name}, at {} beyond a straight line: {value}{unit}", self.subject))
            }
            (Question::Line, _) => {
                Some(format!("{name}, for each 1 more of {}: {value}{unit}", self.subject))
            }
            (Question::Factorial, _) => {
                Some(format!("{name}, with {}: {value}{unit}", self.subject))
            }
            (_, "") => Some(format!("{name} under {}: {value}{unit}", self.subject)),
            (_, against) => {
                Some(format!("{name} under {}: {value}{unit} against {against}", self.subject))
            }
        }
    }

    /// The same of the other of the two.
    fn turned(&self) -> Finding {
        let verdict = self.verdict.map(|verdict| match verdict {
            Verdict::More => Verdict::Less,
            Verdict::Less => Verdict::More,
            Verdict::Same | Verdict::Unclear => verdict,
        });
        Finding {
            subject: self.against.clone(),
            against: self.subject.clone(),
            value: self.value.map(|value| -value),
            low: self.high.map(|end| -end),
            high: self.low.map(|end| -end),
            verdict,
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
        told.extend(nobody.map(|share| format!("nobody won {}", number::percent(share, 1))));
        told.join(", ")
    }
}

fn shown(known: Estimate, factor: f64) -> String {
    let known = known.times(factor);
    number::with_margin_to(known, number::decimals_of(known))
}

fn signed(known: Estimate, factor: f64) -> String {
    number::difference(known.times(factor))
}

#[cfg(test)]
mod tests {
    use super::*;
    use unobench_stats::Interval;

    fn of(question: Question, metric: Metric, against: &str) -> Finding {
        let finding = Finding {
            question,
            rules: "official".to_owned(),
            players: 4,
            subject: "champion".to_owned(),
            against: against.to_owned(),
            ..Finding::default()
        };
        finding.estimate(metric, 0.271, Some(Interval { low: 0.267, high: 0.275 }))
    }

    #[test]
    fn a_finding_says_what_it_found_for_whom() {
        let told = |finding: Finding| finding.sentence().expect("a sentence");
        let won = of(Question::Strength, Metric::WinRate, "");
        assert_eq!(told(won), "champion won 27.1 ± 0.4 % of its games (official, 4 seats)");
        let effect = Finding {
            table: "counter".to_owned(),
            verdict: Some(Verdict::Unclear),
            undecided: Some(0.25),
            ..of(Question::Effects, Metric::SkillGain, "plain")
        };
        let words = "skill under champion: +27.1 ± 0.4 points against plain: open (official, \
             4 seats, among counter, nobody won 25.0 %)";
        assert_eq!(told(effect), words);
        assert_eq!(of(Question::Strength, Metric::Wins, "").sentence(), None);
        let lost = Finding {
            verdict: Some(Verdict::Less),
            ..of(Question::Crosstable, Metric::Wins, "counter")
        };
        let lost = Finding { value: Some(-0.2), low: Some(-0.3), high: Some(-0.1), ..lost };
        assert_eq!(
            told(lost),
            "counter won 20 ± 10 games in 100 more than champion: more (official, 4 seats)"
        );
    }
}
