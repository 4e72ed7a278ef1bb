//! The page: HTML around the pictures, with style, script and data inside.

use super::chart::palette::{SERIES_COLOURS, SHAPES, style_of_pages};
use super::figure::{Figure, Show, show, shown};
use super::header::{command, facts, rule_table};
use super::source::Run;
use super::words::{capital, counted, listed, tied};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::{Map, Value, json};
use unobench_findings::wide::Wide;

/// Nothing may be fetched, from anywhere.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

const LONG: usize = 24;

pub(super) struct Frame {
    pub(super) title: String,
    pub(super) head: Markup,
    pub(super) foot: &'static str,
    pub(super) nothing: &'static str,
}

pub(super) fn page(runs: &[Run], figures: &[Figure]) -> String {
    let frame = Frame {
        title: title(runs),
        head: html! { div.runs { @for run in runs { (of_run(run, runs.len() > 1)) } } },
        foot: "Intervals are 95 % intervals, each by itself: one in twenty is expected to miss. \
            “Clearly” is said where a difference survives the correction for many comparisons, or \
            where intervals do not overlap. All numbers are from the files of the run; the buttons \
            under each chart copy or save them with all their digits.",
        nothing: "There are no results yet in these files.",
    };
    framed(&frame, figures)
}

pub(super) fn framed(frame: &Frame, figures: &[Figure]) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                link rel="icon" href="data:,";
                title { (frame.title) }
                style { (PreEscaped(style_of_pages())) (PreEscaped(include_str!("page.css"))) }
            }
            body {
                a.skip href="#content" { "Skip to the charts" }
                header {
                    h1 { (frame.title) }
                    (frame.head)
                }
                (summary(figures))
                main #content {
                    @for figure in figures { (section(figure)) }
                    @if figures.is_empty() { p { (frame.nothing) } }
                }
                footer {
                    p { (frame.foot) }
                }
                p #status role="status" aria-live="polite" {}
                script type="application/json" #data { (PreEscaped(embedded(figures))) }
                script { (PreEscaped(include_str!("page.js"))) }
            }
        }
    }
    .into_string()
}

pub(super) fn fact_list(facts: &[(&'static str, String)]) -> Markup {
    html! {
        dl.facts {
            @for (name, value) in facts {
                div class=[(value.chars().count() > LONG).then_some("long")] {
                    dt { (name) }
                    dd { (value) }
                }
            }
        }
    }
}

fn title(runs: &[Run]) -> String {
    match runs {
        [run] => {
            let question = run.head().question.as_deref().map(capital);
            question.map_or_else(
                || format!("Report: {}", run.label),
                |question| format!("{question}: {}", run.label),
            )
        }
        _ => {
            let labels: Vec<&str> = runs.iter().map(|run| run.label.as_str()).collect();
            format!("Compared: {}", listed(&labels))
        }
    }
}

fn of_run(run: &Run, several: bool) -> Markup {
    html! {
        section.run {
            @if several { h2 { (run.label) } }
            (fact_list(&facts(run)))
            @if let Some(command) = command(run) {
                div.command {
                    code { (command) }
                    button type="button" data-copy-text=(command) { "Copy command" }
                }
            }
            @if let Some(rules) = rule_table(run) { (rules) }
        }
    }
}

fn summary(figures: &[Figure]) -> Markup {
    html! {
        nav aria-label="Summary" {
            h2 { "In short" }
            ul {
                @for figure in figures {
                    li {
                        a href={ "#" (figure.id) } { (figure.title) } ":"
                        @if let Some(sentence) = figure.sentences.first() { " " (tied(sentence)) }
                        @if figure.headlines > 1 { " (" (figure.headlines - 1) " more below)" }
                    }
                }
            }
        }
    }
}

fn section(figure: &Figure) -> Markup {
    let [wide, narrow] = figure.picture.inline();
    html! {
        section.figure id=(figure.id) {
            h2 { (figure.title) }
            @if !figure.players.is_empty() { p.players { "Players: " (figure.players) } }
            figure {
                (legend(figure))
                div.picture.wide { (PreEscaped(wide)) }
                div.picture.narrow { (PreEscaped(narrow)) }
                figcaption {
                    @for sentence in &figure.sentences { p.said { (tied(sentence)) } }
                    p.reading { (tied(&figure.reading)) }
                }
            }
            @if let Some(curves) = &figure.curves {
                p.tools {
                    button type="button" data-save={ (figure.id) "-curves" } {
                        "Save the curves (" (counted(curves.rows.len(), "point")) ", CSV)"
                    }
                }
            }
            (table(figure))
        }
    }
}

fn legend(figure: &Figure) -> Markup {
    if figure.legend.is_empty() && figure.band.is_none() {
        return html! {};
    }
    html! {
        ul.legend {
            @for (number, name) in figure.legend.iter().enumerate() {
                li {
                    span class={ "s" (number % SERIES_COLOURS) } aria-hidden="true" {
                        (SHAPES[number % SHAPES.len()])
                    }
                    " " (name)
                }
            }
            @if let Some(band) = &figure.band {
                li { span.band aria-hidden="true" {} " " (tied(band)) }
            }
        }
    }
}

/// Columns that say the same in every row are left out of the page, though not of the data.
fn visible(data: &Wide) -> Vec<usize> {
    let varies = |column: usize| data.rows.iter().any(|row| row[column] != data.rows[0][column]);
    let keep = |column: usize| {
        data.rows.len() < 2 || varies(column) || show(&data.columns[column]) != Show::Plain
    };
    (0..data.columns.len()).filter(|&column| keep(column)).collect()
}

fn table(figure: &Figure) -> Markup {
    let data = &figure.table;
    let visible = visible(data);
    let is_number = |column: usize| data.rows.iter().any(|row| row[column].is_number());
    html! {
        details.numbers {
            summary { "The numbers (" (counted(data.rows.len(), "row")) ")" }
            p.tools {
                button type="button" data-copy=(figure.id) { "Copy the table" }
                button type="button" data-save=(figure.id) { "Save as CSV" }
            }
            div.scroll tabindex="0" role="region" aria-label={ "Numbers of: " (figure.title) } {
                table data-table=(figure.id) {
                    thead {
                        tr {
                            @for &column in &visible {
                                th scope="col" class=[is_number(column).then_some("number")] {
                                    button type="button" data-sort=(column) {
                                        (data.columns[column].replace('_', " "))
                                    }
                                }
                            }
                        }
                    }
                    tbody {
                        @for (place, row) in data.rows.iter().enumerate() {
                            tr data-row=(place) {
                                @for &column in &visible {
                                    td class=[is_number(column).then_some("number")] {
                                        (shown(&row[column], show(&data.columns[column])))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The data of all pictures as JSON that cannot end the element it is in.
fn embedded(figures: &[Figure]) -> String {
    let mut all = Map::new();
    for figure in figures {
        all.insert(figure.id.clone(), as_json(&figure.table));
        if let Some(curves) = &figure.curves {
            all.insert(format!("{}-curves", figure.id), as_json(curves));
        }
    }
    Value::Object(all)
        .to_string()
        .replace('<', "\\u003c")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

fn as_json(data: &Wide) -> Value {
    let cell = |cell: &Value| match cell.as_f64() {
        Some(number) if number.fract() == 0.0 && number.abs() < 9e15 => json!(number as i64),
        _ => cell.clone(),
    };
    let rows: Vec<Vec<Value>> =
        data.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
    json!({"columns": data.columns, "rows": rows})
}
