// Made from the types of Rust: UNOBENCH_REGENERATE=1 cargo test writes it anew.

/**
 * A table that is asked for.
 */
export type TableRequest = { rules: string, 
/**
 * `KEY=VALUE` on top of the rules.
 */
set?: Array<string>, players: number, 
/**
 * The person's seat, from 1.
 */
seat: number, seed: number, 
/**
 * Whether a match is played for points, not single rounds.
 */
matches?: boolean, 
/**
 * Strategies for the other seats, again from the first where there are too few.
 */
opponents: Array<string>, };

/**
 * A rule set that comes with the program.
 */
export type RuleSetInfo = { name: string, description: string, };

/**
 * What the person may see of a table, and what may be done.
 */
export type TableScene = { phase: ScenePhase, 
/**
 * By seat.
 */
places: Array<ScenePlayer>, 
/**
 * The card on the pile.
 */
up: string | null, 
/**
 * The active colour; none while one waits to be named.
 */
colour: string | null, clockwise: boolean, 
/**
 * How many cards can be drawn.
 */
pile: number, notes: Array<string>, hand: Array<SceneCard>, question: string, choices: Array<SceneChoice>, 
/**
 * The lines of the story from the one that was asked for.
 */
log: Array<string>, 
/**
 * How many lines the story has in all.
 */
logLength: number, 
/**
 * The number of the game, from 1, and of the round in it.
 */
game: number, round: number, 
/**
 * How many decisions were taken back so far.
 */
undone: number, 
/**
 * Whether the person has won this round.
 */
won: boolean, };

/**
 * What a table waits for: the person, another player, the next round, or the next match.
 */
export type ScenePhase = "yours" | "others" | "round" | "match";

/**
 * A player at a table.
 */
export type ScenePlayer = { 
/**
 * From 1.
 */
seat: number, name: string, 
/**
 * How many cards the player holds.
 */
cards: number, 
/**
 * In the match, or over the session.
 */
points: number, toMove: boolean, 
/**
 * Whether it is the person.
 */
you: boolean, 
/**
 * Whether the player has no cards left, or was put out.
 */
out: boolean, partner: boolean, missedCall: boolean, };

/**
 * A card in the person's hand.
 */
export type SceneCard = { card: string, 
/**
 * Whether it may be played now.
 */
legal: boolean, };

/**
 * Something that the person may do.
 */
export type SceneChoice = { 
/**
 * How it is asked for.
 */
short: string, 
/**
 * In words.
 */
label: string, 
/**
 * The card that it plays, if it plays one.
 */
card: string | null, };

/**
 * What `champion` would do, and the chance to win that it gives each choice.
 */
export type TableHint = { 
/**
 * The `short` of a choice.
 */
best: string, chances: Array<ChoiceChance>, };

/**
 * A choice, and the chance to win after it.
 */
export type ChoiceChance = { short: string, label: string, 
/**
 * 0 to 1.
 */
chance: number | null, };

/**
 * How often `champion` won with the person's hand.
 */
export type HandReplays = { won: number, 
/**
 * How many games were played.
 */
games: number, };

/**
 * What the person lost, where, and the luckiest and unluckiest draws, by `champion`'s chances.
 */
export type TableAnalysis = { 
/**
 * In games.
 */
lost: number | null, decisions: number | null, 
/**
 * How many of them `champion` would have made.
 */
same: number | null, costliest: CostliestDecision | null, 
/**
 * After each decision the turns that were played, and the person's chance to win, 0 to 1.
 */
course: Array<[number, number]> | null, luckiest: Array<LuckyDraw>, unluckiest: Array<LuckyDraw>, 
/**
 * A sentence where `champion` was not trained for what was played.
 */
unlearned: string | null, };

/**
 * The decision that cost most.
 */
export type CostliestDecision = { 
/**
 * The line of the record that tells of it, from 1.
 */
line: number, 
/**
 * How many turns were played before.
 */
turns: number, done: string, 
/**
 * What `champion` would have done.
 */
would: string, 
/**
 * How much the chance to win fell, 0 to 1.
 */
lost: number, 
/**
 * The card on the pile, with the colour that was named.
 */
up: string, hand: string, };

/**
 * A draw that changed chances.
 */
export type LuckyDraw = { 
/**
 * From 1.
 */
seat: number, player: string, cards: string, 
/**
 * How many turns were played before.
 */
turns: number, 
/**
 * The mean chance to win over what could have come, 0 to 1, and the chance after what came.
 */
before: number, after: number, };

/**
 * A survey of a house rule that is asked for.
 */
export type SurveyRequest = { 
/**
 * Questions and rule sets by their names: the first as it is, what the others change on top.
 */
rules: Array<string>, 
/**
 * `KEY=VALUE` on top of them all.
 */
set?: Array<string>, players: number, seed: number, 
/**
 * So many at each table, and of one who knows the game among others, whatever they say; until
 * the answer is sure, as `settle` plays, if it is not said.
 */
games?: [number, number], };

/**
 * What a survey will play.
 */
export type SurveyPlan = { 
/**
 * The rule set.
 */
name: string, 
/**
 * What the printed rules say.
 */
printed: Array<string>, 
/**
 * The command line that plays the same.
 */
command: string, version: string, 
/**
 * How many games will be played at most.
 */
most: number, 
/**
 * What is played first.
 */
jobs: Array<SurveyJob>, };

/**
 * A part of what a survey plays, for whoever has time.
 */
export type SurveyJob = { 
/**
 * The official game, 0, or the house rule, 1.
 */
rules: number, 
/**
 * Who plays, by a place in the plan.
 */
leg: number, 
/**
 * The first of its blocks, and how many there are.
 */
first: number, blocks: number, 
/**
 * The games of all its blocks.
 */
games: number, };

/**
 * What a survey found.
 */
export type SurveyAnswer = { 
/**
 * For whom and, after a colon, what changes.
 */
told: string, 
/**
 * What is sure of it, and what is open.
 */
sure: string, 
/**
 * The median turns of a game without the rule and with it, where the length is settled.
 */
lengths: [number, number] | null, 
/**
 * A hundred games without the rule and with it: how many there are by fives of turns.
 */
dots: [Array<number>, Array<number>], };

/**
 * A game of a survey that is asked for: with the house rule or without it, by its number from 1,
 * or the `nth`, from 0, of those that are as long as the ones in a pile of dots.
 */
export type GameRequest = { with: boolean, number?: number, bin?: number, 
/**
 * Longer ones too.
 */
last?: boolean, nth?: number, 
/**
 * Questions and rule sets by their names: the first as it is, what the others change on top.
 */
rules: Array<string>, 
/**
 * `KEY=VALUE` on top of them all.
 */
set?: Array<string>, players: number, seed: number, 
/**
 * So many at each table, and of one who knows the game among others, whatever they say; until
 * the answer is sure, as `settle` plays, if it is not said.
 */
games?: [number, number], };

/**
 * A game that can be looked at.
 */
export type GameSummary = { 
/**
 * Its number in the survey, from 1.
 */
number: number, 
/**
 * The command line that shows the same.
 */
command: string, 
/**
 * How many frames there are to see.
 */
frames: number, };

/**
 * The table after an event, with all cards open.
 */
export type GameFrame = { 
/**
 * What happened until then, the last first.
 */
story: Array<string>, 
/**
 * The card on the pile.
 */
up: string | null, 
/**
 * The letter of the active colour.
 */
colour: string | null, turns: number, seats: Array<FramePlayer>, };

/**
 * A player of a game that is looked at.
 */
export type FramePlayer = { name: string, hand: string, 
/**
 * Whether the player has no cards left, or was put out.
 */
out: boolean, 
/**
 * Whether it is the player's turn, or answer.
 */
moves: boolean, };

/**
 * What `champion` thinks of each action in a position, as `unobench ask --quick --format json` says
 * it.
 */
export type HandAdvice = { strategy: string, rules: string, players: number, seat: number, decision: string, 
/**
 * The best first.
 */
options: Array<AdvisedAction>, 
/**
 * A sentence where `champion` was not trained for what is played.
 */
unlearned: string | null, };

/**
 * A chance to win as one strategy says it, 0 to 1, with its interval.
 */
export type SaidOfAction = { 
/**
 * Who says it.
 */
by: string, chance: number, low: number, high: number, 
/**
 * How often the action was played on to the end.
 */
playouts: number | null, };

/**
 * An action, and what is thought of it.
 */
export type AdvisedAction = { 
/**
 * As in records, such as "R5" or "draw".
 */
action: string, 
/**
 * In words.
 */
label: string, 
/**
 * The letter of the colour that a wild would name.
 */
colour: string | null, 
/**
 * The chance to win that it leaves, 0 to 1; none where nobody can say.
 */
chance: number | null, 
/**
 * How low and how high it may be.
 */
low: number | null, high: number | null, 
/**
 * Who says what.
 */
said: Array<SaidOfAction>, 
/**
 * How much less that is than the best, in points of 100.
 */
cost: number | null, playouts: number | null, 
/**
 * In words.
 */
thinks: string, 
/**
 * What can be seen to follow.
 */
why: Array<string>, };

/**
 * What some words ask, as `unobench settle --which --format json` says it, of which this is what
 * the page reads.
 */
export type WhichAnswer = { 
/**
 * The question that is meant.
 */
match: string | null, 
/**
 * Questions that may be meant.
 */
offered: Array<string>, 
/**
 * The rule set that is meant.
 */
set: string | null, };

/**
 * What people ask, and what is known of it without playing: `web/src/site/answers.json`.
 */
export type StoredAnswers = { questions: Array<PageQuestion>, 
/**
 * What rule sets do that no question is about, by name.
 */
sets: { [key in string]: string }, 
/**
 * Where the answers come from, by the number of players.
 */
surveys: { [key in string]: StoredSurvey }, 
/**
 * By question or rule set, and by the number of players.
 */
answers: { [key in string]: { [key in string]: StoredAnswer } }, };

/**
 * A question about the rules, or a rule set.
 */
export type PageQuestion = { id: string, phrases: Array<string>, 
/**
 * What the printed rules say to the first of them.
 */
printed: string, 
/**
 * The rule set that answers it, if one does.
 */
set: string | null, 
/**
 * Why nothing is played.
 */
unplayed: string | null, 
/**
 * Whether it can be played.
 */
plays: boolean, 
/**
 * What the rule set does, in words.
 */
rule: string | null, };

/**
 * A survey that was played before.
 */
export type StoredSurvey = { version: string, seed: number, 
/**
 * How many games each rule set had.
 */
games: number, command: string, };

/**
 * What is known of a rule set at one number of players; of the printed rules the dots alone.
 */
export type StoredAnswer = { 
/**
 * As in what a survey answers.
 */
told?: string, sure?: string, lengths?: [number, number] | null, 
/**
 * A hundred games: how many there are by fives of turns.
 */
dots: Array<number>, };

/**
 * What was played for a question: `src/cli/answers/played.json` has it by question, and by the
 * number of players.
 */
export type PlayedAnswer = { version: string, 
/**
 * What the rules have otherwise than the official game, as `KEY=VALUE`.
 */
rules: Array<string>, 
/**
 * Games at each table, and of one who knows the game among others.
 */
games: [number, number], 
/**
 * For whom and, after a colon, what changes.
 */
told: string, 
/**
 * What is sure of it, and what is open.
 */
sure: string, 
/**
 * The median turns of a game without the rule and with it, where the length is settled.
 */
lengths: [number, number] | null, 
/**
 * A hundred games without the rule and with it: how many there are by fives of turns.
 */
dots: [Array<number>, Array<number>], };
