//! A training that was interrupted, in a file: what it is, how far it is, and all its numbers.

use crate::model::Learner;
use crate::{DESKS, Plan, Training};
use unobench_core::bounded::quoted;
use unobench_core::digest::fnv1a;

const MAGIC: &str = "unobench-training 4\n";

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
fn origin(plan: &Plan) -> String {
    let rivals: Vec<String> =
        plan.rivals.iter().map(|(share, spec)| format!("{} {share}", spec)).collect();
    let without: Vec<String> =
        plan.without.iter().map(|topic| format!(", without {topic}")).collect();
    format!(
        "{} ({:016x}), {} seats, seed {}, {} games, for {}, λ {}, against {}{}",
        plan.rules.name,
        fnv1a(plan.rules.to_toml().as_bytes()),
        plan.players,
        plan.seed,
        plan.games,
        plan.aim,
        plan.trust,
        rivals.join(", "),
        without.concat()
    )
    .replace('\n', " ")
}

impl Training {
    /// Whether it can have played so many games, a step's too many at most.
    fn may_be_so_far(&self) -> bool {
        let a_step = DESKS as u64 * self.plan.batch;
        self.played < self.plan.games + a_step && self.learner.steps >= 0
    }

    /// The state: the first line, what is learned, the games and steps so far, all numbers
    /// that change, 4 bytes each, and a sum of all.
    pub fn state(&self) -> Vec<u8> {
        let mut bytes = format!("{MAGIC}{}\n", origin(&self.plan)).into_bytes();
        bytes.extend(self.played.to_le_bytes());
        bytes.extend(self.learner.steps.to_le_bytes());
        let Learner { own, mean, square, .. } = &self.learner;
        for part in [&self.average.weights, own, mean, square] {
            bytes.extend(part.iter().flat_map(|number| number.to_le_bytes()));
        }
        let sum = fnv1a(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Goes on with a training of this plan.
    ///
    /// # Errors
    /// If the state is damaged, or of another training.
    pub fn resumed(plan: Plan, bytes: &[u8]) -> Result<Training, StateError> {
        let (sealed, sum) = bytes.split_last_chunk::<8>().ok_or(StateError::Damaged)?;
        if fnv1a(sealed) != u64::from_le_bytes(*sum) {
            return Err(StateError::Damaged);
        }
        let rest = sealed.strip_prefix(MAGIC.as_bytes()).ok_or(StateError::Damaged)?;
        let end = rest.iter().position(|&byte| byte == b'\n').ok_or(StateError::Damaged)?;
        let (found, asked) = (String::from_utf8_lossy(&rest[..end]).into_owned(), origin(&plan));
        if found != asked {
            return Err(StateError::Other { found, asked });
        }
        let mut training = Training::new(plan, None);
        let (played, rest) = rest[end + 1..].split_first_chunk().ok_or(StateError::Damaged)?;
        let (steps, rest) = rest.split_first_chunk().ok_or(StateError::Damaged)?;
        (training.played, training.learner.steps) =
            (u64::from_le_bytes(*played), i32::from_le_bytes(*steps));
        if !training.may_be_so_far() {
            return Err(StateError::Damaged);
        }
        let Training { model, average, learner, .. } = &mut training;
        let Learner { own, mean, square, .. } = learner;
        let mut numbers = rest.chunks_exact(4);
        let parts = [&mut average.weights, own, mean, square];
        for number in parts.into_iter().flatten() {
            let bytes = numbers.next().ok_or(StateError::Damaged)?;
            *number = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            if !number.is_finite() {
                return Err(StateError::Damaged);
            }
        }
        if numbers.next().is_some() {
            return Err(StateError::Damaged);
        }
        learner.put_together(model);
        Ok(training)
    }
}
