//! What comes from files, bots and command lines reaches nobody raw: every command that prints is
//! given names, texts and values that would take over a terminal, and values without end.

use crate::dir::{Dir, Told, json};
use serde_json::Value;

/// What a terminal would act on, and what turns the direction of writing or is not seen.
const EVIL: &str = "evil\u{1b}[31m\u{1b}]0;x\u{7}\r\t\u{8}\u{7f}\u{9b}2J\u{85}\u{61c}\u{200b}\
    \u{200f}\u{2028}\u{202e}\u{2066}\u{2069}\u{feff}\u{e0041}live";

/// The most bytes of a message, whatever is wrong.
const LONGEST: usize = 6000;

/// Whether a terminal or a reader would be misled by a character.
fn misleads(letter: char) -> bool {
    let hidden = "\u{61c}\u{200b}\u{200e}\u{200f}\u{2028}\u{2029}\u{feff}\u{e0041}";
    letter.is_control() && letter != '\n'
        || hidden.contains(letter)
        || ('\u{202a}'..='\u{202e}').contains(&letter)
        || ('\u{2066}'..='\u{2069}').contains(&letter)
}

#[track_caller]
fn assert_tame(text: &str, whose: &str) {
    if let Some(letter) = text.chars().find(|&letter| misleads(letter)) {
        panic!("{whose}: {letter:?} in {text:?}");
    }
    let forged = text.lines().find(|line| line.starts_with("FORGED"));
    assert!(forged.is_none(), "{whose}: a foreign line end is taken for one: {text}");
}

/// Runs with these words; what is printed has to be tame, and what is said short; it succeeds or is
/// refused.
#[track_caller]
fn told_words(dir: &Dir, words: &[&str]) -> Told {
    let shown: Vec<String> = words.iter().map(|word| word.chars().take(60).collect()).collect();
    let whose = format!("{shown:?}");
    let told = Told::of(dir.command("").args(words).output().expect("it can be run"));
    let said = &told.err;
    assert_tame(&told.out, &whose);
    assert_tame(said, &whose);
    assert!(said.len() < LONGEST && !said.contains("panicked"), "{whose}: {said}");
    assert!(matches!(told.status, Some(0 | 2)), "{whose}: {said}");
    told
}

/// The same, for words without spaces.
#[track_caller]
fn told(dir: &Dir, line: &str) -> Told {
    told_words(dir, &line.split(' ').collect::<Vec<_>>())
}

/// What is printed, which has the evil name escaped.
#[track_caller]
fn escaped(dir: &Dir, line: &str) -> String {
    let printed = told(dir, line).out;
    assert!(printed.contains(r"evil\u{1b}[31m\u{1b}]0;x\u{7}"), "{line}: {printed}");
    assert!(printed.len() < 20_000, "{line}: {} bytes", printed.len());
    printed
}

/// A text as it stands in a file.
fn in_toml(text: &str) -> String {
    let text = Value::String(text.to_owned()).to_string();
    text.replace('\u{e0041}', "\\U000E0041").replace('\u{7f}', "\\u007f")
}

/// A rule set whose every text is evil.
fn hostile_rules(dir: &Dir) {
    let (name, text) = (in_toml(EVIL), in_toml(&format!("{EVIL}\nFORGED\n{EVIL}")));
    let texts = format!("description = {text}\nsource = {text}\ntags = [{text}]");
    dir.write("evil.toml", format!("name = {name}\n{texts}\n[setup]\nhand_size = 5\n"));
}

#[test]
fn rules_with_hostile_texts_are_shown_escaped() {
    let dir = Dir::new();
    hostile_rules(&dir);
    for line in [
        "rules show evil.toml --format table",
        "rules diff evil.toml junior",
        "rules diff evil.toml junior --format markdown",
        "rules diff evil.toml junior --format csv",
        "rules show evil.toml --format table --color never",
    ] {
        escaped(&dir, line);
    }
    told(&dir, "rules check evil.toml");
    json(&told(&dir, "rules diff evil.toml junior --format json").out);
    // JSON and TOML spell the characters out, and so say the same.
    assert_eq!(json(&told(&dir, "rules show evil.toml --format json").out)["name"], EVIL);
    let toml = told(&dir, "rules show evil.toml").out;
    dir.write("again.toml", &toml);
    assert_eq!(told(&dir, "rules show again.toml").out, toml);
    told(&dir, "rules show evil.toml -p 99").ended(2);
}

#[test]
fn what_is_played_under_hostile_names_is_shown_escaped() {
    let dir = Dir::new();
    hostile_rules(&dir);
    for (number, line) in [
        "run -p 2 -v --report",
        "run -p 2 --format markdown",
        "run -p 2 --format csv",
        "run -p 2 --format json",
        "run -p 3",
        "run -p 2 --until-ci 0.9",
        "duel",
        "tournament",
        "tournament --format markdown",
    ]
    .iter()
    .enumerate()
    {
        let line = format!("{line} random high-points -r evil.toml -n 40 -o out{number}");
        let Told { out, err, .. } = told(&dir, &line).ended(0);
        assert!((out + &err).contains("evil"), "{line}: {err}");
    }
    for line in [
        "rules compare evil.toml --pool-games 40 -o compare",
        "rules compare junior --baseline evil.toml --pool-games 0 -o base",
        "sweep -r evil.toml --set setup.hand_size=5,7 --pool-games 0 -o sw",
        "skill high-points -r evil.toml --oracle cheat:playouts=4 --search-games 40 -o sk",
    ] {
        told(&dir, &format!("{line} -n 40 -p 2")).ended(0);
    }
    // Files have the bytes themselves, the page what may be seen of them.
    assert_eq!(dir.rows("out0", "games")[0]["rules"], EVIL);
    told(&dir, "report out0 sw sk -o page.html");
    for page in ["out0/report.html", "page.html"] {
        let page = dir.text(page).replace('\t', " ");
        assert_tame(&page, "the page");
        assert!(page.contains(r"evil\\u{1b}"), "the name stands there");
    }
}

/// Every string of a record, at whatever depth, by its path.
fn strings(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::String(_) => found.push(path.to_owned()),
        Value::Array(values) => {
            values.iter().take(2).enumerate().for_each(|(place, value)| {
                strings(value, &format!("{path}/{place}"), found);
            });
        }
        Value::Object(fields) => fields.iter().for_each(|(key, value)| {
            strings(value, &format!("{path}/{key}"), found);
        }),
        _ => {}
    }
}

/// A record in which all names are evil.
fn hostile_record(dir: &Dir) -> Vec<Value> {
    let record = dir.output("trace counter random -r everything -n 2 -s 3");
    let mut lines: Vec<Value> = record.lines().map(json).collect();
    for line in lines.iter_mut().filter(|line| line["event"] == "round") {
        line["rules"] = Value::from(format!("{EVIL}\nFORGED"));
        for player in line["players"].as_array_mut().expect("players") {
            *player = Value::from(format!("{EVIL}\nFORGED{}", "x".repeat(5000)));
        }
    }
    lines
}

fn write_record(dir: &Dir, name: &str, lines: &[Value]) {
    dir.write(name, lines.iter().map(|line| format!("{line}\n")).collect::<String>());
}

#[test]
fn hostile_records_are_shown_escaped() {
    let dir = Dir::new();
    write_record(&dir, "evil.jsonl", &hostile_record(&dir));
    assert!(told(&dir, "replay evil.jsonl").out.starts_with("ok: "));
    for line in [1, 2, 9, 30] {
        escaped(&dir, &format!("replay evil.jsonl --at {line}"));
    }
    let asked = told(&dir, "replay evil.jsonl --ask low-points").out;
    assert!(asked.contains(r"evil\u{1b}[31m"), "{asked}");
    escaped(&dir, "replay evil.jsonl --analyse");
    told(&dir, "report evil.jsonl -o evil.html");
    assert_tame(&dir.text("evil.html"), "the page");
    hostile_rules(&dir);
    let line = "trace random high-points -r evil.toml --pretty";
    escaped(&dir, line);
    let coloured = dir.output(&format!("{line} --color always"));
    let codes = ["31", "32", "33", "34", "1", "0"].iter();
    let plain = codes.fold(coloured, |text, code| text.replace(&format!("\u{1b}[{code}m"), ""));
    assert_tame(&plain, "colours apart");
}

/// Wherever a text may stand in a record, a hostile one is refused, or shown as it may be shown.
#[test]
fn every_string_of_a_record_may_be_hostile() {
    let dir = Dir::new();
    let lines = hostile_record(&dir);
    let (mut seen, mut tried) = (Vec::new(), 0);
    for (place, line) in lines.iter().enumerate() {
        if seen.contains(&&line["event"]) {
            continue;
        }
        seen.push(&line["event"]);
        let mut found = Vec::new();
        strings(line, "", &mut found);
        for path in found.iter().filter(|path| !path.starts_with("/settings/deck")) {
            let mut broken = lines[..=place].to_vec();
            *broken[place].pointer_mut(path).expect("a string") = Value::from(EVIL.repeat(50));
            write_record(&dir, "broken.jsonl", &broken);
            told(&dir, "replay broken.jsonl");
            tried += 1;
        }
    }
    let mut keys = lines[..1].to_vec();
    keys[0]["settings"][EVIL] = Value::from(EVIL);
    write_record(&dir, "broken.jsonl", &keys);
    told(&dir, "replay broken.jsonl").ended(2);
    dir.write("broken.jsonl", format!("{EVIL}\n"));
    told(&dir, "replay broken.jsonl").ended(2);
    assert!(tried > 30, "{tried} strings in {seen:?}");
}

/// What may be wrong with a command line: in place of `…` stands something evil. Each is refused,
/// in one short message.
#[test]
fn hostile_command_lines_are_quoted_escaped_and_cut() {
    let dir = Dir::new();
    for value in [format!("{EVIL}\nFORGED"), EVIL.repeat(900)] {
        for line in [
            "…",
            "--…",
            "run --…",
            "rules …",
            "rules show …",
            "rules show ….toml",
            "rules check ….toml",
            "rules show official --set …",
            "rules show official --set a=…",
            "rules show official --set a.b=…",
            "rules show official --set setup.hand_size=…",
            "rules list --tag …",
            "strategies show …",
            "run …",
            "run linear:…",
            "run linear:x=…",
            "run linear:file=…",
            "run counter:…",
            "run ismcts:playouts=…",
            "run -n …",
            "run --max-time …",
            "run cmd:'…",
            "run cmd:./there-is-none…",
            "play --plain cmd:…",
            "replay …",
            "report …",
            "completions …",
        ] {
            let words: Vec<String> = line.split(' ').map(|w| w.replace('…', &value)).collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let said = told_words(&dir, &words).ended(2).err;
            assert!(said.contains("error: "), "{line}: {said}");
        }
    }
}

#[test]
fn hostile_weight_files_are_quoted_escaped_and_cut() {
    let dir = Dir::new();
    for text in [in_toml(&format!("{EVIL}\nFORGED")), in_toml(&EVIL.repeat(5000))] {
        for weights in [
            "… = 3",
            "two = …",
            "[two]\n… = …",
            "[two]\n[more]\n… = 1",
            "[two]\nhand_size = …",
            "[…",
            "[…]\n[…]",
            EVIL,
        ] {
            dir.write("w.toml", weights.replace('…', &text));
            let said = told(&dir, "run linear:file=w.toml").ended(2).err;
            assert!(said.contains("w.toml: "), "{weights}: {said}");
        }
    }
}

#[cfg(unix)]
#[test]
fn what_a_bot_says_is_shown_escaped() {
    let dir = Dir::new();
    let name = Value::String(format!("{EVIL}\nFORGED")).to_string();
    dir.write("said", format!("{{\"type\": \"ready\", \"name\": {name}}}\n{EVIL}\n"));
    dir.write("bot.sh", "cat said\nwhile read line; do cat said; done\n");
    let ran = dir.told("bot check 'sh bot.sh' -r official -n 1 --move-time 20ms").ended(1);
    assert_tame(&ran.out, "bot check");
    assert_tame(&ran.err, "bot check");
}

/// Files that are whole but for a text without end, and paths with line ends.
#[test]
fn texts_without_end_are_cut_wherever_they_are_from() {
    let dir = Dir::new();
    let long = EVIL.repeat(2000);
    let sealed = |text: String| {
        [text.as_bytes(), &unobench_core::digest::fnv1a(text.as_bytes()).to_le_bytes()].concat()
    };
    let header = format!("inputs = {}\n\n", in_toml(&long));
    dir.write("long.net", sealed(format!("unobench-net 3\n{header}")));
    dir.write("x.net.state", sealed(format!("unobench-training 4\n{long}\n")));
    let plan = dir.output("plan run random -n 40");
    dir.write("plan.json", plan);
    dir.output("run -p 2 -n 40 -o damaged -q");
    dir.remove("damaged/progress.jsonl");
    dir.write("damaged/manifest.json", format!("{{\"players\": \"{}\"}}", EVIL.repeat(900)));
    let path = "missing\nFORGED/file";
    for words in [
        vec!["run", "net:file=long.net"],
        vec!["train", "-o", "x.net", "--resume"],
        vec!["replay", path],
        vec!["report", path],
        vec!["report", "damaged"],
        vec!["chunk", path],
        vec!["gather", path, "-o", "out"],
        vec!["rules", "check", path],
        vec!["run", "-r", path],
        vec!["run", "--rounds", "missing\nFORGED/x.csv"],
        vec!["trace", "random", "-o", path],
        vec!["train", "-o", path],
    ] {
        let ran = Told::of(dir.command("").args(&words).output().expect("it can be run"));
        assert!(matches!(ran.status, Some(1 | 2)), "{words:?}: {}", ran.err);
        assert_tame(&ran.err, words[0]);
        assert!(ran.err.len() < 2500, "{words:?}: {}", ran.err);
    }
    let jobs = format!("{{\"plan\":{}}}\n{}", Value::String(long.clone()), "x".repeat(5 << 20));
    let told = dir.fed("chunk plan.json", jobs).ended(2);
    assert_tame(&told.err, "chunk");
    assert!(told.err.len() < 2500, "{}", told.err);
    let told = dir.fed("gather plan.json -o out", "no line\n".repeat(5000)).ended(1);
    assert_eq!(told.err.matches("a line was refused").count(), 10, "{}", told.err);
    assert!(told.err.contains("5,000 lines were refused"), "{}", told.err);
}
