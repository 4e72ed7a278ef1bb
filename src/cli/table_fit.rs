//! How the columns of a table share the width of a terminal: words wrap, what matters least is left
//! out, and what still does not fit stands in a second table below, behind the key columns again.

/// What becomes of a column where not everything fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// It says what a row is about, and stands in every block.
    Key,
    /// It stands in one of the blocks.
    Plain,
    /// It is left out before anything else is, the first one first.
    Minor,
}

/// What a column takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Need {
    /// The fewest characters that break no word and no figure.
    pub(super) least: usize,
    /// The characters of its longest text.
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
        let is_minor = |&column: &usize| needs[column].role == Role::Minor;
        let Some(minor) = shown.iter().position(is_minor) else { break };
        shown.remove(minor);
    }
    stacked(&shown, needs, width).iter().map(|block| widened(block, needs, width)).collect()
}

fn taken(columns: &[usize], of: impl Fn(usize) -> usize) -> usize {
    columns.iter().map(|&column| of(column) + GAP).sum::<usize>().saturating_sub(GAP)
}

/// The columns in blocks that fit, each with the key columns.
fn stacked(columns: &[usize], needs: &[Need], width: usize) -> Vec<Vec<usize>> {
    let is_key = |&column: &usize| needs[column].role == Role::Key;
    let (keys, others): (Vec<usize>, Vec<usize>) =
        columns.iter().partition(|&column| is_key(column));
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
            .max_by(|one, other| lack(one).total_cmp(&lack(other)));
        let Some((_, width)) = widest else { break };
        *width += 1;
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn key(least: usize, all: usize) -> Need {
        Need { least, all, role: Role::Key }
    }

    const fn need(least: usize, all: usize) -> Need {
        Need { least, all, role: Role::Plain }
    }

    const fn minor(least: usize, all: usize) -> Need {
        Need { least, all, role: Role::Minor }
    }

    #[test]
    fn what_fits_is_as_wide_as_its_texts() {
        assert_eq!(blocks(&[key(4, 10), need(3, 8)], 20), [[(0, 10), (1, 8)]]);
    }

    #[test]
    fn words_wrap_before_anything_is_left_out() {
        assert_eq!(blocks(&[key(10, 10), need(5, 100)], 40), [[(0, 10), (1, 28)]]);
    }

    #[test]
    fn what_is_minor_is_left_out_before_columns_are_stacked() {
        let names = key(10, 10);
        assert_eq!(blocks(&[names, minor(20, 30), need(20, 20)], 40), [[(0, 10), (2, 20)]]);
        let kept = blocks(&[names, minor(8, 8), minor(20, 30), need(8, 8)], 45);
        assert_eq!(kept, [[(0, 10), (2, 23), (3, 8)]], "the first one is left out first");
        let stacked = blocks(&[names, need(20, 20), minor(20, 30), need(20, 20)], 40);
        assert_eq!(stacked, [[(0, 10), (1, 20)], [(0, 10), (3, 20)]]);
    }

    #[test]
    fn every_block_has_all_key_columns() {
        let stacked = blocks(&[key(10, 10), key(6, 6), need(15, 15), need(15, 15)], 40);
        assert_eq!(stacked, [[(0, 10), (1, 6), (2, 15)], [(0, 10), (1, 6), (3, 15)]]);
    }

    #[test]
    fn what_cannot_be_made_narrower_stands_there_as_it_is() {
        assert_eq!(blocks(&[key(30, 30), need(50, 60)], 40), [[(0, 30), (1, 50)]]);
    }
}
