/**
 * A table of this browser: the match, the people who share the device, and the bots. It does what the server does for
 * a table at which nobody else sits: takes decisions, keeps them, has bots decide, and tells what a viewer may know.
 */
import { newKey } from "../lib/browser";
import type { SentenceInfo, StateInfo, TableInfo } from "../lib/messages";
import { advised } from "./bots";
import { NotDone } from "./calls";
import { matchOf } from "./dealing";
import { keep, Overtaken, type Kept } from "./keeping";
import { UNDO, type Entry, type Match } from "./match";
import { SPECTATOR, type Presented, type Rules } from "./rules";

/** Decisions that may be taken back before one is final. */
const MOST_UNDONE = 50;

/** Thinks for a bot that searches; null if it does not, or comes to nothing. */
export type Think = (concealed: Uint8Array, seat: number, level: string) => Promise<number | null>;

/** How somebody looks at the table. */
export interface Viewer {
  /** null for whoever only looks on. */
  seat: number | null;
  /** Whether all that is seen is to be told in sentences too. */
  described: boolean;
  /** Milliseconds before a bot begins to decide, so that one can see what happens. */
  pace: number;
}

/** What a viewer is sent when something has changed. */
export interface TableUpdate {
  state: StateInfo;
  /** What is seen, in sentences, if that was asked for. */
  described: SentenceInfo[] | null;
}

export class LocalTable {
  #match: Match;
  #look: Viewer = { seat: null, described: false, pace: 0 };
  readonly #stream = newKey();
  #number = 0;
  /** What the viewer was told last, to tell nothing twice. */
  #shown = "";
  #question: { mark: string; id: string } | null = null;
  /** How many decisions each seat has taken or taken back. */
  #acts: number[] = [];
  #undone = 0;
  readonly #thinking = new Set<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** One thing after the other: what is decided is written before the next comes. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private kept: Kept,
    private readonly rules: Rules,
    private readonly think: Think,
    private readonly tell: (telling: TableUpdate) => void,
    private readonly read: () => Promise<Kept | undefined>,
  ) {
    this.#match = this.#restore();
  }

  get match(): Match {
    return this.#match;
  }

  get info(): TableInfo {
    return this.kept.table;
  }

  get mine(): readonly number[] {
    return this.kept.mine;
  }

  #restore(): Match {
    const match = matchOf(this.kept, this.rules);
    this.#acts = this.kept.table.seats.map((_, seat) => match.history.filter((entry) => entry[0] === seat).length);
    this.#undone = 0;
    return match;
  }

  /** Looks from a seat, and is told from there from now on. */
  watch(look: Viewer): Promise<void> {
    return this.#inTurn(() => {
      this.#look = look;
      this.#shown = "";
      this.#publish("snapshot");
      this.#schedule();
    });
  }

  decide(question: string, action: number): Promise<void> {
    return this.#inTurn(async () => {
      const { seat } = this.#look;
      if (seat === null || !this.kept.mine.includes(seat)) throw new NotDone("not_yours", "nobody sits there");
      if (question !== this.#question?.id) throw new NotDone("stale_question", "the question is no longer open");
      if (!this.#match.isLegal(seat, action)) throw new NotDone("illegal_choice", `action ${action} is not possible`);
      await this.#enter([seat, action]);
    });
  }

  undo(): Promise<void> {
    return this.#inTurn(async () => {
      const { seat } = this.#look;
      if (seat === null || this.#undoer() !== seat) throw new NotDone("nothing_to_undo", "nothing can be taken back");
      await this.#enter([seat, UNDO]);
    });
  }

  /** Another tab has changed the match: it is shown as it is now. */
  refresh(): Promise<void> {
    return this.#inTurn(async () => {
      const kept = await this.read();
      if (!kept || kept.version <= this.kept.version) return;
      this.#adopt(kept);
    });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #inTurn<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  #adopt(kept: Kept): void {
    this.kept = kept;
    this.#match = this.#restore();
    this.#publish("snapshot");
    this.#schedule();
  }

  /** Takes a decision, tells what it brought, and keeps it; nobody decides after it before it is kept. */
  async #enter(entry: Entry): Promise<void> {
    const [seat, action] = entry;
    this.#match.enter(entry);
    this.#acts[seat] = (this.#acts[seat] ?? 0) + 1;
    if (action === UNDO) this.#undone += 1;
    else if (!this.#match.undoDepth) this.#undone = 0;
    this.kept = this.#changed();
    this.#publish("update");
    try {
      await keep(this.kept);
    } catch (problem) {
      // Nothing was decided here: what is kept is what counts, and what is shown again.
      const kept = await this.read();
      if (!kept) {
        this.close();
        throw new NotDone("not_found", "the match was deleted");
      }
      this.#adopt(kept);
      throw problem instanceof Overtaken ? new NotDone("conflict", "the match was changed elsewhere") : problem;
    }
    this.#schedule();
  }

  /** What is kept of the match as it is now. */
  #changed(): Kept {
    const { kept } = this;
    const match = this.#match;
    const now = Date.now() / 1000;
    const outcome = match.outcome();
    const actors = match.publicActors;
    const same = String(actors) === String(kept.table.actors);
    const pending = match.actors;
    return {
      ...kept,
      version: kept.version + 1,
      table: {
        ...kept.table,
        status: outcome ? "finished" : "running",
        seed: outcome ? kept.seed : null,
        actors,
        waiting_since: outcome ? null : same ? kept.table.waiting_since : now,
        ended_at: outcome ? now : null,
      },
      history: [...match.history],
      log: match.log(),
      asked: kept.mine.filter((seat) => pending.includes(seat)),
      rank: outcome && kept.mine.length ? Math.min(...kept.mine.map((seat) => outcome.ranks[seat] ?? 0)) : null,
    };
  }

  // What is told ----------------------------------------------------------------------------------------------

  #publish(type: StateInfo["type"]): void {
    const viewer = this.#look.seat ?? SPECTATOR;
    const presented = this.#match.present(viewer, type === "update");
    const about = this.#about(presented);
    const shown = JSON.stringify([about, presented.mark]);
    const events = type === "update" ? [...presented.told.events, ...this.#match.takenBack(viewer)] : [];
    // Where nothing has changed, nothing is told: it would tell that somebody has answered in secret.
    if (type === "update" && shown === this.#shown && !events.length) return;
    this.#shown = shown;
    this.#number += 1;
    const { phase, view, prompt } = presented.told;
    this.tell({
      state: { ...about, type, number: this.#number, now: Date.now() / 1000, phase, view, prompt, events },
      described: this.#look.described ? this.rules.describe(this.#match.position, viewer, this.#match.aids) : null,
    });
  }

  /** What a viewer is told that is no matter of the game. */
  #about(presented: Presented): Omit<StateInfo, "type" | "number" | "now" | "phase" | "view" | "prompt" | "events"> {
    const { table, mine } = this.kept;
    const { seat } = this.#look;
    const question = this.#ask(presented);
    const next =
      question || mine.length < 2 ? undefined : this.kept.mine.find((one) => this.#match.actors.includes(one));
    const outcome = this.#match.outcome();
    return {
      stream: this.#stream,
      table,
      seat,
      mine: [...mine],
      hand_over: next ?? null,
      creator: true,
      invite: null,
      question,
      undo: seat !== null && this.#undoer() === seat,
      clocks: [],
      outcome: outcome && { ...outcome, sheet: this.#match.sheet(), stand_ins: [] },
      again: null,
      lines: null,
    };
  }

  /** What the viewer is asked. Its id changes when the seat has decided or may choose otherwise, and only then. */
  #ask({ told: { choices, phase, prompt } }: Presented): StateInfo["question"] {
    const { seat } = this.#look;
    if (seat === null || !choices.length) return (this.#question = null);
    const mark = JSON.stringify([seat, this.#acts[seat], phase, prompt, choices]);
    if (mark !== this.#question?.mark) this.#question = { mark, id: newKey() };
    return { id: this.#question.id, choices, silence: this.rules.silence(phase) };
  }

  /** The seat that may take its last decision back. Where others may have answered meanwhile it may not: losing the
   *  possibility would tell that they have. */
  #undoer(): number | null {
    const match = this.#match;
    if (match.over || !match.undoDepth || this.#undone >= MOST_UNDONE) return null;
    const seat = match.lastMover;
    return match.publicActors.every((actor) => actor === seat) ? seat : null;
  }

  // Bots ------------------------------------------------------------------------------------------------------

  #levelOf(seat: number): string | null {
    return this.kept.table.seats[seat]?.level ?? null;
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#closed || this.#waiting().length === 0) return;
    this.#timer = setTimeout(() => this.#waiting().forEach((seat) => void this.#thinkFor(seat)), this.#look.pace);
  }

  /** Bots that are to decide and have not begun to. */
  #waiting(): number[] {
    return this.#match.actors.filter((seat) => this.#levelOf(seat) !== null && !this.#thinking.has(seat));
  }

  /** One decision of a bot. By the time it has decided all may be different. */
  async #thinkFor(seat: number): Promise<void> {
    const level = this.#levelOf(seat) ?? "";
    const acts = this.#acts[seat];
    const concealed = this.rules.conceal(this.#match.position, seat);
    this.#thinking.add(seat);
    const found = await this.think(concealed, seat, level).catch(() => null);
    this.#thinking.delete(seat);
    if (this.#closed) return;
    const action = found ?? advised(this.rules, concealed, seat, level);
    await this.#inTurn(async () => {
      if (this.#closed || acts !== this.#acts[seat] || !this.#match.isLegal(seat, action)) this.#schedule();
      else await this.#enter([seat, action]);
    }).catch((problem: unknown) => {
      if (!(problem instanceof NotDone)) throw problem; // overtaken by another tab, whose match is shown by now
    });
  }
}
