//! States to come back to, clones, and other worlds behind the same row.

use crate::support::*;

const TABLES: [(&str, &[&str]); 4] = [
    ("official", &["learn", "learn"]),
    ("everything", &["learn", "random", "learn", "bluffer"]),
    ("two-packs", &["learn", "random", "learn"]),
    ("official", &["learn", "pimc:playouts=2", "learn"]),
];

fn table((name, line_up): (&str, &[&str])) -> Environment {
    env(setup(rule_set(name), line_up).tables(6))
}

fn go_on(env: &mut Environment, steps: usize) -> Vec<Rows> {
    let mut rows = env.rows();
    let mut all = Vec::new();
    for _ in 0..steps {
        rows = env.step(&all_scattered(&rows)).expect("legal actions");
        all.push(rows.clone());
    }
    all
}

#[test]
fn a_state_that_is_loaded_goes_on_as_it_did() {
    for table in TABLES {
        let mut env = self::table(table);
        env.reset(None).expect("a deal");
        go_on(&mut env, 30);
        let (saved, shown) = (env.saved(), env.rows());
        let once = go_on(&mut env, 60);
        env.load(&saved).expect("its own state");
        assert_eq!(env.rows(), shown, "{table:?}");
        assert_eq!(go_on(&mut env, 60), once, "{table:?}");
        let mut other = env.try_clone().expect("a clone");
        assert_eq!(go_on(&mut other, 40), go_on(&mut env, 40), "{table:?}");
    }
}

#[test]
fn states_of_other_environments_are_refused() {
    let official = table(TABLES[0]);
    let told = |env: &mut Environment| env.load(&official.saved()).expect_err("not its own");
    assert!(told(&mut table(TABLES[1])).to_string().contains("same arguments"));
    // At tables of the same kind, and as many.
    for line_up in [&["learn", "random"][..], &["learn", "learn", "learn", "learn"]] {
        assert!(told(&mut table(("official", line_up))).to_string().contains("same arguments"));
    }
    let alike = || setup(rule_set("official"), &["learn", "learn"]);
    let matches = Setup { match_play: true, ..alike().tables(6) };
    assert!(told(&mut env(matches)).to_string().contains("same arguments"));
    assert!(told(&mut env(alike().tables(3))).to_string().contains("6 tables"));
}

#[test]
fn worlds_look_the_same_and_are_not() {
    for table in TABLES {
        let mut env = self::table(table);
        env.reset(None).expect("a deal");
        go_on(&mut env, 25);
        let rows = env.rows();
        let mut worlds = env.determinized(8, 5).expect("worlds");
        assert_eq!(worlds.setup().autoreset, Autoreset::Disabled);
        let shown = worlds.rows();
        for (place, row) in shown.observations.chunks(BYTES).enumerate() {
            assert_eq!(row, &rows.observations[place / 8 * BYTES..][..BYTES], "{table:?}");
        }
        let masks = shown.masks.chunks(8 * ACTIONS).map(|masks| masks[..ACTIONS].to_vec());
        assert_eq!(masks.collect::<Vec<_>>().concat(), rows.masks);
        // The same choices soon lead to rows that differ.
        let later = go_on(&mut worlds, 12).pop().expect("some");
        let of_first: Vec<&[u8]> = later.observations.chunks(BYTES).take(8).collect();
        assert!(of_first.iter().any(|row| *row != of_first[0]), "{table:?}");
    }
}

/// Worlds of a world are those of the table that it came from: nothing hidden is in them.
#[test]
fn worlds_do_not_depend_on_what_is_hidden() {
    for table in &TABLES[..3] {
        let setup = setup(rule_set(table.0), table.1);
        let (mut env, _) = dealt(Setup { tables: 1, ..setup });
        go_on(&mut env, 20);
        let mut worlds = env.determinized(6, 1).expect("worlds");
        let mut of_worlds =
            env.determinized(1, 1).expect("a world").determinized(6, 1).expect("worlds");
        assert_eq!(go_on(&mut worlds, 10), go_on(&mut of_worlds, 10), "{table:?}");
    }
}

#[test]
fn worlds_that_cannot_be_made() {
    let mut env = table(TABLES[0]);
    let told = |env: &Environment, worlds| match env.determinized(worlds, 1) {
        Ok(_) => panic!("{worlds} worlds"),
        Err(error) => error.to_string(),
    };
    assert_eq!(told(&env, 1), "determinize() before reset(): nothing is dealt yet");
    env.reset(None).expect("a deal");
    assert!(told(&env, 0).contains("k=0"));
    assert!(told(&env, 1_000_000).contains("allowed are 1 to 166666"));
}
