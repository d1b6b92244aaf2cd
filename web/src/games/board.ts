/**
 * The seam between the ground of the table and the boards of the games: see "Adding a board" in web/README.md.
 * A game is a folder here with a `cover.ts` (small, for the shelf) and an `index.ts` (loaded when the game is played);
 * `any/` is the board of games that have none.
 */
import type { Component } from "svelte";

import type { Icon } from "../lib/icon";
import type { PlayerLook } from "../lib/look";
import type { ChoiceInfo, SentenceInfo } from "../lib/messages";
import type { Journey } from "../lib/motion";
import type { Declared } from "../lib/packed";
import type { Sound } from "../lib/sound";

export type { ChoiceInfo, SentenceInfo, Journey };

/** What a seat sees: `table` is what the game's `view` in `table.py` returned. */
export interface View<T = Record<string, unknown>> {
  game: string;
  seat: number | null;
  phase: string;
  /** Who must decide, as far as this seat can tell. */
  actors: number[];
  table: T;
}

/** What somebody who looks on sees in the middle of a match for so many. */
export interface Example {
  seats: number;
  view: View;
}

export interface Player {
  seat: number;
  name: string;
  kind: "open" | "person" | "bot";
  /** The level of the bot that plays, or plays in a person's place. */
  bot: string | null;
  here: boolean;
  /** Gave up: a bot plays to the end. */
  resigned: boolean;
  /** Until when the person is on vacation, in seconds since 1970. */
  vacationUntil: number | null;
  look: PlayerLook;
}

/** A clock: when the time is up (milliseconds, as `Date.now()`), or the seconds left on one that stands still. */
export interface Deadline {
  at: number | null;
  left: number | null;
}

/** What every component of a game is given. */
export interface BoardProps<T = Record<string, unknown>> {
  view: View<T>;
  /** What may be done now; nothing while others' moves are being shown, or when it is not your turn. */
  choices: readonly ChoiceInfo[];
  /** Touch: selects a choice, and decides when touched again; what the game declares as `one_touch` decides at once. */
  pick: (choice: ChoiceInfo) => void;
  /** Decides at once, for things that are unmistakable, such as a button with words on it. */
  choose: (choice: ChoiceInfo) => void;
  selected: ChoiceInfo | null;
  players: readonly Player[];
  /** The seat that looks; null for a spectator. */
  seat: number | null;
  /** The seat that sentences call “you”, if any. */
  you: number | null;
  /** What is happening at this moment, while it is shown. */
  event: SentenceInfo | null;
  /** All that has happened, as far as it is known here, but for what was taken back. */
  story: readonly SentenceInfo[];
  /** This seat's clock, if it has one. */
  due: Deadline | null;
}

/** What a rival shows, inside its tent. */
export interface TentProps<T = Record<string, unknown>> extends BoardProps<T> {
  player: Player;
}

/* eslint-disable @typescript-eslint/no-explicit-any -- each game knows the type of its own view */
/** What goes on answering for whoever gave it; see `lib/orders.ts` for when it ends. */
export interface StandingOrder {
  /** What it does. */
  says: SentenceInfo;
  /** Whether it still applies. */
  holds: (view: View<any>) => boolean;
  /** Its answer to a question; undefined leaves the question to the person. */
  answer: (choices: readonly ChoiceInfo[], view: View<any>) => ChoiceInfo | undefined;
}
/* eslint-enable @typescript-eslint/no-explicit-any */

/** A choice, and the order that answers what follows from it. */
export interface Plan extends ChoiceInfo {
  order: StandingOrder;
}

/** Plans of one kind that differ in a number: how far to bid, how far to let a price fall. */
export interface PlanOffer {
  /** Name of the text that says what they do. */
  text: string;
  plans: readonly { number: number; plan: Plan }[];
}

export interface GuideStep {
  /** Name of the anchor it points at. */
  anchor: string;
  /** Name of the text, in `words.*.ftl` of the game's folder here; `numbers` of the view's table are its arguments. */
  text: string;
  /** Verbs of the move that it asks for; left out of steps that are only read. */
  verbs?: readonly string[];
}

export type Pattern = "star" | "lattice" | "hexagon" | "scales" | "rosette";

/** What stands on the shelf. */
export interface Cover {
  /** The game's own colour, dark enough for white text on it. Never gold: gold is for what can be done. */
  accent: string;
  icon: Icon;
  /** The zellige on the box and on the backs of the cards. */
  pattern: Pattern;
}

/* eslint-disable @typescript-eslint/no-explicit-any -- each game knows the type of its own view */
/** What a game's `index.ts` exports as `game`. */
export interface GameBoard {
  /** The middle of the table. */
  Board: Component<BoardProps<any>>;
  /** What stands beside the board on a wide screen, and below it on a phone: an auction, a table of prices. */
  Side?: Component<BoardProps<any>>;
  /** One's own things are a single low row, and the board gets the room. */
  low?: boolean;
  /** The seat's own things, at the bottom below the sentence; not shown to spectators. */
  Hand?: Component<BoardProps<any>>;
  /** The open number of the view by which one seat is ahead of another, seat by seat; left out where the view tells none. */
  standing?: (table: any) => number[];
  /** What is public of a player, in a small tent. */
  Tent?: Component<TentProps<any>>;
  /** Lines of what a tent tells when there is most to tell; one if nothing is said. Their room is kept from the start. */
  tentLines?: number;
  /** Verbs that the board shows as things to touch; all others become buttons beside the sentence. */
  onBoard: readonly string[];
  /** The choice that touching a player's tent stands for, if any. */
  tentChoice?: (choices: readonly ChoiceInfo[], seat: number) => ChoiceInfo | undefined;
  /** Verbs that the page chooses by itself where there is nothing else. Only such as all can see to be the only one: an
      answer at once must tell nobody what is in a hand. */
  forced?: readonly string[];
  /** Plans that can be made now, offered beside the sentence. */
  plans?: (choices: readonly ChoiceInfo[], view: View<any>) => PlanOffer[];
  /** Phases in which one skip shows all that others do until the phase is over. */
  skippedWhole?: readonly string[];
  /** The choice that a key of the keyboard stands for. */
  hotkey?: (key: string, choices: readonly ChoiceInfo[]) => ChoiceInfo | undefined;
  /** What travels when something happens; before and after are the views around it. */
  journeys?: (event: SentenceInfo, before: View<any>, after: View<any>) => Journey[];
  /** Events worth a moment of their own: they are shown longer and larger. */
  grand?: readonly string[];
  /** Events that speak for a choice, or against it, when they are likely to follow: hints tell them. */
  foretold?: readonly string[];
  /** What is heard of events, by their names; of others nothing is. */
  sounds?: Readonly<Record<string, Sound>>;
  /** Events that the board itself makes much of: shown as long as grand ones, but not written across it. */
  staged?: readonly string[];
  /** The cards that the rules speak of, for pictures beside them. */
  cards?: readonly string[];
  /** Draws the plan that the rules tell in letters. */
  RulesPlan?: Component<{ text: string }>;
  /** Five to eight steps of the first match, which teaches by moves: the aim first. */
  guide: readonly GuideStep[];
}
/* eslint-enable @typescript-eslint/no-explicit-any */

/** The choice with this verb and these arguments, if it is open now. */
export function find(
  choices: readonly ChoiceInfo[],
  verb: string,
  args: Record<string, unknown> = {},
): ChoiceInfo | undefined {
  return choices.find((c) => c.verb === verb && Object.entries(args).every(([name, value]) => c.args[name] === value));
}

/** Whether both stand for the same thing to do: plans may begin alike and lead elsewhere. */
export function isSame(one: ChoiceInfo | null, other: ChoiceInfo | null): boolean {
  return one?.action === other?.action && JSON.stringify(one?.label) === JSON.stringify(other?.label);
}

const COVERS = import.meta.glob<Cover>("./*/cover.ts", { eager: true, import: "cover" });
const BOARDS = import.meta.glob<GameBoard>("./*/index.ts", { import: "game" });
const DECLARED = import.meta.glob<Declared>("./*/declared.json", { import: "default" });
const EXAMPLES = import.meta.glob<Example>("./*/example.json", { import: "default" });

import knapsack from "icon:knapsack";

export function cover(game: string): Cover {
  return COVERS[`./${game}/cover.ts`] ?? { accent: "var(--cover-any)", icon: knapsack, pattern: "star" };
}

/** What a game declares of its views, verbs and sentences; null for a game that is not known here. */
export async function declaredBy(game: string): Promise<Declared | null> {
  return (await DECLARED[`./${game}/declared.json`]?.()) ?? null;
}

/** A moment of a match, for a picture of the board; null for a game that has no board of its own here. */
export async function exampleOf(game: string): Promise<Example | null> {
  return (await EXAMPLES[`./${game}/example.json`]?.()) ?? null;
}

/** The board of a game; one that has none here is shown on a board for any game. */
export async function board(game: string): Promise<GameBoard> {
  return (await BOARDS[`./${game}/index.ts`]?.()) ?? (await import("./any/board")).boardFor(game);
}
