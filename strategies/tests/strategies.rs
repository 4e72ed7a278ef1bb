//! The strategies, most of them asked for single decisions in scripted positions.

mod bluffer;
mod catalogue;
mod colour_first;
mod counter;
mod eager_draw;
mod linear;
mod low_points;
mod most_matches;
mod net;
mod number_first;
mod punisher;
mod quiet;
mod random;
mod rlcard_v1;
mod scene;
mod search;
mod specials_first;
mod specials_last;
mod switcher;
mod tactics;
mod tutorial;
mod wilds_first;
