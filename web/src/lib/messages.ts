// Written by `npm run types` from what Python declares; do not edit.

export interface Messages {
  [k: string]: unknown;
}
/**
 * Somebody for whom the table waits, and who is not there: I want a bot to play for them until they are back.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Absent".
 */
export interface Absent {
  seat: number;
}
/**
 * The decision is stored and will never be lost.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Accepted".
 */
export interface Accepted {
  type: "accepted";
  key: string;
}
/**
 * A choice as a strong player sees it.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "AdviceInfo".
 */
export interface AdviceInfo {
  choice: ChoiceInfo;
  win_chance: number;
  /**
   * points ahead of the best rival to be expected at the end
   */
  margin: number;
}
/**
 * Something the seat may do now.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "ChoiceInfo".
 */
export interface ChoiceInfo {
  action: number;
  verb: string;
  args: {
    [k: string]: unknown;
  };
  label: SentenceInfo;
}
/**
 * Something said as data; ``text`` is the same in words, if a language was asked for.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "SentenceInfo".
 */
export interface SentenceInfo {
  name: string;
  args: {
    [k: string]: unknown;
  };
  text?: string | null;
}
/**
 * An offer to play again, as those see it who sat at the table.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "AgainInfo".
 */
export interface AgainInfo {
  /**
   * a seat of whoever made it
   */
  by: number;
  people: AnswerInfo[];
  /**
   * who gets the seats of the others, if somebody wants to go on
   */
  without: Filling | null;
}
/**
 * What somebody who sat at a table has answered to an offer to play again.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "AnswerInfo".
 */
export interface AnswerInfo {
  seats: number[];
  answer: ("yes" | "no") | null;
  /**
   * whether they want to go on without those who have not accepted
   */
  goes_on: boolean;
}
/**
 * Fills the seats of those who do not play again: with bots of a level, or open to anybody if none is named.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Filling".
 */
export interface Filling {
  level?: string | null;
}
/**
 * Put a bot in a seat, or open it; for the creator, before the start.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Arrange".
 */
export interface Arrange {
  seat: number;
  level?: string | null;
}
/**
 * I am here: the bot that plays in my place gives my seats back, after the decision it is about to take.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Back".
 */
export interface Back {
  type: "back";
}
/**
 * What somebody has.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Belongings".
 */
export interface Belongings {
  nickname: string;
  tables: number;
  results: number;
}
/**
 * A match that was played on my device: one that is over is kept as a replay, any other goes on here.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "BringMatch".
 */
export interface BringMatch {
  log: PlayedLog;
  /**
   * each of them mine or a bot's
   */
  seats: SeatWanted[];
}
/**
 * The log of a match that was played on a device: docs/formats.md, with the version of the rules.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "PlayedLog".
 */
export interface PlayedLog {
  format: 1;
  game: string;
  /**
   * the version of the rules under which it was played
   */
  rules: number;
  seats: number;
  options?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[ -~]+$".
     */
    [k: string]: boolean | number;
  };
  edition: LogEdition;
  /**
   * 32 bytes, in hexadecimal
   */
  seed: string;
  /**
   * the SHA-256 of the seed
   */
  commitment: string;
  moves: [unknown, unknown][];
  /**
   * none if the match goes on
   */
  outcome?: LogOutcome | null;
}
/**
 * The edition of a match that was played on a device: the standard one.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LogEdition".
 */
export interface LogEdition {
  name: "standard";
}
/**
 * How a match ended, as its log says.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LogOutcome".
 */
export interface LogOutcome {
  winners: number[];
  reason: string;
  scores: number[];
  ranks: number[];
}
/**
 * What a seat is to be: open, mine (perhaps under another name, when a device is passed round), or a bot's.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "SeatWanted".
 */
export interface SeatWanted {
  kind?: "open" | "me" | "bot";
  nickname?: string | null;
  level?: string | null;
}
/**
 * What the browser is to be asked, for ``PublicKeyCredential.parse…OptionsFromJSON``.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "BrowserOptions".
 */
export interface BrowserOptions {
  options: {
    [k: string]: unknown;
  };
}
/**
 * When I want to be called to tables that wait for me.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Calls".
 */
export interface Calls {
  how: "at_once" | "daily" | "never";
  language?: "en" | "fr";
  /**
   * the second of the day, in UTC, at which a daily digest is due
   */
  morning?: number;
}
/**
 * How I am called to tables that wait for me, and how I could be.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "CallsInfo".
 */
export interface CallsInfo {
  how: "at_once" | "daily" | "never";
  email: string | null;
  /**
   * whether the address was confirmed
   */
  confirmed: boolean;
  /**
   * whether this server sends letters
   */
  mail_offered: boolean;
  /**
   * the key that a browser subscribes with (applicationServerKey)
   */
  push_key: string;
}
/**
 * A link to be me on another device: ``#/carry/<token>``.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Carry".
 */
export interface Carry {
  token: string;
  /**
   * for which it works, once
   */
  seconds: number;
}
/**
 * Which link I was given.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "CarryLook".
 */
export interface CarryLook {
  token: string;
}
/**
 * What a link is good for.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "CarryOffer".
 */
export interface CarryOffer {
  state: "ready" | "used" | "expired" | "unknown";
  /**
   * of whoever made it
   */
  nickname: string | null;
  /**
   * whether that is who I am already
   */
  same: boolean;
  /**
   * who I am on this device, if I am somebody else
   */
  here: Belongings | null;
}
/**
 * Be whoever made the link, on this device too.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "CarryOn".
 */
export interface CarryOn {
  token: string;
  /**
   * whether all that I have here becomes theirs; else it stays as it is, without me
   */
  bring: boolean;
}
/**
 * What a player could expect before a decision of theirs; with the last number, how the match ended.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "ChanceInfo".
 */
export interface ChanceInfo {
  /**
   * how many decisions were taken before it
   */
  number: number;
  seat: number;
  /**
   * of winning, as a share of a win
   */
  chance: number;
}
/**
 * Seconds for a decision, or for the whole match; none means all the time in the world.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "ClockSettings".
 */
export interface ClockSettings {
  turn?: number | null;
  /**
   * seconds for a reaction, where the game has any
   */
  window?: number | null;
  /**
   * seconds a seat has for the whole match, in place of turn
   */
  bank?: number | null;
  /**
   * seconds added to the bank for each turn
   */
  increment?: number;
}
/**
 * A new table.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "CreateTable".
 */
export interface CreateTable {
  game: string;
  seats: SeatWanted[];
  options?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[ -~]+$".
     */
    [k: string]: boolean | number;
  };
  edition?: string;
  clocks?: ClockSettings1;
  public?: boolean;
  /**
   * whether people may write what they like to each other
   */
  free_talk?: boolean;
  /**
   * level of the bot that takes over a seat left
   */
  stand_in?: string | null;
  /**
   * whether whoever is let in may take a bot's seat in the match; by default at private tables
   */
  bots_open?: boolean | null;
}
/**
 * Seconds for a decision, or for the whole match; none means all the time in the world.
 */
export interface ClockSettings1 {
  turn?: number | null;
  /**
   * seconds for a reaction, where the game has any
   */
  window?: number | null;
  /**
   * seconds a seat has for the whole match, in place of turn
   */
  bank?: number | null;
  /**
   * seconds added to the bank for each turn
   */
  increment?: number;
}
/**
 * A new table, and what to give to those who are to come.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Created".
 */
export interface Created {
  table: TableInfo;
  invite: string;
}
/**
 * A table as all see it.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "TableInfo".
 */
export interface TableInfo {
  id: string;
  game: string;
  edition: string;
  options: {
    [k: string]: unknown;
  };
  clocks: ClockSettings;
  public: boolean;
  free_talk: boolean;
  status: "waiting" | "running" | "finished";
  seats: SeatInfo[];
  /**
   * the SHA-256 of the seed, published at the start
   */
  commitment: string | null;
  /**
   * the seed, published at the end
   */
  seed: string | null;
  /**
   * who must decide, as far as a spectator can tell
   */
  actors: number[];
  /**
   * whether whoever is let in may take a bot's seat in the match
   */
  bots_open: boolean;
  /**
   * whether it was played on one device, at least at first; it counts for nobody
   */
  brought: boolean;
  /**
   * whether whoever made the table is connected
   */
  creator_here: boolean;
  /**
   * the table where the same people play again
   */
  rematch: string | null;
  /**
   * how the matches before ended, and this one if it is over
   */
  series: SeriesInfo | null;
  vote: VoteInfo | null;
  created_at: number;
  started_at: number | null;
  /**
   * since when those are asked who must decide
   */
  waiting_since: number | null;
  ended_at: number | null;
  /**
   * why nothing can be played here: the match was begun under older rules, or cannot be read
   */
  fault: ("older_rules" | "unreadable") | null;
}
/**
 * A seat as all see it.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "SeatInfo".
 */
export interface SeatInfo {
  kind: "open" | "person" | "bot";
  nickname: string | null;
  level: string | null;
  /**
   * level of the bot that plays in the person's place
   */
  stand_in: string | null;
  resigned: boolean;
  /**
   * whether the person is connected
   */
  here: boolean;
  /**
   * until when the person's clocks of days stand still
   */
  vacation_until: number | null;
}
/**
 * The matches of a chain of rematches that are over, added up.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "SeriesInfo".
 */
export interface SeriesInfo {
  matches: number;
  /**
   * the best first
   */
  standings: SeriesEntry[];
}
/**
 * What a person, or all bots of a level, have done in a series.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "SeriesEntry".
 */
export interface SeriesEntry {
  nickname: string | null;
  level: string | null;
  /**
   * theirs at this table
   */
  seats: number[];
  played: number;
  won: number;
  points: number;
}
/**
 * A vote on having a bot play for somebody who is not there.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "VoteInfo".
 */
export interface VoteInfo {
  seat: number;
  /**
   * a seat of each who does
   */
  agreed: number[];
}
/**
 * What the browser answered, as JSON (``PublicKeyCredential.toJSON``).
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Credential".
 */
export interface Credential {
  credential: {
    [k: string]: unknown;
  };
}
/**
 * Answer a question: its id says which, the key makes sending it twice harmless.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Decide".
 */
export interface Decide {
  type: "decide";
  question_id: string;
  choice: number | string | VerbChoice;
  key: string;
}
/**
 * A choice as a verb with its arguments.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "VerbChoice".
 */
export interface VerbChoice {
  verb: string;
  args?: {
    /**
     * This interface was referenced by `undefined`'s JSON-Schema definition
     * via the `patternProperty` "^[ -~]+$".
     */
    [k: string]: number | string | null;
  };
}
/**
 * What a game declares of its views and sentences, and its words: enough to show it without knowing it.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Declared".
 */
export interface Declared {
  game: string;
  /**
   * as `caravanserai schema --game` prints it
   */
  declared: {
    [k: string]: unknown;
  };
  /**
   * Fluent messages, by language
   */
  words: {
    [k: string]: string;
  };
}
/**
 * A browser that was allowed to be woken.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Device".
 */
export interface Device {
  endpoint: string;
}
/**
 * It is done.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Done".
 */
export interface Done {
  done?: true;
}
/**
 * A seat's clock: when its time is up, in seconds since 1970 on the server's clock, or how many seconds are left on
 * a clock that stands still.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Due".
 */
export interface Due {
  seat: number;
  at: number | null;
  left: number | null;
}
/**
 * The address for letters; none for no more.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Email".
 */
export interface Email {
  email: string | null;
  language?: "en" | "fr";
}
/**
 * Delete all that is kept about me; my name shows that I mean it.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Forget".
 */
export interface Forget {
  nickname: string;
}
/**
 * What a search found of an action.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "FoundAdvice".
 */
export interface FoundAdvice {
  action: number;
  win_chance: number;
  margin: number;
}
/**
 * What a player could expect before a decision of theirs, as a search found.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "FoundChance".
 */
export interface FoundChance {
  number: number;
  seat: number;
  chance: number;
}
/**
 * A decision in which something was lost, as a search found.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "FoundLesson".
 */
export interface FoundLesson {
  number: number;
  seat: number;
  played: FoundAdvice;
  better: FoundAdvice;
  loss: number;
}
/**
 * The review of a finished match as a browser has made it: what `GET …/review` tells in words, in numbers.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "FoundReview".
 */
export interface FoundReview {
  lessons: FoundLesson[];
  chances: FoundChance[];
}
/**
 * A game that can be played here.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "GameInfo".
 */
export interface GameInfo {
  id: string;
  title: string;
  fewest: number;
  most: number;
  about: string;
  authors: string[];
  publishers: string[];
  /**
   * from the shortest match to the longest
   */
  minutes: number[];
  options: OptionInfo[];
  editions: string[];
  /**
   * of its bots, weakest first
   */
  levels: string[];
  /**
   * the numbers that are not known from print, in words
   */
  reconstructed: string[];
}
/**
 * An option of a game.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "OptionInfo".
 */
export interface OptionInfo {
  name: string;
  default: number;
  low: number;
  high: number;
  text: string;
}
/**
 * Whether the server is well.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Health".
 */
export interface Health {
  status: "ok";
  version: string;
}
/**
 * What this server offers, in one language.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "HouseInfo".
 */
export interface HouseInfo {
  games: GameInfo[];
  levels: {
    [k: string]: string;
  };
  phrases: {
    [k: string]: string;
  };
  /**
   * seconds for which a table waits before a bot may play for somebody away
   */
  absence: number;
  /**
   * where others reach this server, if it was told so
   */
  address: string | null;
  /**
   * what whoever runs the house tells everybody
   */
  notice: NoticeInfo | null;
  /**
   * by game, how much of it is compiled; at 1 it can be played, until then one waits
   */
  prepared: {
    [k: string]: number;
  };
}
/**
 * What whoever runs the house tells everybody; one without a text takes the last one back.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "NoticeInfo".
 */
export interface NoticeInfo {
  type: "notice";
  id: string;
  text: string;
  /**
   * when the house will be closed for a moment, if it will
   */
  restart_at: number | null;
  until: number;
}
/**
 * Gives me the name that others see.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Introduce".
 */
export interface Introduce {
  nickname: string;
}
/**
 * All that is kept about me.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Kept".
 */
export interface Kept {
  nickname: string;
  created_at: number;
  /**
   * when I last said who I am
   */
  seen_at: number;
  /**
   * the last one: from when, until when, and days used this year
   */
  vacation: {
    [k: string]: unknown;
  } | null;
  tables: KeptTable[];
  seats: KeptSeat[];
  /**
   * that were taken in my seats, which are part of the matches
   */
  decisions: number;
  results: KeptResult[];
  ratings: KeptRating[];
  talk: KeptTalk[];
  /**
   * how many people I do not want to hear
   */
  muted: number;
  reports: KeptReport[];
  linked: Linked;
  called: KeptCalls | null;
}
/**
 * A table that I made.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "KeptTable".
 */
export interface KeptTable {
  table: string;
  game: string;
  status: "waiting" | "running" | "finished";
  public: boolean;
  created_at: number;
  ended_at: number | null;
}
/**
 * A seat of mine.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "KeptSeat".
 */
export interface KeptSeat {
  table: string;
  game: string;
  status: "waiting" | "running" | "finished";
  public: boolean;
  created_at: number;
  ended_at: number | null;
  seat: number;
  nickname: string | null;
}
/**
 * How a match ended for me.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "KeptResult".
 */
export interface KeptResult {
  table: string;
  game: string;
  nickname: string | null;
  rank: number;
  score: number;
  public: boolean;
  counted: boolean;
}
/**
 * How strong I am in a game.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "KeptRating".
 */
export interface KeptRating {
  game: string;
  played: number;
  rating: number;
  doubt: number;
  mu: number;
  sigma: number;
}
/**
 * Something that I said.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "KeptTalk".
 */
export interface KeptTalk {
  table: string;
  at: number;
  phrase: string | null;
  text: string | null;
}
/**
 * A line that I reported.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "KeptReport".
 */
export interface KeptReport {
  table: string;
  number: number;
  at: number;
}
/**
 * By what else than a cookie I am known again.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Linked".
 */
export interface Linked {
  passkeys: PasskeyInfo[];
  /**
   * when my recovery code was made
   */
  recovery_at: number | null;
}
/**
 * A passkey of mine.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "PasskeyInfo".
 */
export interface PasskeyInfo {
  id: string;
  /**
   * the host name for which it was made
   */
  site: string;
  created_at: number;
  used_at: number | null;
}
/**
 * How I am called to tables that wait for me.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "KeptCalls".
 */
export interface KeptCalls {
  how: string;
  language: string;
  email: string | null;
  devices: number;
}
/**
 * A position as one seat knows it, for an engine in its player's browser: what is hidden from it is erased.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "KnownPosition".
 */
export interface KnownPosition {
  game: string;
  /**
   * of the sources that the bytes are laid out by; an engine of others cannot read them
   */
  key: string;
  /**
   * the record of the edition, in base64
   */
  edition: string;
  seat: number;
  /**
   * the record of the position, in base64
   */
  position: string;
}
/**
 * A decision of a finished match in which something was lost.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "LessonInfo".
 */
export interface LessonInfo {
  /**
   * how many decisions were taken before it
   */
  number: number;
  seat: number;
  played: AdviceInfo;
  better: AdviceInfo;
  /**
   * as a share of a win
   */
  loss: number;
}
/**
 * Tell me of my tables that are not over, and from now on of what changes about them.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Mine".
 */
export interface Mine {
  type: "mine";
}
/**
 * What happened with a decision of a finished match.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "MoveInfo".
 */
export interface MoveInfo {
  /**
   * how many decisions were taken, with this one
   */
  number: number;
  events: SentenceInfo[];
}
/**
 * Hear whoever said a line no more, or again.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Mute".
 */
export interface Mute {
  number: number;
  on?: boolean;
}
/**
 * One of my tables.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "MyTable".
 */
export interface MyTable {
  table: TableInfo;
  mine: number[];
  my_turn: boolean;
  /**
   * since when it waits for me, or for those it waits for
   */
  since: number | null;
  /**
   * my clock, while it is my turn
   */
  clock: Due | null;
  now: number;
  /**
   * the secret of the invite link
   */
  invite: string;
  again: AgainInfo | null;
  /**
   * how I did in a match that is over; in the best of my seats
   */
  rank: number | null;
}
/**
 * My tables: all that are not over if it is the whole list, else those that have changed and those that are gone
 * from it.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "MyTables".
 */
export interface MyTables {
  type: "mine";
  whole: boolean;
  tables: MyTable[];
  gone: string[];
}
/**
 * The name I have now, and whether I have left for good.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Now".
 */
export interface Now {
  nickname: string | null;
  /**
   * whether whoever I was has left for good; my cookie is taken back
   */
  departed: boolean;
}
/**
 * How a match ended.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "OutcomeInfo".
 */
export interface OutcomeInfo {
  winners: number[];
  reason: string;
  scores: number[];
  ranks: number[];
  sheet: SentenceInfo[][];
  stand_ins: StandInInfo[];
  text?: string | null;
}
/**
 * That a bot played for somebody, or somebody for a bot from some moment on.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "StandInInfo".
 */
export interface StandInInfo {
  seat: number;
  /**
   * the event that told of it last: bot_after_time, bot_after_resign, person_joins …
   */
  reason: string;
  /**
   * how many the bot took
   */
  decisions: number;
  /**
   * how many were taken in the seat
   */
  of: number;
}
/**
 * I cannot decide for a while, because I am being shown something: my clocks stand still, for some minutes a match
 * at most.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Pause".
 */
export interface Pause {
  type: "pause";
  on: boolean;
}
/**
 * My name and my vacation.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Person".
 */
export interface Person {
  nickname: string;
  vacation: VacationInfo;
}
/**
 * Until when my clocks of days stand still, if they do, and for how many days more they may this year.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "VacationInfo".
 */
export interface VacationInfo {
  until: number | null;
  days_left: number;
}
/**
 * Are you there? A page asks when it has heard nothing for a while: browsers do not tell it that a line is dead.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Ping".
 */
export interface Ping {
  type: "ping";
}
/**
 * Whether I want to play again, and, if so, whether without those who have not accepted.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "PlayAgain".
 */
export interface PlayAgain {
  accept?: boolean;
  without?: Filling | null;
}
/**
 * I am here.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Pong".
 */
export interface Pong {
  type: "pong";
}
/**
 * How far the games are, which a server compiles when it is first started.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Preparing".
 */
export interface Preparing {
  /**
   * by game, how much of it is compiled; at 1 it can be played, until then one waits
   */
  prepared: {
    [k: string]: number;
  };
}
/**
 * Why a request was refused.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Problem".
 */
export interface Problem {
  code:
    | "bad_request"
    | "bad_origin"
    | "not_known"
    | "signed_out"
    | "not_yours"
    | "not_found"
    | "wrong_method"
    | "too_slow"
    | "conflict"
    | "too_large"
    | "invalid"
    | "unknown_game"
    | "invalid_option"
    | "invalid_edition"
    | "invalid_choice"
    | "illegal_choice"
    | "not_to_act"
    | "stale_question"
    | "nothing_to_undo"
    | "too_fast"
    | "unavailable"
    | "closed"
    | "removed"
    | "invalid_log"
    | "older_rules"
    | "brought_before";
  message: string;
  expected?: {
    [k: string]: unknown;
  };
}
/**
 * What is asked of the seat now.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Question".
 */
export interface Question {
  id: string;
  choices: ChoiceInfo[];
  /**
   * in a reaction window: the action that silence stands for
   */
  silence: number | null;
}
/**
 * How strong somebody is at public tables. Lists are sorted by what is as good as certain: rating - doubt.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Rating".
 */
export interface Rating {
  name: string;
  bot: boolean;
  /**
   * whether it is whoever asks; names may repeat
   */
  me: boolean;
  game: string;
  played: number;
  /**
   * on Elo's scale around 1500: 400 more is ten times as often above the other
   */
  rating: number;
  /**
   * half of the rating's 95 % interval
   */
  doubt: number;
  /**
   * as OpenSkill has it
   */
  mu: number;
  sigma: number;
}
/**
 * A recovery code, as it was written down.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Recover".
 */
export interface Recover {
  code: string;
}
/**
 * A recovery code; it is told only now.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "RecoveryCode".
 */
export interface RecoveryCode {
  code: string;
}
/**
 * A message was refused; nothing was changed.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Refusal".
 */
export interface Refusal {
  code:
    | "bad_request"
    | "bad_origin"
    | "not_known"
    | "signed_out"
    | "not_yours"
    | "not_found"
    | "wrong_method"
    | "too_slow"
    | "conflict"
    | "too_large"
    | "invalid"
    | "unknown_game"
    | "invalid_option"
    | "invalid_edition"
    | "invalid_choice"
    | "illegal_choice"
    | "not_to_act"
    | "stale_question"
    | "nothing_to_undo"
    | "too_fast"
    | "unavailable"
    | "closed"
    | "removed"
    | "invalid_log"
    | "older_rules"
    | "brought_before";
  message: string;
  expected?: {
    [k: string]: unknown;
  };
  type: "error";
  key?: string | null;
}
/**
 * A table that is over, whether those who sat there play again, and the invite of the next, which it names.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Rematch".
 */
export interface Rematch {
  table: TableInfo;
  again: AgainInfo | null;
  invite: string;
}
/**
 * A finished match: a log that ``caravanserai verify`` checks, and who played it.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Replay".
 */
export interface Replay {
  format: number;
  game: string;
  seats: number;
  seed: string;
  commitment: string;
  moves: [unknown, unknown][];
  players: SeatInfo[];
  [k: string]: unknown;
}
/**
 * A finished match after some decisions, seen from one or several seats.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "ReplayStep".
 */
export interface ReplayStep {
  number: number;
  last: number;
  /**
   * by seat number; the spectator's is under 'spectator'
   */
  views: {
    [k: string]: {
      [k: string]: unknown;
    };
  };
  events: {
    [k: string]: SentenceInfo[];
  };
  lines: {
    [k: string]: string[];
  };
  /**
   * the seat that decided last, and what
   */
  move: unknown[] | null;
}
/**
 * A line that whoever runs the server should see.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Report".
 */
export interface Report {
  number: number;
}
/**
 * A finished match looked through: each player's worst decisions, and how everybody's chances went.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "ReviewInfo".
 */
export interface ReviewInfo {
  lessons: LessonInfo[];
  chances: ChanceInfo[];
}
/**
 * The rules of a game as Markdown.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "RulesInfo".
 */
export interface RulesInfo {
  game: string;
  language: "en" | "fr";
  text: string;
}
/**
 * Table talk: a ready-made phrase, or free text where the table allows it.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Say".
 */
export interface Say {
  type: "say";
  phrase?: string | null;
  text?: string | null;
}
/**
 * The seat from which I looked is no longer mine; a snapshot of what a spectator sees follows.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "SeatLost".
 */
export interface SeatLost {
  type: "seat_lost";
  seat: number;
}
/**
 * The seat is mine.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Seated".
 */
export interface Seated {
  table: TableInfo;
  seat: number;
  token: string;
}
/**
 * Take an open seat, or the first one, or my own under another name; in a match that goes on a bot's, where the
 * table allows it.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Sit".
 */
export interface Sit {
  seat?: number | null;
  nickname?: string | null;
}
/**
 * Begin; open seats are filled with bots of the level, if one is given.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Start".
 */
export interface Start {
  fill?: string | null;
}
/**
 * All that a seat or a spectator sees. A snapshot has no past; an update has the events since the number before.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "StateInfo".
 */
export interface StateInfo {
  type: "snapshot" | "update";
  stream: string;
  number: number;
  now: number;
  table: TableInfo;
  seat: number | null;
  /**
   * the seats I hold
   */
  mine: number[];
  /**
   * pass-and-play: the seat of mine that is to decide next, if not this one
   */
  hand_over: number | null;
  creator: boolean;
  /**
   * the secret of the invite link, for those who sit here
   */
  invite: string | null;
  phase: string | null;
  view: {
    [k: string]: unknown;
  } | null;
  prompt: SentenceInfo | null;
  question: Question | null;
  undo: boolean;
  clocks: Due[];
  events: SentenceInfo[];
  outcome: OutcomeInfo | null;
  /**
   * whether those who sat here play again
   */
  again: AgainInfo | null;
  /**
   * the view in sentences, if a language was asked for
   */
  lines: string[] | null;
}
/**
 * What a person has done in one game; matches that a bot mostly played for them are left out.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Statistic".
 */
export interface Statistic {
  game: string;
  played: number;
  won: number;
  mean_rank: number;
  best_score: number;
  /**
   * at public tables, on Elo's scale around 1500
   */
  rating: number | null;
  /**
   * half of the rating's 95 % interval
   */
  doubt: number | null;
}
/**
 * A browser that lets itself be woken: what its PushSubscription tells.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Subscription".
 */
export interface Subscription {
  endpoint: string;
  keys: SubscriptionKeys;
  /**
   * in which I am called; as before, if not said
   */
  language?: ("en" | "fr") | null;
}
/**
 * The keys of a browser's PushSubscription.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "SubscriptionKeys".
 */
export interface SubscriptionKeys {
  p256dh: string;
  auth: string;
}
/**
 * For so many days from now on my clocks stand still at tables with days for a decision; none means I am back.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "TakeVacation".
 */
export interface TakeVacation {
  days: number;
}
/**
 * Somebody said something.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Talk".
 */
export interface Talk {
  number: number;
  nickname: string;
  phrase: string | null;
  text: string | null;
  at: number;
  /**
   * what whoever said it is known by, at this table only
   */
  who: string | null;
  /**
   * said among those who look on; players hear it when the match is over
   */
  aside: boolean;
  type: "talk";
}
/**
 * What was said at a table last, as far as one may hear it.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "TalkInfo".
 */
export interface TalkInfo {
  lines: TalkLine[];
  /**
   * the `who` of one's own lines
   */
  me: string | null;
  /**
   * the `who` of those one does not want to hear
   */
  muted: string[];
}
/**
 * Something that somebody said.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "TalkLine".
 */
export interface TalkLine {
  number: number;
  nickname: string;
  phrase: string | null;
  text: string | null;
  at: number;
  /**
   * what whoever said it is known by, at this table only
   */
  who: string | null;
  /**
   * said among those who look on; players hear it when the match is over
   */
  aside: boolean;
}
/**
 * Take my last decision back, while that is possible.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Undo".
 */
export interface Undo {
  type: "undo";
  key: string;
}
/**
 * Look at a table from a seat of mine, or as a spectator; may be sent again to change either.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "Watch".
 */
export interface Watch {
  type: "watch";
  table: string;
  seat?: number | null;
  /**
   * also put everything into words of this language
   */
  language?: ("en" | "fr") | null;
  /**
   * states come as packed binary frames, without words
   */
  packed?: boolean;
  invite?: string | null;
  /**
   * the seat's token, where there is no cookie
   */
  token?: string | null;
  /**
   * with number: the last update I saw
   */
  stream?: string | null;
  number?: number | null;
}
/**
 * One of my passkeys.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "WhichPasskey".
 */
export interface WhichPasskey {
  id: string;
}
/**
 * One of my seats; all of them if none is named.
 *
 * This interface was referenced by `Messages`'s JSON-Schema
 * via the `definition` "WhichSeat".
 */
export interface WhichSeat {
  seat?: number | null;
}
