//! Nothing: the tests are in `game.rs`.
