//! Nothing: the benches are the files beside this one.
