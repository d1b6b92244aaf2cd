/** One's sitting at a table: the socket, the table it tells of, and what is around the match itself. */
import { sayProblem } from "./house.svelte";
import type { State, Talk } from "./messages";
import { settings } from "./settings.svelte";
import { sound } from "./sound";
import { Table } from "./table.svelte";
import { api, Live, Refused } from "./wire";
import { say } from "./words.svelte";

/** Refusals that mean no more than that the table has moved on; what it looks like now is on its way. */
const OVERTAKEN = new Set(["stale_window", "not_to_act", "conflict", "nothing_to_undo"]);
const SEEN = "caravanserai seen ";

export class Session {
  readonly table: Table;
  readonly #live: Live;
  connected = $state(true);
  problem: string | null = $state(null);
  /** Nothing can be shown: there is no such table, or not for us. */
  closed = $state(false);
  talk: Talk[] = $state.raw([]);
  /** The seat the device is to be handed to, before its cards are shown. */
  handOver: number | null = $state(null);
  /** How many events of the log happened while one was away. */
  missed = $state(0);
  #ready = $state(false);
  #asked: string | null = null;

  constructor(
    readonly id: string,
    readonly invite: string | null,
  ) {
    this.table = new Table({
      decide: (window, action) => this.#live.decide(window, action),
      undo: () => this.#live.undo(),
    });
    this.#live = new Live(
      { table: id, seat: null, language: settings.language, invite },
      {
        state: (state) => void this.#receive(state),
        talk: (talk) => (this.talk = [...this.talk.filter((t) => t.number !== talk.number), talk]),
        refused: (problem) => {
          if (!problem.key && !this.table.state) this.closed = true;
          if (problem.key) this.table.refused();
          if (!OVERTAKEN.has(problem.code)) this.problem = sayProblem(new Refused(problem.code, problem.message));
        },
        connected: (now) => (this.connected = now),
      },
    );
    $effect(() => this.#live.look({ language: settings.language }));
    $effect(() => this.#call());
    $effect(() => this.#remember());
  }

  /** Whether the table can be shown: the first look is from outside, until the server has told which seats are ours. */
  get ready(): boolean {
    return this.#ready;
  }

  async #receive(state: State): Promise<void> {
    const seat = this.#seatFor(state);
    if (seat !== state.seat) {
      this.#live.look({ seat });
      return;
    }
    this.handOver = state.hand_over ?? this.handOver;
    await this.table.receive(state);
    this.#ready = true;
    if (state.type === "snapshot" && state.view) void this.#loadStory();
  }

  /** The seat to look from: one's own, the one that must decide first. */
  #seatFor(state: State): number | null {
    if (state.seat !== null && state.mine.includes(state.seat)) return state.seat;
    if (!state.mine.length) return null;
    if (state.mine.length > 1 && state.hand_over !== null) this.handOver = state.hand_over;
    return state.hand_over ?? state.mine[0] ?? null;
  }

  async #loadStory(): Promise<void> {
    const story = await api.story(this.id, this.table.seat, settings.language, this.invite).catch(() => null);
    if (!story) return; // the log begins here
    const seen = Number(stored(SEEN + this.id));
    this.missed = seen > 0 && seen < story.length ? story.length - seen : 0;
    this.table.remember(story);
  }

  /** The device has changed hands. */
  takeOver(): void {
    const seat = this.handOver;
    this.handOver = null;
    if (seat !== null && seat !== this.table.seat) this.#live.look({ seat });
  }

  say(what: { phrase?: string; text?: string }): void {
    this.#live.say(what);
  }

  /** "Your turn": in the tab's title, by sound, and as a notification if the page is hidden. */
  #call(): void {
    const { state, choices } = this.table;
    const asked = choices.length ? (state?.question?.window ?? null) : null;
    if (asked && asked !== this.#asked && state && state.mine.length) {
      sound("turn");
      if (document.hidden && settings.own.notify && Notification.permission === "granted") {
        new Notification(say("your-turn"), { body: "Caravanserai", tag: this.id });
      }
    }
    this.#asked = asked;
    if (state?.outcome && this.table.settled) sound("end");
  }

  #remember(): void {
    const count = this.table.log.length;
    if (!count || document.hidden) return;
    try {
      localStorage.setItem(SEEN + this.id, String(count));
    } catch {
      // nowhere to keep it: nothing will be marked as missed
    }
  }

  close(): void {
    this.#live.close();
  }
}

function stored(key: string): string {
  try {
    return localStorage.getItem(key) ?? "0";
  } catch {
    return "0";
  }
}
