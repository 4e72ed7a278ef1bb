use proptest::prelude::*;
use unobench_core::rules::{MAX_SEATS, People, Person, Probability, RuleSet, Weight};

#[test]
fn bounds_are_exact() {
    assert_eq!(Probability::from_f64(0.0), Some(Probability::NEVER));
    assert_eq!(Probability::from_f64(1.0), Some(Probability::ALWAYS));
    assert_eq!(Probability::from_f64(0.5).map(Probability::raw), Some(1 << 31));
    assert!(Probability::NEVER.is_never() && Probability::ALWAYS.is_always());
    assert_eq!(Weight::from_f64(1.0), Some(Weight::ONE));
    assert_eq!(Weight::from_f64(1000.0).map(Weight::raw), Some(1000 << 16));
}

#[test]
fn what_is_no_probability_is_refused() {
    for p in [-0.1, 1.000_001, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(Probability::from_f64(p), None, "{p}");
    }
    for weight in [-0.1, 1000.1, f64::NAN, f64::INFINITY] {
        assert_eq!(Weight::from_f64(weight), None, "{weight}");
    }
}

#[test]
fn a_person_that_one_seat_differs_from_is_common() {
    let written = |people: People| RuleSet { people, ..RuleSet::official() }.settings_json();
    let mut people = People::OFFICIAL;
    let half = Probability::from_f64(0.5).expect("a probability");
    people.seats[9].talks = half;
    let (mut one_differs, official) = (written(people), written(People::OFFICIAL));
    let seats = one_differs["people"].as_object_mut().expect("a section").remove("seat");
    assert_eq!(one_differs["people"], official["people"]);
    assert_eq!(seats, Some(serde_json::json!({"9": {"talks": 0.5}})));
    people.seats = [Person { talks: half, ..Person::OFFICIAL }; MAX_SEATS];
    people.seats[0].talks = Probability::NEVER;
    assert_eq!(written(people)["people"]["talks"], 0.5);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn short_decimals_stay_as_they_are(thousandths in 0_u32..=1000, tenths in 0_u32..=10_000) {
        let (p, weight) = (f64::from(thousandths) / 1000.0, f64::from(tenths) / 10.0);
        prop_assert_eq!(Probability::from_f64(p).map(Probability::to_f64), Some(p));
        prop_assert_eq!(Weight::from_f64(weight).map(Weight::to_f64), Some(weight));
    }

    #[test]
    fn every_value_prints_and_parses(raw in 0_u64..=1 << 32, weight in 0_u32..=1000 << 16) {
        let p = Probability::from_f64(raw as f64 / (1_u64 << 32) as f64).expect("a probability");
        prop_assert_eq!(p.raw(), raw);
        prop_assert_eq!(Probability::from_f64(p.to_f64()), Some(p));
        let w = Weight::from_f64(f64::from(weight) / f64::from(1 << 16)).expect("a weight");
        prop_assert_eq!(w.raw(), weight);
        prop_assert_eq!(Weight::from_f64(w.to_f64()), Some(w));
    }
}
