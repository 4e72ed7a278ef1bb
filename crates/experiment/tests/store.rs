//! What a directory is made of, and how much of it is played at once.

use std::fs::{self, File};
use std::path::Path;
use unobench_engine::{ChunkSizes, Chunks};
use unobench_experiment::Lock;
use unobench_experiment::testing::{Appended, at_most};

fn appended(path: &Path, directory: &Path) -> Appended {
    let file = File::options().append(true).create(true).open(path).expect("a file");
    Appended::new(file, path, Lock::take(directory).expect("nobody has it"))
}

#[cfg(unix)]
#[test]
fn a_directory_has_one_owner_at_a_time() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("new/run");
    let lock = Lock::take(&path).expect("nobody has it");
    assert_eq!(lock.directory(), path);
    assert_eq!(fs::read_dir(&path).expect("a directory").count(), 0);
    let error = Lock::take(&path).expect_err("it is taken").to_string();
    assert!(error.contains("another run") && error.contains("new/run"), "{error}");
    drop(lock);
    Lock::take(&path).expect("nobody has it");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_that_names_the_file() {
    let dir = tempfile::tempdir().expect("a directory");
    let error =
        appended(Path::new("/dev/full"), dir.path()).append(b"{}\n").expect_err("it is full");
    assert!(error.to_string().starts_with("cannot write /dev/full: "), "{error}");
}

#[cfg(unix)]
#[test]
fn a_file_that_is_deleted_or_replaced_is_missed() {
    for is_replaced in [false, true] {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("progress.jsonl");
        let mut journal = appended(&path, dir.path());
        journal.append(b"{}\n").expect("it is there");
        std::fs::remove_file(&path).expect("it is there");
        if is_replaced {
            std::fs::write(&path, "{}\n").expect("it is written");
        }
        for error in [journal.append(b"{}\n"), journal.sync()] {
            let error = error.expect_err("it is not there");
            assert!(error.to_string().contains("progress.jsonl was deleted"), "{error}");
        }
    }
}

#[test]
fn one_chunk_is_played_however_long_it_is() {
    let lengths = |most| -> Vec<u64> {
        let chunks = Chunks::new(40, ChunkSizes::equal(10));
        at_most(most, chunks).map(|chunk| chunk.blocks).collect()
    };
    assert_eq!(lengths(None), [10; 4]);
    assert_eq!((lengths(Some(29)), lengths(Some(30))), (vec![10; 2], vec![10; 3]));
    assert_eq!((lengths(Some(0)), lengths(Some(9))), (vec![10], vec![10]));
}
