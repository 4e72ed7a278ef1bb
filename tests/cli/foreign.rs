//! What comes from files, bots and command lines reaches nobody raw: every command that prints is
//! given names, texts and values that would take over a terminal, and values without end.

use super::{json_file, output, refused, scratch, unobench};
use serde_json::Value;
use std::fs;
use std::path::Path;

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
fn assert_tame(text: &[u8], whose: &str) {
    let text = String::from_utf8(text.to_vec()).expect("UTF-8");
    if let Some(letter) = text.chars().find(|&letter| misleads(letter)) {
        panic!("{whose}: {letter:?} in {text:?}");
    }
    let forged = text.lines().find(|line| line.starts_with("FORGED"));
    assert!(forged.is_none(), "{whose}: a foreign line end is taken for one: {text}");
}

/// Runs with these arguments; what is printed has to be tame, and what is said short. Gives both
/// and whether it was refused.
fn told(dir: &Path, args: &[&str]) -> (String, String, bool) {
    let ran = unobench(dir).args(args).output().expect("it can be run");
    let shown: Vec<String> = args.iter().map(|arg| arg.chars().take(60).collect()).collect();
    let whose = format!("{shown:?}");
    assert_tame(&ran.stdout, &whose);
    assert_tame(&ran.stderr, &whose);
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(said.len() < LONGEST && !said.contains("panicked"), "{whose}: {said}");
    let refused = ran.status.code() == Some(2);
    assert!(refused || ran.status.success(), "{whose}: {said}");
    (String::from_utf8_lossy(&ran.stdout).into_owned(), said, refused)
}

/// A text as it stands in a file.
fn in_toml(text: &str) -> String {
    Value::String(text.to_owned())
        .to_string()
        .replace('\u{e0041}', "\\U000E0041")
        .replace('\u{7f}', "\\u007f")
}

/// A rule set whose every text is evil.
fn hostile_rules(dir: &Path) {
    let (name, text) = (in_toml(EVIL), in_toml(&format!("{EVIL}\nFORGED\n{EVIL}")));
    let rules = format!(
        "name = {name}\ndescription = {text}\nsource = {text}\ntags = [{text}]\n[setup]\nhand_size \
         = 5\n"
    );
    fs::write(dir.join("evil.toml"), rules).expect("it is written");
}

#[test]
fn rules_with_hostile_texts_are_shown_escaped() {
    let dir = scratch();
    hostile_rules(dir.path());
    let escaped = r"evil\u{1b}[31m\u{1b}]0;x\u{7}\r\t";
    for args in [
        &["rules", "show", "evil.toml", "--format", "table"][..],
        &["rules", "diff", "evil.toml", "junior"],
        &["rules", "diff", "evil.toml", "junior", "--format", "markdown"],
        &["rules", "diff", "evil.toml", "junior", "--format", "csv"],
        &["rules", "show", "evil.toml", "--format", "table", "--color", "never"],
    ] {
        assert!(told(dir.path(), args).0.contains(escaped), "{args:?}");
    }
    told(dir.path(), &["rules", "check", "evil.toml"]);
    let (short, ..) =
        told(dir.path(), &["rules", "diff", "evil.toml", "junior", "--format", "json"]);
    serde_json::from_str::<Value>(&short).expect("JSON");
    // JSON and TOML spell the characters out, and so say the same.
    let (json, ..) = told(dir.path(), &["rules", "show", "evil.toml", "--format", "json"]);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["name"], EVIL);
    let (toml, ..) = told(dir.path(), &["rules", "show", "evil.toml"]);
    fs::write(dir.path().join("again.toml"), &toml).expect("it is written");
    assert_eq!(told(dir.path(), &["rules", "show", "again.toml"]).0, toml);
    assert!(told(dir.path(), &["rules", "show", "evil.toml", "-p", "99"]).2);
}

#[test]
fn what_is_played_under_hostile_names_is_shown_escaped() {
    let dir = scratch();
    hostile_rules(dir.path());
    let pair = ["random", "high-points", "-r", "evil.toml"];
    let commands: [&[&str]; 9] = [
        &["run", "-p", "2", "-n", "40", "-v", "--report"],
        &["run", "-p", "2", "-n", "40", "--format", "markdown"],
        &["run", "-p", "2", "-n", "40", "--format", "csv"],
        &["run", "-p", "2", "-n", "40", "--format", "json"],
        &["run", "-p", "3", "-n", "40"],
        &["run", "-p", "2", "-n", "40", "--until-ci", "0.9"],
        &["duel", "-n", "40"],
        &["tournament", "-n", "40"],
        &["tournament", "-n", "40", "--format", "markdown"],
    ];
    for (number, command) in commands.iter().enumerate() {
        let out = format!("out{number}");
        let (printed, said, refused) =
            told(dir.path(), &[command, &pair[..], &["-o", &out]].concat());
        assert!(!refused && (printed + &said).contains("evil"), "{command:?}: {said}");
    }
    let all = ["-n", "40", "-p", "2"];
    for command in [
        &["rules", "compare", "evil.toml", "--pool-games", "40", "-o", "compare"][..],
        &[
            "rules",
            "compare",
            "junior",
            "--baseline",
            "evil.toml",
            "--pool-games",
            "0",
            "-o",
            "base",
        ],
        &[
            "sweep",
            "-r",
            "evil.toml",
            "--set",
            "setup.hand_size=5,7",
            "--pool-games",
            "0",
            "-o",
            "sw",
        ],
        &[
            "skill",
            "high-points",
            "-r",
            "evil.toml",
            "--oracle",
            "cheat:playouts=4",
            "--search-games",
            "40",
            "-o",
            "sk",
        ],
    ] {
        assert!(!told(dir.path(), &[command, &all[..]].concat()).2, "{command:?}");
    }
    // Files have the bytes themselves, the page what may be seen of them.
    assert_eq!(json_file(&dir.path().join("out0/summary.json"))["games"][0]["rules"], EVIL);
    told(dir.path(), &["report", "out0", "sw", "sk", "-o", "page.html"]);
    for page in ["out0/report.html", "page.html"] {
        let page = fs::read_to_string(dir.path().join(page)).expect("a page");
        assert_tame(page.replace('\t', " ").as_bytes(), "the page");
        assert!(page.contains(r"evil\u{1b}"), "the name stands there");
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
fn hostile_record(dir: &Path) -> Vec<Value> {
    let args = ["trace", "counter", "random", "-r", "everything", "-n", "2", "-s", "3"];
    let record = output(dir, &args);
    let mut lines: Vec<Value> =
        record.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for line in lines.iter_mut().filter(|line| line["event"] == "round") {
        line["rules"] = Value::from(format!("{EVIL}\nFORGED"));
        for player in line["players"].as_array_mut().expect("players") {
            *player = Value::from(format!("{EVIL}\nFORGED{}", "x".repeat(5000)));
        }
    }
    lines
}

fn write_record(path: &Path, lines: &[Value]) {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    fs::write(path, text).expect("it is written");
}

#[test]
fn hostile_records_are_shown_escaped() {
    let dir = scratch();
    let lines = hostile_record(dir.path());
    write_record(&dir.path().join("evil.jsonl"), &lines);
    assert!(told(dir.path(), &["replay", "evil.jsonl"]).0.starts_with("ok: "));
    for line in ["1", "2", "9", "30"] {
        let (table, ..) = told(dir.path(), &["replay", "evil.jsonl", "--at", line]);
        assert!(table.contains(r"evil\u{1b}[31m") && table.len() < 20_000, "{table}");
    }
    let (asked, ..) = told(dir.path(), &["replay", "evil.jsonl", "--ask", "low-points"]);
    assert!(asked.contains(r"evil\u{1b}[31m"), "{asked}");
    let (judged, ..) = told(dir.path(), &["replay", "evil.jsonl", "--analyse"]);
    assert!(judged.contains(r"evil\u{1b}[31m") && judged.len() < 20_000, "{judged}");
    told(dir.path(), &["report", "evil.jsonl", "-o", "evil.html"]);
    assert_tame(&fs::read(dir.path().join("evil.html")).expect("a page"), "the page");
    hostile_rules(dir.path());
    let args = ["trace", "random", "high-points", "-r", "evil.toml", "--pretty"];
    assert!(told(dir.path(), &args).0.contains(r"evil\u{1b}[31m"));
    let coloured = output(dir.path(), &[&args[..], &["--color", "always"]].concat());
    let plain = ["31", "32", "33", "34", "1", "0"]
        .iter()
        .fold(coloured, |text, code| text.replace(&format!("\u{1b}[{code}m"), ""));
    assert_tame(plain.as_bytes(), "colours apart");
}

/// Wherever a text may stand in a record, a hostile one is refused, or shown as it may be shown.
#[test]
fn every_string_of_a_record_may_be_hostile() {
    let dir = scratch();
    let lines = hostile_record(dir.path());
    let (mut seen, mut tried) = (Vec::new(), 0);
    for (place, line) in lines.iter().enumerate() {
        let event = line["event"].as_str().expect("an event").to_owned();
        if seen.contains(&event) {
            continue;
        }
        seen.push(event);
        let mut found = Vec::new();
        strings(line, "", &mut found);
        for path in found.iter().filter(|path| !path.starts_with("/settings/deck")) {
            let mut broken = lines[..=place].to_vec();
            *broken[place].pointer_mut(path).expect("a string") = Value::from(EVIL.repeat(50));
            write_record(&dir.path().join("broken.jsonl"), &broken);
            told(dir.path(), &["replay", "broken.jsonl"]);
            tried += 1;
        }
    }
    let mut keys = lines[..1].to_vec();
    keys[0]["settings"][EVIL] = Value::from(EVIL);
    write_record(&dir.path().join("broken.jsonl"), &keys);
    assert!(told(dir.path(), &["replay", "broken.jsonl"]).2);
    fs::write(dir.path().join("broken.jsonl"), format!("{EVIL}\n")).expect("it is written");
    assert!(told(dir.path(), &["replay", "broken.jsonl"]).2);
    assert!(tried > 30, "{tried} strings in {seen:?}");
}

/// What may be wrong with a command line: each is refused, in one short message.
#[test]
fn hostile_command_lines_are_quoted_escaped_and_cut() {
    let dir = scratch();
    for value in [format!("{EVIL}\nFORGED"), EVIL.repeat(900)] {
        let with = |prefix: &str| format!("{prefix}{value}");
        let path = format!("{}.toml", &value.replace('/', ""));
        for args in [
            vec![with("")],
            vec![with("--")],
            vec!["run".into(), with("--")],
            vec!["rules".into(), with("")],
            vec!["rules".into(), "show".into(), with("")],
            vec!["rules".into(), "show".into(), path.clone()],
            vec!["rules".into(), "check".into(), path.clone()],
            vec!["rules".into(), "show".into(), "official".into(), "--set".into(), with("")],
            vec!["rules".into(), "show".into(), "official".into(), "--set".into(), with("a=")],
            vec!["rules".into(), "show".into(), "official".into(), "--set".into(), with("a.b=")],
            vec![
                "rules".into(),
                "show".into(),
                "official".into(),
                "--set".into(),
                with("setup.hand_size="),
            ],
            vec!["rules".into(), "list".into(), "--tag".into(), with("")],
            vec!["strategies".into(), "show".into(), with("")],
            vec!["run".into(), with("")],
            vec!["run".into(), with("linear:")],
            vec!["run".into(), with("linear:x=")],
            vec!["run".into(), with("linear:file=")],
            vec!["run".into(), with("counter:")],
            vec!["run".into(), with("ismcts:playouts=")],
            vec!["run".into(), "-n".into(), with("")],
            vec!["run".into(), "--shard".into(), with("")],
            vec!["run".into(), "--max-time".into(), with("")],
            vec!["run".into(), with("cmd:'")],
            vec!["run".into(), with("cmd:./there-is-none")],
            vec!["play".into(), "--plain".into(), with("cmd:")],
            vec!["tune".into(), with("linear:")],
            vec!["tune".into(), "linear".into(), "--only".into(), with("")],
            vec!["tune".into(), with("punisher:threshold=")],
            vec!["replay".into(), with("")],
            vec!["report".into(), with("")],
            vec!["merge".into(), value.chars().take(60).collect(), "-o".into(), "whole".into()],
            vec!["completions".into(), with("")],
        ] {
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let (_, said, refused) = told(dir.path(), &args);
            assert!(refused && said.contains("error: "), "{:?}: {said}", args[0]);
        }
    }
}

#[test]
fn hostile_weight_files_are_quoted_escaped_and_cut() {
    let dir = scratch();
    let whole = in_toml(&format!("{EVIL}\nFORGED"));
    let long = in_toml(&EVIL.repeat(5000));
    for text in [&whole, &long] {
        for weights in [
            format!("{text} = 3"),
            format!("two = {text}"),
            format!("[two]\n{text} = {text}"),
            format!("[two]\n[more]\n{text} = 1"),
            format!("[two]\nhand_size = {text}"),
            format!("[{text}"),
            format!("[{text}]\n[{text}]"),
            EVIL.to_owned(),
        ] {
            fs::write(dir.path().join("w.toml"), &weights).expect("it is written");
            refused(dir.path(), &["run", "linear:file=w.toml"], &["w.toml: "]);
            told(dir.path(), &["run", "linear:file=w.toml"]);
        }
    }
}

#[cfg(unix)]
#[test]
fn what_a_bot_says_is_shown_escaped() {
    let dir = scratch();
    let name = Value::String(format!("{EVIL}\nFORGED")).to_string();
    let said = format!("{{\"type\": \"ready\", \"name\": {name}}}\n{EVIL}\n");
    fs::write(dir.path().join("said"), said).expect("it is written");
    fs::write(dir.path().join("bot.sh"), "cat said\nwhile read line; do cat said; done\n")
        .expect("it is written");
    let ran = unobench(dir.path())
        .args(["bot", "check", "sh bot.sh", "-r", "official", "-n", "1", "--move-time", "20ms"])
        .output()
        .expect("it can be run");
    assert_tame(&ran.stdout, "bot check");
    assert_tame(&ran.stderr, "bot check");
    assert_eq!(ran.status.code(), Some(1), "{}", String::from_utf8_lossy(&ran.stderr));
}

#[test]
fn names_of_formulas_and_of_shipped_rule_sets_are_refused() {
    let dir = scratch();
    let write = |name: &str, text: &str| {
        fs::write(dir.path().join(name), text).expect("it is written");
    };
    write("formula.toml", "name = \"=1+1\"\n");
    write("official.toml", "[setup]\nhand_size = 5\n");
    for command in [&["rules", "check"][..], &["run", "-n", "40", "-r"]] {
        let formula = [command, &["formula.toml"]].concat();
        refused(dir.path(), &formula, &["formula.toml: ", "\"=1+1\"", "spreadsheet"]);
        let official = [command, &["official.toml"]].concat();
        let words = ["official.toml: ", "\"official\"", "give it another name, as in name = \"my-"];
        refused(dir.path(), &official, &words);
    }
    write("official.toml", "extends = \"official\"\n[setup]\nhand_size = 5\n");
    assert_eq!(output(dir.path(), &["rules", "check", "official.toml"]), "ok\n");
    // What is printed to begin an own one from may be read again.
    for name in ["official", "stacking", "everything"] {
        write("shown.toml", &output(dir.path(), &["rules", "show", name]));
        assert_eq!(output(dir.path(), &["rules", "check", "shown.toml"]), "ok\n", "{name}");
    }
}

#[test]
fn what_is_read_is_bounded() {
    let dir = scratch();
    let path = |name: &str| dir.path().join(name);
    fs::create_dir(path("folder")).expect("it can be made");
    refused(dir.path(), &["replay", "folder"], &["cannot read folder", "it is not a regular file"]);
    fs::write(path("line.jsonl"), "x".repeat(3 << 20)).expect("it is written");
    refused(dir.path(), &["replay", "line.jsonl"], &["line 1 is longer than 1048576 bytes"]);
    let mut piped = unobench(dir.path());
    let ran = piped.args(["replay", "-"]).write_stdin("x".repeat(3 << 20)).assert();
    ran.code(2).stderr(predicates::str::contains("line 1 is longer than 1048576 bytes"));
    output(dir.path(), &["run", "-p", "2", "-n", "40", "-o", "out", "-q"]);
    fs::remove_file(path("out/progress.jsonl")).expect("it is removed");
    for name in ["summary.csv", "manifest.json"] {
        let (file, kept) = (path("out").join(name), path("kept"));
        fs::rename(&file, &kept).expect("it is moved");
        fs::create_dir(&file).expect("it can be made");
        refused(dir.path(), &["report", "out"], &[name, "it is not a regular file"]);
        fs::remove_dir(&file).expect("it is removed");
        // As long as it says, with nothing in it.
        let long = fs::File::create(&file).expect("it is made");
        long.set_len(256_000_001).expect("it is as long");
        refused(dir.path(), &["report", "out"], &[name, "longer than 256000000 bytes"]);
        fs::rename(&kept, &file).expect("it is moved back");
    }
    fs::write(path("out/summary.json"), format!("{{\"players\": \"{}\"}}", EVIL.repeat(900)))
        .expect("it is written");
    refused(dir.path(), &["report", "out"], &["summary.json is damaged"]);
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_are_not_waited_for() {
    let dir = scratch();
    refused(dir.path(), &["replay", "/dev/zero"], &["/dev/zero", "it is not a regular file"]);
    output(dir.path(), &["run", "-p", "2", "-n", "40", "-o", "out", "-q"]);
    let to_zero = |name: &str| {
        let path = dir.path().join("out").join(name);
        fs::remove_file(&path).expect("it is removed");
        std::os::unix::fs::symlink("/dev/zero", &path).expect("a link");
        refused(dir.path(), &["report", "out"], &[name, "it is not a regular file"]);
        fs::remove_file(path).expect("it is removed");
    };
    to_zero("progress.jsonl");
    to_zero("turns.csv");
}
