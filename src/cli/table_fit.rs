//! How the columns of a table share the width of a terminal: words wrap, what matters least is left
//! out, and what still does not fit stands in a second table below, behind the key columns again.

/// What becomes of a column where a terminal is too narrow for the whole table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// It says what a row is about, and stands in every block.
    Key,
    /// It stands in one of the blocks.
    Plain,
    /// It is left out before anything else is, the first one first.
    Minor,
}

/// The fewest characters on which a column is readable, and those that it takes unwrapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Need {
    pub(super) least: usize,
    pub(super) all: usize,
    pub(super) role: Role,
}

/// A column of a block and its width in characters.
pub(super) type Width = (usize, usize);

pub(super) const GAP: usize = 2;

/// The columns of each block, from above, no block wider than so many characters where its columns
/// can be made so narrow. A column that is left out is in none.
pub(super) fn blocks(needs: &[Need], width: usize) -> Vec<Vec<Width>> {
    let everything: Vec<usize> = (0..needs.len()).collect();
    if taken(&everything, |column| needs[column].all) <= width {
        return vec![everything.iter().map(|&column| (column, needs[column].all)).collect()];
    }
    let mut shown = everything;
    while taken(&shown, |column| needs[column].least) > width {
        let minor = shown.iter().position(|&column| needs[column].role == Role::Minor);
        let Some(minor) = minor else { break };
        shown.remove(minor);
    }
    stacked(&shown, needs, width).iter().map(|block| widened(block, needs, width)).collect()
}

fn taken(columns: &[usize], width: impl Fn(usize) -> usize) -> usize {
    columns.iter().map(|&column| width(column) + GAP).sum::<usize>().saturating_sub(GAP)
}

/// The columns in blocks that fit, each with the key columns.
fn stacked(columns: &[usize], needs: &[Need], width: usize) -> Vec<Vec<usize>> {
    let (keys, others): (Vec<usize>, Vec<usize>) =
        columns.iter().partition(|&&column| needs[column].role == Role::Key);
    let mut blocks = vec![keys.clone()];
    for column in others {
        let block = blocks.last_mut().expect("there is a block");
        block.push(column);
        if block.len() > keys.len() + 1 && taken(block, |column| needs[column].least) > width {
            block.pop();
            blocks.push(keys.iter().copied().chain([column]).collect());
        }
    }
    blocks.iter_mut().for_each(|block| block.sort_unstable());
    blocks
}

/// The columns as wide as they may be, what is left going to those that lack most of their width.
fn widened(block: &[usize], needs: &[Need], width: usize) -> Vec<Width> {
    let mut widths: Vec<Width> =
        block.iter().map(|&column| (column, needs[column].least)).collect();
    for _ in taken(block, |column| needs[column].least)..width {
        let lack = |&(column, width): &Width| needs[column].all as f64 / width.max(1) as f64;
        let widest = widths
            .iter_mut()
            .filter(|(column, width)| *width < needs[*column].all)
            .max_by(|column, other| lack(column).total_cmp(&lack(other)));
        let Some((_, width)) = widest else { break };
        *width += 1;
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn need(role: Role, least: usize, all: usize) -> Need {
        Need { least, all, role }
    }

    #[test]
    fn words_wrap_then_minor_columns_go_then_columns_are_stacked() {
        let [key, plain, minor] = [Role::Key, Role::Plain, Role::Minor]
            .map(|role| move |least, all| need(role, least, all));
        let names = key(10, 10);
        let fitted = |needs: &[Need], width, expected: &[&[Width]]| {
            assert_eq!(blocks(needs, width), expected, "{needs:?}");
        };
        // What fits is as wide as its texts.
        fitted(&[key(4, 10), plain(3, 8)], 20, &[&[(0, 10), (1, 8)]]);
        fitted(&[names, plain(5, 100)], 40, &[&[(0, 10), (1, 28)]]);
        fitted(&[names, minor(20, 30), plain(20, 20)], 40, &[&[(0, 10), (2, 20)]]);
        // Of several minor columns the first one is left out first.
        let needs = [names, minor(8, 8), minor(20, 30), plain(8, 8)];
        fitted(&needs, 45, &[&[(0, 10), (2, 23), (3, 8)]]);
        let needs = [names, plain(20, 20), minor(20, 30), plain(20, 20)];
        fitted(&needs, 40, &[&[(0, 10), (1, 20)], &[(0, 10), (3, 20)]]);
        // Every block has all key columns.
        let needs = [names, key(6, 6), plain(15, 15), plain(15, 15)];
        let stacked: [&[Width]; 2] = [&[(0, 10), (1, 6), (2, 15)], &[(0, 10), (1, 6), (3, 15)]];
        fitted(&needs, 40, &stacked);
        // What cannot be made narrower stands there as it is.
        fitted(&[key(30, 30), plain(50, 60)], 40, &[&[(0, 30), (1, 50)]]);
    }
}
