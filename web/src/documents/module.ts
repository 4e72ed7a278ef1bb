// placeholder
export type Phase = "yours" | "others" | "round" | "match";
export type TableRequest = {
  rules: string;
  set?: string[];
  players: number;
  seat: number;
  seed: number;
  matches: boolean;
  opponents: string[];
};
export type RuleSet = { name: string; description: string };
export type PlayerView = {
  seat: number;
  name: string;
  cards: number;
  points: number;
  toMove: boolean;
  you: boolean;
  out: boolean;
  partner: boolean;
  missedCall: boolean;
};
export type HeldCard = { card: string; legal: boolean };
export type Choice = { short: string; label: string; card: string | null };
export type Scene = {
  phase: Phase;
  places: PlayerView[];
  up: string | null;
  colour: string | null;
  clockwise: boolean;
  pile: number;
  notes: string[];
  hand: HeldCard[];
  question: string;
  choices: Choice[];
  log: string[];
  logLength: number;
  game: number;
  round: number;
  undone: number;
  won: boolean;
};
export type ChoiceChance = { short: string; label: string; chance: number | null };
export type Hint = { best: string; chances: ChoiceChance[] };
export type Draw = {
  seat: number;
  player: string;
  cards: string;
  turns: number;
  before: number;
  after: number;
};
export type Mistake = {
  line: number;
  turns: number;
  done: string;
  would: string;
  lost: number;
  up: string | null;
  hand: string;
};
export type Analysis = {
  lost: number | null;
  decisions: number | null;
  same: number | null;
  costliest: Mistake | null;
  course: [number, number][] | null;
  luckiest: Draw[];
  unluckiest: Draw[];
  unlearned: string | null;
};
export type Replays = { won: number; games: number };
export type SurveyRequest = {
  rules: string[];
  set?: string[];
  players: number;
  seed: number;
  whole?: boolean;
  games?: [number, number] | null;
};
export type SurveyPlan = {
  name: string;
  printed: string[];
  command: string;
  version: string;
  games: number[];
};
export type SurveyAnswer = {
  told: string;
  sure: string;
  lengths: [number, number] | null;
  dots: [number[], number[]];
};
export type GameRequest = SurveyRequest & {
  with: boolean;
  number?: number | null;
  bin?: number;
  last?: boolean;
  nth?: number;
};
export type GameAbout = { number: number; command: string; frames: number };
export type FramePlayer = { name: string; hand: string; out: boolean; moves: boolean };
export type Frame = {
  story: string[];
  up: string | null;
  colour: string | null;
  turns: number;
  seats: FramePlayer[];
};
export type AdvisedAction = {
  action: string;
  label: string;
  colour: string | null;
  chance: number | null;
  cost: number | null;
  playouts: number | null;
  thinks: string;
  why: string[];
};
export type Advice = {
  strategy: string;
  rules: string;
  players: number;
  seat: number;
  decision: string;
  options: AdvisedAction[];
  unlearned: string | null;
};
export type WhichAnswer = { match: string | null; offered: string[]; set: string | null };
export type Question = {
  id: string;
  phrases: string[];
  printed: string;
  set: string | null;
  unplayed: string | null;
  plays: boolean;
  rule: string | null;
};
export type StoredAnswer = {
  told?: string;
  sure?: string;
  lengths?: [number, number] | null;
  dots: number[];
};
export type StoredSurvey = { games: number; seed: number; version: string; command: string };
export type Answers = {
  questions: Question[];
  sets: Record<string, string>;
  surveys: Record<string, StoredSurvey>;
  answers: Record<string, Record<string, StoredAnswer>>;
};
export type PlayedAnswer = SurveyAnswer & { command: string; version: string };
export type PlayedAnswers = Record<string, Record<string, PlayedAnswer>>;
