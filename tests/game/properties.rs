//! Properties: the card sets against slow twins, texts that parse what they print, and rounds under
//! random rules and random play.

mod cards;
mod endings;
mod known;
mod limits;
mod memory;
mod notation;
mod rounds;
