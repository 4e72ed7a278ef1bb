//! A training that was interrupted, in a file: what it is, how far it is, and all its numbers.

use crate::model::{Learner, Model};
use crate::{TrainPlan, TrainStage, Training};
use unobench_core::bounded::quoted;
use unobench_core::digest::fnv1a;

const MAGIC: &str = "unobench-training 6\n";

/// Why a state cannot be gone on with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    #[error("this is not an interrupted training, or it is damaged")]
    Damaged,
    #[error(
        "another training was interrupted here: {}; asked for: {}", quoted(.found), quoted(.asked)
    )]
    Other { found: String, asked: String },
}

/// What determines a training, in a line.
fn origin(plan: &TrainPlan) -> String {
    let rivals: Vec<String> =
        plan.rivals.iter().map(|(share, spec)| format!("{} {share}", spec)).collect();
    let without: Vec<String> =
        plan.without.iter().map(|topic| format!(", without {topic}")).collect();
    let rules: String =
        plan.rules.iter().map(|(weight, rules)| format!("{weight} {}", rules.to_toml())).collect();
    let stages = plan.stages.each_ref().map(|stage| {
        let TrainStage { games, choice, trust, rate, batch, .. } = stage;
        format!("{games} games, λ {trust}, rate {rate}, batch {batch}, choice {choice}")
    });
    let decisions = plan.decisions.map(|most| format!(", at most {most} decisions"));
    format!(
        "{} and {} others ({:016x}), {} seats, seed {}, for {}{}, {}{}, against {}",
        plan.named().name,
        plan.rules.len() - 1,
        fnv1a(rules.as_bytes()),
        plan.players,
        plan.seed,
        plan.aim,
        without.concat(),
        stages.join(" then "),
        decisions.unwrap_or_default(),
        rivals.join(", ")
    )
    .replace('\n', " ")
}

/// The numbers of a state, after the line that says of which training it is.
fn numbers_of<'b>(plan: &TrainPlan, bytes: &'b [u8]) -> Result<&'b [u8], StateError> {
    let (sealed, sum) = bytes.split_last_chunk::<8>().ok_or(StateError::Damaged)?;
    if fnv1a(sealed) != u64::from_le_bytes(*sum) {
        return Err(StateError::Damaged);
    }
    let rest = sealed.strip_prefix(MAGIC.as_bytes()).ok_or(StateError::Damaged)?;
    let end = rest.iter().position(|&byte| byte == b'\n').ok_or(StateError::Damaged)?;
    let (found, asked) = (String::from_utf8_lossy(&rest[..end]).into_owned(), origin(plan));
    if found != asked {
        return Err(StateError::Other { found, asked });
    }
    Ok(&rest[end + 1..])
}

/// Reads so many numbers, all that there are.
fn read_numbers<'n>(
    numbers: impl Iterator<Item = &'n mut f32>,
    bytes: &[u8],
) -> Result<(), StateError> {
    let mut rest = bytes.chunks_exact(4);
    for number in numbers {
        let bytes = rest.next().ok_or(StateError::Damaged)?;
        *number = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        if !number.is_finite() {
            return Err(StateError::Damaged);
        }
    }
    if rest.next().is_some() { Err(StateError::Damaged) } else { Ok(()) }
}

impl Training {
    /// The state: the first line, what is learned, the games and steps so far, the decisions where
    /// they are limited, all numbers that change, 4 bytes each, and a sum of all.
    pub fn state(&self) -> Vec<u8> {
        let mut bytes = format!("{MAGIC}{}\n", origin(&self.plan)).into_bytes();
        for number in [self.played[0], self.played[1], self.steps, self.past.is_some().into()] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.plan.decisions.iter().flat_map(|_| self.decisions.to_le_bytes()));
        bytes.extend(self.learner.steps.to_le_bytes());
        let Learner { own, mean, square, .. } = &self.learner;
        let past = self.past.iter().map(|(past, _)| &past.weights);
        let lengths = &self.lengths;
        for part in [lengths, &self.average.weights, own, mean, square].into_iter().chain(past) {
            bytes.extend(part.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(fnv1a(&bytes).to_le_bytes());
        bytes
    }

    /// Goes on with a training of this plan.
    ///
    /// # Errors
    /// If the state is damaged, or of another training.
    pub fn resumed(plan: TrainPlan, bytes: &[u8]) -> Result<Training, StateError> {
        let mut rest = numbers_of(&plan, bytes)?;
        let mut training = Training::new(plan, &[]);
        let mut number = || {
            let (number, others) = rest.split_first_chunk().ok_or(StateError::Damaged)?;
            rest = others;
            Ok(u64::from_le_bytes(*number))
        };
        training.played = [number()?, number()?];
        training.steps = number()?;
        let has_past = number()? == 1;
        if training.plan.decisions.is_some() {
            training.decisions = number()?;
        }
        let (steps, rest) = rest.split_first_chunk().ok_or(StateError::Damaged)?;
        training.learner.steps = i32::from_le_bytes(*steps);
        // A step's games may be too many.
        let mut stages = training.played.iter().zip(&training.plan.stages);
        if training.learner.steps < 0
            || stages.any(|(played, stage)| *played >= stage.games + stage.batch)
        {
            return Err(StateError::Damaged);
        }
        let Training { lengths, model, average, learner, .. } = &mut training;
        let Learner { own, mean, square, .. } = learner;
        let mut past = vec![0.0; if has_past { model.weights.len() } else { 0 }];
        let parts = [lengths, &mut average.weights, own, mean, square, &mut past];
        read_numbers(parts.into_iter().flatten(), rest)?;
        learner.put_together(model);
        if has_past {
            training.remember_past(past);
        }
        Ok(training)
    }

    /// Keeps the weights with which the second stage began, and the rival that they are.
    fn remember_past(&mut self, past: Vec<f32>) {
        let average = std::mem::replace(&mut self.average.weights, past);
        let rival = self.as_rival();
        let weights = std::mem::replace(&mut self.average.weights, average);
        self.past = Some((Model { weights, players: self.plan.players }, rival));
    }
}
