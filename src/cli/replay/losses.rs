//! What players lost, as a strategy sees it that says how likely each action is to win: a table,
//! JSON, and what the figures mean.

use std::path::Path;

use serde_json::{Value, json};

use crate::cli::catalogue;
use crate::cli::console::{Style, Verbosity};
use crate::cli::failure::{Failure, Result, refuse};
use crate::cli::numbers::grouped;
use crate::cli::options::OutputFormat;
use crate::cli::text_table::{TextTable, figures, words};
use unobench_core::bounded::quoted;
use unobench_core::strategy::StrategySpec;
use unobench_findings::estimate::Estimate;
use unobench_findings::tell::number::{decimals_for, fixed, percent, signed, with_margin_to};
use unobench_record::{Departure, Draw, Judgement, LossShares, Losses, Luck, MILLION};
use unobench_report::{Analysis, lost_a_round, write_report_of_record};

pub(in crate::cli) const JUDGE: &str = "champion";

pub(in crate::cli) fn check_judge(judge: &StrategySpec) -> Result {
    if judge.player().gives_chances() {
        return Ok(());
    }
    let able =
        catalogue().entries().filter(|entry| StrategySpec::new(entry).player().gives_chances());
    refuse!(
        "--ask {}: it does not say how likely each action is to win; allowed: {}",
        quoted(&judge.to_string()),
        able.map(|entry| entry.name).collect::<Vec<_>>().join(", ")
    )
}

pub(super) fn told(
    asked: &Judgement,
    losses: &Losses,
    judge: &str,
    format: OutputFormat,
) -> Result<String> {
    let mut table = table(losses, judge);
    if format == OutputFormat::Table {
        // A line for each player is easier to read than a narrow column.
        table.columns.pop();
        table.rows.iter_mut().for_each(|row| _ = row.pop());
    }
    let json =
        || Value::Array(losses.players().map(|player| as_json(player, &asked.luck)).collect());
    let text = table.render(format, Style::of_stdout(), json)?;
    if format != OutputFormat::Table {
        return Ok(text);
    }
    let mut lines = String::new();
    for player in losses.players() {
        if let Some(departure) = &player.costliest {
            lines += &format!("  {}: {}\n", name(player), costliest(departure));
        }
    }
    let heading = if lines.is_empty() { "" } else { "\nThe costliest decision of each:\n" };
    let judge = quoted(judge);
    let caution = asked.unlearned.iter().map(|sentence| format!(" {sentence}."));
    let interval = losses.players().any(|player| player.blocks.number > 1);
    let interval = if interval { " ± is a 95 % interval over deals." } else { "" };
    let legend = format!(
        "Lost: the chance to win after what {judge} would have done minus the chance after what \
         was done, both as {judge} sees them from that seat: an opinion, not the truth. In all: 1 \
         is a whole win. One loss may be far off, sums are less so. Calls of UNO and jump-ins that \
         were not taken are not judged.{interval}{}\n",
        caution.collect::<String>()
    );
    let draws = draws("luckiest", &asked.luck.luckiest, &judge)
        + &draws("unluckiest", &asked.luck.unluckiest, &judge);
    Ok(format!("{text}{heading}{lines}{draws}\n{}", Style::of_stdout().flow(&legend)))
}

/// The drawer's chance before a card came and after.
fn draws(which: &str, draws: &[Draw], judge: &str) -> String {
    if draws.is_empty() {
        return String::new();
    }
    let mut text = format!("\nThe {which} draws, by the chances that {judge} sees:\n");
    for draw in draws {
        let Draw { line, turns, seat, player, cards, before, after } = draw;
        let [before, after] = [*before, *after].map(|chance| percent(chance, 1));
        let luck = signed(100.0 * draw.luck(), 1);
        let player = quoted(player);
        text += &format!(
            "  {seat} {player}: {cards} after {turns} turns, line {line}: {before} before, \
             {after} after ({luck})\n"
        );
    }
    text
}

fn table(losses: &Losses, judge: &str) -> TextTable {
    let columns = vec![
        words("player"),
        figures("rounds"),
        figures("decisions"),
        figures(format!("as {}", quoted(judge))),
        figures("lost a decision"),
        figures("lost a round"),
        figures("in all"),
        words("costliest decision"),
    ];
    TextTable { columns, rows: losses.players().map(row).collect() }
}

fn row(player: &LossShares) -> Vec<String> {
    let in_all = player.lost as f64 / MILLION;
    let decisions = player.decisions as f64;
    vec![
        name(player),
        grouped(player.rounds),
        grouped(player.decisions),
        percent(player.same as f64 / decisions, 0),
        percent(in_all / decisions, 2),
        a_round(player),
        fixed(in_all, 2),
        player.costliest.as_ref().map_or_else(String::new, costliest),
    ]
}

fn name(player: &LossShares) -> String {
    player.seat.map_or_else(String::new, |seat| format!("{seat} ")) + &quoted(&player.player)
}

fn a_round(player: &LossShares) -> String {
    let (share, interval) = lost_a_round(player);
    let estimate = Estimate { value: share, interval }.times(100.0);
    let places = estimate.margin().map_or(1, |margin| decimals_for(margin).min(2));
    with_margin_to(estimate, places) + " %"
}

fn costliest(departure: &Departure) -> String {
    let Departure { line, turns, .. } = departure;
    let lost = percent(departure.lost(), 1);
    format!("{lost} after {turns} turns, line {line}: {}", departure.compared())
}

fn as_json(player: &LossShares, luck: &Luck) -> Value {
    let is_own =
        |draw: &&Draw| player.seat.map_or(draw.player == player.player, |seat| seat == draw.seat);
    let own = |draws: &[Draw]| json!(draws.iter().filter(is_own).collect::<Vec<_>>());
    let in_all = player.lost as f64 / MILLION;
    let (a_round, interval) = lost_a_round(player);
    let chances = player.said.iter().enumerate().filter(|(_, range)| range.decisions > 0);
    let chances = chances.map(|(percent, range)| {
        let said = range.chances as f64 / MILLION;
        json!({"percent": percent, "decisions": range.decisions, "said": said, "won": range.won})
    });
    json!({
        "seat": player.seat,
        "player": player.player,
        "rounds": player.rounds,
        "decisions": player.decisions,
        "same": player.same,
        "lost_a_decision": in_all / player.decisions as f64,
        "lost_a_round": a_round,
        "lost_a_round_low": interval.map(|interval| interval.low),
        "lost_a_round_high": interval.map(|interval| interval.high),
        "lost_in_all": in_all,
        "chances": chances.collect::<Vec<Value>>(),
        "luckiest": own(&luck.luckiest),
        "unluckiest": own(&luck.unluckiest),
        "costliest": player.costliest.as_ref().map(|departure| json!({
            "line": departure.line,
            "turns": departure.turns,
            "seat": departure.seat,
            "decision": departure.decision.name(),
            "done": departure.done,
            "would": departure.would,
            "chance_done": departure.chances.map(|chances| chances.done),
            "chance_would": departure.chances.map(|chances| chances.best),
        })),
    })
}

/// What was decided, what the strategy would have done and, where it gives chances to win, both of
/// them and what was lost.
pub(super) fn decided(departure: &Departure, strategy: &str) -> String {
    let Departure { decision, done, would, .. } = departure;
    let [chance_done, chance_would, lost] =
        departure.chances.map_or_else(Default::default, |chances| {
            [
                format!(", {}", percent(chances.done, 1)),
                format!(", {}", percent(chances.best, 1)),
                format!("; lost {}", percent(chances.lost(), 1)),
            ]
        });
    let decision = decision.name();
    format!("{decision}: {done}{chance_done}; {strategy} would: {would}{chance_would}{lost}")
}

/// Writes the report of a record that a strategy has judged.
pub(in crate::cli) fn to_page(
    record: &Path,
    strategy: &str,
    asked: &Judgement,
    out: &Path,
    verbosity: Verbosity,
) -> Result {
    if out == record {
        let out = out.display();
        refuse!("{out} is the record: name another file with --out");
    }
    let losses = asked.losses.as_ref().expect("the judge gives chances");
    let analysis = Analysis { file: &record.to_string_lossy(), strategy, asked, losses };
    write_report_of_record(&analysis, out).map_err(|error| Failure::Failed(error.into()))?;
    verbosity.tell_of_page(out);
    Ok(())
}
