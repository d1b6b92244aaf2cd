/**
 * Where a table is played: at the server, which tells of it over a socket, or in this browser. Whoever shows a table is
 * told the same things by either, and cannot tell which it is but for what only a server has.
 */
import type { MyTables, NoticeInfo, Refusal, SentenceInfo, StateInfo, Talk } from "./messages";
import type { Advice } from "./reasons";
import type { Language } from "./settings.svelte";

export interface Watching {
  table: string;
  seat: number | null;
  /** In which what is told comes in words too. */
  language: Language | null;
  /** Whether states come in their packed form, which has no words. */
  packed: boolean;
  invite: string | null;
}

export interface Handlers {
  state(state: StateInfo): void;
  talk(talk: Talk): void;
  /** Our tables, or what has changed of them. */
  mine(news: MyTables): void;
  /** A message was refused; `first` if nothing of the table has been seen yet. */
  refused(problem: Refusal, first: boolean): void;
  /** The seat we looked from is no longer ours. */
  seatLost(seat: number): void;
  /** Whoever runs the house tells everybody something. */
  notice(notice: NoticeInfo): void;
  /** Whether the server can be reached. */
  connected(now: boolean): void;
  /** Whether the server said that it cannot do what it was asked, and is asked again. */
  busy(now: boolean): void;
}

/** Something said at a table: one of the phrases, or words of one's own. */
export interface Said {
  phrase?: string;
  text?: string;
}

export type HearAdvice = (advice: Advice[]) => void;

export interface Source {
  /** Whether a server has the table: then others may sit there, look on and talk. */
  readonly hosted: boolean;
  /** Looks from another seat, or in another language. */
  look(change: Partial<Watching>): void;
  decide(questionId: string, action: number): void;
  undo(): void;
  say(what: Said): void;
  /** I am here: the bot that plays for me gives my seat back. */
  back(): void;
  /** My clocks stand still, or go on. */
  pause(on: boolean): void;
  /** What the seat saw happen so far. */
  story(seat: number | null, language: Language): Promise<SentenceInfo[]>;
  /** What a strong player would consider in the seat's place: told again whenever more of it is known, until nothing
   *  more is found or wanted. */
  hint(seat: number, language: Language, hear: HearAdvice, wanted: AbortSignal): Promise<void>;
  close(): void;
}
