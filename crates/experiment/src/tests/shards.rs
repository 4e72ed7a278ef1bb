//! Shards put together are the whole, if they are all there.

use super::{played, small, surveys};
use crate::Found;
use crate::directory::Existing;
use crate::error::RunError;
use crate::header::Question;
use crate::merge::merge;
use crate::output::manifest::Invocation;
use crate::parts::MergeError;
use crate::store::PROGRESS;
use crate::testing::bytes;
use std::fs;
use std::path::PathBuf;
use tempfile::{TempDir, tempdir};
use unobench_engine::shard::Shard;

#[test]
fn shards_merge_to_the_whole() {
    let whole = played(&small(None), 2);
    for of in [1, 3, 12] {
        let shards: Vec<TempDir> =
            (1..=of).map(|part| played(&small(Some(Shard { part, of })), 2)).collect();
        let mut paths: Vec<PathBuf> = shards.iter().map(|shard| shard.path().to_owned()).collect();
        paths.reverse();
        let merged = tempdir().expect("a directory");
        merge(&paths, merged.path(), Existing::Refuse, &Invocation::NONE).expect("they fit");
        assert_eq!(bytes(merged.path()), bytes(whole.path()), "{of} shards");
    }
}

#[test]
fn shards_that_do_not_fit_are_refused() {
    let shard = |part, of| small(Some(Shard { part, of }));
    let [one, two, three] = [1, 2, 3].map(|part| played(&shard(part, 3), 1));
    let [one, two, three] = [&one, &two, &three].map(|shard| shard.path().to_owned());
    let out = tempdir().expect("a directory");
    let refusal = |paths: &[&PathBuf]| {
        let paths: Vec<PathBuf> = paths.iter().map(|path| (*path).clone()).collect();
        match merge(&paths, out.path(), Existing::Refuse, &Invocation::NONE) {
            Err(RunError::Merge(error)) => error,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(refusal(&[]), MergeError::Nothing);
    assert_eq!(refusal(&[&one, &three]), MergeError::Missing(vec![Shard { part: 2, of: 3 }]));
    let (first, other, shard_one) = (one.clone(), one.clone(), Shard { part: 1, of: 3 });
    let twice = MergeError::Twice { first, other, shard: shard_one };
    assert_eq!(refusal(&[&one, &one, &two]), twice);
    let whole = played(&small(None), 1);
    assert_eq!(refusal(&[&whole.path().to_owned()]), MergeError::Whole(whole.path().to_owned()));
    let of_two = played(&shard(1, 2), 1);
    let error = refusal(&[&one, &of_two.path().to_owned()]);
    let MergeError::Different { differences, .. } = error else { panic!("{error}") };
    assert_eq!(differences, "shard.of: 2 there, 3 here");
    let progress = two.join(PROGRESS);
    let contents = fs::read(&progress).expect("a file");
    fs::write(&progress, &contents[..contents.len() - 1]).expect("it is written");
    let all = [&one, &two, &three];
    assert!(matches!(refusal(&all), MergeError::Damaged { directory, .. } if directory == two));
    let lines: Vec<&[u8]> = contents.split_inclusive(|&byte| byte == b'\n').collect();
    fs::write(&progress, lines[..lines.len() - 1].concat()).expect("it is written");
    assert!(matches!(refusal(&all), MergeError::Unfinished { directory, .. } if directory == two));
    assert_eq!(bytes(out.path()).len(), 0, "nothing is left behind");
}

#[test]
fn nothing_is_merged_into_one_of_its_parts() {
    let shard = |part| Some(Shard { part, of: 2 });
    let parts = [1, 2].map(|part| played(&small(shard(part)), 1));
    let paths: Vec<PathBuf> = parts.iter().map(|part| part.path().to_owned()).collect();
    let before = bytes(&paths[1]);
    let out = paths[1].join(".");
    let error =
        merge(&paths, &out, Existing::Replace, &Invocation::NONE).expect_err("it is a part");
    assert!(error.is_usage() && error.to_string().contains("is one of the parts"), "{error}");
    assert_eq!(bytes(&paths[1]), before);
}

#[test]
fn shards_of_a_survey_merge_to_the_whole() {
    let header = |shard| surveys::header(Question::Sweep).with_shard(shard);
    let whole = surveys::played(header(None), 2);
    let shard = |part| Some(Shard { part, of: 3 });
    let parts = [2, 1, 3].map(|part| surveys::played(header(shard(part)), part as usize));
    let paths = parts.each_ref().map(|part| part.path().to_owned());
    let merged = tempdir().expect("a directory");
    let found = merge(&paths, merged.path(), Existing::Refuse, &Invocation::NONE).expect("all");
    assert!(matches!(found.found, Found::Survey(survey) if survey.header().shard.is_none()));
    assert_eq!(bytes(merged.path()), bytes(whole.path()));
    let a_run = played(&small(shard(3)), 1);
    let mixed = [&paths[0], &paths[1], &a_run.path().to_owned()].map(Clone::clone);
    let error = merge(&mixed, merged.path(), Existing::Replace, &Invocation::NONE);
    let error = error.expect_err("a run is no part of it").to_string();
    assert!(error.contains("question: run there, sweep here"), "{error}");
}
