//! Surveys played and resumed, and what is concluded from tallies made by hand.

mod estimates;
mod headers;
mod surveys;
