//! What bots are called in the results: as they were in the run that goes on, as they were given a
//! name, as they call themselves, or as they were written, the first of these that there is.

use super::pool::Pool;
use super::spec::{BotError, BotSpec, Contestant, is_name, is_of_library};
use unobench_core::bounded::quoted;
use unobench_core::strategy::Catalogue;

/// By what the bots of a run are named.
#[derive(Debug, Clone, Copy)]
pub struct Naming<'a> {
    pub catalogue: Catalogue,
    /// The bots of a run that goes on: names, and how they are written without. They keep them.
    pub known: &'a [(String, String)],
    pub apart: bool,
}

/// Gives each bot among those who play its name, in the pool, too, which is made for them. A bot
/// whose name nobody knows is started and asked. Gives what is to be told of names that were asked
/// for and are not used.
///
/// # Errors
/// If a bot calls itself as a strategy of the library is called.
pub fn name_bots(
    line_up: &mut [Contestant],
    pool: &mut Pool,
    naming: Naming<'_>,
) -> Result<Vec<String>, BotError> {
    let Naming { catalogue, known, apart } = naming;
    let mut known = known.to_vec();
    let mut christened =
        Christened { catalogue, list: Vec::new(), own: Vec::new(), remarks: Vec::new() };
    let bots = line_up.iter_mut().filter_map(Contestant::bot_mut);
    for (place, bot) in bots.enumerate() {
        let again = christened.list.iter().find(|(written, _)| !apart && written == bot);
        let name = match again {
            Some((_, name)) => name.clone(),
            None => match known.iter().position(|(_, line)| *line == bot.command_line()) {
                Some(index) => known.remove(index).0,
                None => christened.new_name(bot, place, pool)?,
            },
        };
        pool.rename(place, &name);
        christened.list.push((bot.clone(), name.clone()));
        bot.name = Some(name);
    }
    Ok(christened.remarks)
}

/// The bots that have been named so far, and remarks on names that are not used.
struct Christened {
    catalogue: Catalogue,
    list: Vec<(BotSpec, String)>,
    own: Vec<(String, String)>,
    remarks: Vec<String>,
}

impl Christened {
    fn new_name(&mut self, bot: &BotSpec, place: usize, pool: &Pool) -> Result<String, BotError> {
        let name = match &bot.name {
            Some(name) => name.clone(),
            None => self.own_name(bot, place, pool)?,
        };
        let is_taken = |name: &String| self.list.iter().any(|(_, taken)| taken == name);
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        Ok(names.find(|name| !is_taken(name)).unwrap_or(name))
    }

    fn own_name(&mut self, bot: &BotSpec, place: usize, pool: &Pool) -> Result<String, BotError> {
        let command_line = bot.command_line();
        if let Some((_, name)) = self.own.iter().find(|(line, _)| *line == command_line) {
            return Ok(name.clone());
        }
        let name = match pool.introduce(place) {
            Ok(name) if is_of_library(&name, self.catalogue) => {
                let who = "a bot calls itself";
                return Err(BotError::NameOfLibrary { who, name, command_line });
            }
            // Of a name that was cut an ellipsis is left.
            Ok(name) if is_name(name.trim_end_matches('…')) => name,
            Ok(name) => {
                let why = format!("calls itself \"{}\", which no table can show", quoted(&name));
                self.remark(&command_line, &why)
            }
            Err(reason) => self.remark(&command_line, &format!("did not say its name: {reason}")),
        };
        self.own.push((command_line, name.clone()));
        Ok(name)
    }

    fn remark(&mut self, command_line: &str, why: &str) -> String {
        self.remarks.push(format!("the bot \"{}\" {why}", quoted(command_line)));
        command_line.to_owned()
    }
}
