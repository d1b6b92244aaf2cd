/**
 * A table as one seat sees it: what was told of it, shown move by move at the reader's speed, and what the reader is
 * about to do. It knows no game, and not where it is played.
 */
import {
  board,
  isSame,
  type ChoiceInfo,
  type Deadline,
  type GameBoard,
  type Plan,
  type Player,
  type StandingOrder,
  type View,
} from "../games/board";
import { seatLook } from "./look";
import type { SentenceInfo, StateInfo, TableInfo } from "./messages";
import { pause, travel } from "./motion";
import type { Declared } from "./packed";
import { settings } from "./settings.svelte";
import type { Source } from "./source";
import { declarationsOf } from "./wire";
import { say, sayEvent, words } from "./words.svelte";

/** How decisions leave for where the table is played. */
export type Link = Pick<Source, "decide" | "undo">;

export interface LogEntry {
  event: SentenceInfo;
  /** The update that told of it, which is one decision; null if it was told with others. */
  number: number | null;
  /** Whether the decision was taken back. */
  undone: boolean;
  /** The position that it led to, as it was seen from here; null if it was told only afterwards. */
  moment: View | null;
}

/** So many events are kept for those to whom they are read out. */
const HEARD = 8;
/** So many events before something make sure that it is the same. */
const ALIKE = 12;

/** Milliseconds that things are shown at normal speed: something that moved, something that was only said, and a moment. */
const MOVED = 420;
const SAID = 240;
const GRAND = 1800;

export class Table {
  /** What is shown now. */
  state: StateInfo | null = $state.raw(null);
  game: GameBoard | null = $state.raw(null);
  #declared: Declared | null = $state.raw(null);
  /** Whether neither a board nor words of the game could be had. */
  speechless = $state(false);
  log: LogEntry[] = $state.raw([]);
  /** What was told of late, to be read out. */
  heard: LogEntry[] = $state.raw([]);
  /** Something was taken back, and the log does not know which of its lines tell of it. */
  uncertain = $state(false);
  event: SentenceInfo | null = $state.raw(null);
  /** A line of the log whose moment is looked at; what happens next ends that. */
  past: LogEntry | null = $state.raw(null);
  selected: ChoiceInfo | null = $state.raw(null);
  /** What answers the questions that follow, as long as it holds. */
  order: StandingOrder | null = $state.raw(null);
  /** Decided, and on its way to the server. */
  sent: ChoiceInfo | null = $state.raw(null);
  /** Whether it can get there now; if not it is kept until it can. */
  reachable = $state(true);
  #queue: StateInfo[] = $state.raw([]);
  #playing = $state(false);
  /** Whether what is being shown is others' doing, and may be skipped. */
  skippable = $state(false);
  #skip: () => void = () => undefined;
  /** The phase that is skipped as a whole. */
  #skipped: string | null = null;
  /** How often something was told of that happened. */
  #heard = 0;
  /** How much of what is being shown is in the log. */
  #told = 0;
  #last: { stream: string; number: number } | null = null;
  #loaded: string | null = null;
  #loading: Promise<void> = Promise.resolve();
  #offset = 0;
  #closed = false;

  constructor(private readonly link: Link) {}

  /** Whether nothing is being shown: then the reader may act. */
  settled = $derived(!this.#playing && this.#queue.length === 0);
  #now = $derived((this.state?.view ?? null) as View | null);
  view = $derived(this.past?.moment ?? this.#now);
  /** The number of the rule that matters most now. */
  rule = $derived(this.#declared?.rules[this.view?.phase ?? "waiting"] ?? null);
  seat = $derived(this.state?.seat ?? null);
  players: Player[] = $derived(this.state ? playersOf(this.state.table) : []);
  names: string[] = $derived(this.players.map((player) => player.name));
  /** The seat that sentences call “you”: one's own; at a device that several share, and in replays, they say names. */
  you: number | null = $derived(this.state?.mine.length === 1 && this.state.mine[0] === this.seat ? this.seat : null);
  /** Whether a bot decides for this seat. */
  standIn = $derived(this.seat !== null && !!this.state?.table.seats[this.seat]?.stand_in);
  #free = $derived(this.settled && !this.sent && !this.standIn && !this.past);
  choices: readonly ChoiceInfo[] = $derived(this.#free ? ((this.state?.question?.choices ?? []) as ChoiceInfo[]) : []);
  /** All that has happened as it is known here, but for what was taken back. */
  story: readonly SentenceInfo[] = $derived.by(() => {
    const told = this.past ? this.log.slice(0, this.log.indexOf(this.past) + 1) : this.log;
    return told.filter(({ undone }) => !undone).map(({ event }) => event);
  });
  /** Choices that the board does not show itself. */
  spoken: readonly ChoiceInfo[] = $derived(this.choices.filter((c) => !this.game?.onBoard.includes(c.verb)));
  canUndo = $derived(this.#free && (this.state?.undo ?? false));
  due: Deadline | null = $derived(this.dueOf(this.seat));

  /** When a seat's time is up, on this device's clock. */
  dueOf(seat: number | null): Deadline | null {
    const due = this.state?.clocks.find((clock) => clock.seat === seat);
    if (!due) return null;
    return { at: due.at === null ? null : due.at * 1000 - this.#offset, left: due.left };
  }

  /** Since when those are asked who must decide, on this device's clock. */
  waitingSince: number | null = $derived.by(() => {
    const since = this.state?.table.waiting_since ?? null;
    return since === null ? null : since * 1000 - this.#offset;
  });

  /** Whoever looked has left: nothing more is shown. */
  close(): void {
    this.#closed = true;
    this.#queue = [];
    this.#skip();
  }

  async receive(message: StateInfo): Promise<void> {
    if (message.events.length) this.#heard++;
    this.#offset = message.now * 1000 - Date.now();
    if (this.#loaded !== message.table.game) {
      this.#loaded = message.table.game;
      this.#loading = this.#load(message.table.game);
    }
    await this.#loading; // what comes meanwhile waits too, or the first would be shown last
    if (this.#closed) return;
    if (message.type === "snapshot" || !this.state || this.state.seat !== message.seat) {
      this.#queue = [];
      this.#skip();
      this.#show(message);
      return;
    }
    this.#queue = [...this.#queue, message];
    if (!this.#playing) void this.#play();
  }

  async #load(game: string): Promise<void> {
    const laid = await Promise.all([board(game), declarationsOf(game), words.enter(game)]).catch(() => null);
    [this.game, this.#declared] = laid ?? [null, null];
    this.speechless = !laid;
  }

  async #play(): Promise<void> {
    this.#playing = true;
    this.past = null;
    while (this.#queue[0]) {
      const next = this.#queue[0];
      this.#told = 0;
      await this.#playOut(next);
      if (this.#queue[0] !== next) continue; // skipped, or a snapshot came
      this.#queue = this.#queue.slice(1);
      this.#show(next);
    }
    this.event = null;
    this.#playing = false;
  }

  /** Shows what happened, event by event, and leaves what it led to for `#show`. */
  async #playOut(next: StateInfo): Promise<void> {
    const before = this.#now;
    const after = next.view as View | null;
    const own = before?.actors.length === 1 && before.actors[0] === this.seat;
    this.skippable = !own;
    for (const event of next.events) {
      this.#enter(next, event);
      this.#told += 1;
      this.event = event;
      const quick =
        document.hidden || this.#queue.length > 12 || (this.#skipped !== null && this.#skipped === next.phase);
      if (quick || !before || !after) continue;
      const journeys = this.game?.journeys?.(event, before, after) ?? [];
      await travel(journeys);
      const grand = [...(this.game?.grand ?? []), ...(this.game?.staged ?? [])].includes(event.name);
      const hold = grand ? GRAND : own ? 0 : journeys.length ? MOVED : SAID;
      if (hold * settings.pace) await pause(hold * settings.pace, (skip) => (this.#skip = skip));
      if (this.#queue[0] !== next) return;
    }
  }

  /** Puts an event into the log. */
  #enter({ stream, number, view }: StateInfo, event: SentenceInfo): void {
    if (event.name === "taken_back") this.#strike();
    // Updates that were missed come as one, and then nobody knows where a decision ends.
    const single = this.#last?.stream === stream && number - this.#last.number <= 1;
    const entry = { event, number: single ? number : null, undone: false, moment: view as View | null };
    this.log = [...this.log, entry];
    this.heard = [...this.heard, entry].slice(-HEARD);
  }

  /** Marks the last decision as taken back. */
  #strike(): void {
    const last = this.log.findLast((entry) => !entry.undone && !isAboutSeats(entry.event));
    if (last && last.number !== null)
      this.log = this.log.map((e) => (e.number === last.number && !isAboutSeats(e.event) ? { ...e, undone: true } : e));
    else this.uncertain = true;
  }

  /** Marks what the story no longer tells as taken back. */
  strikeWhatIsNotIn(story: readonly SentenceInfo[]): void {
    this.uncertain = false;
    const told = this.log.filter((entry) => !entry.undone && entry.event.name !== "taken_back");
    const same = (one: SentenceInfo | undefined, other: SentenceInfo | undefined) =>
      JSON.stringify([one?.name, one?.args]) === JSON.stringify([other?.name, other?.args]);
    for (let length = told.length - 1; length >= 0; length--) {
      const before = told.slice(Math.max(0, length - ALIKE), length);
      if (!before.length && story.length) return;
      if (!before.every((entry, k) => same(entry.event, story.at(k - before.length)))) continue;
      const undone = new Set(told.slice(length));
      this.log = this.log.map((entry) => (undone.has(entry) ? { ...entry, undone: true } : entry));
      return;
    }
  }

  #show(message: StateInfo): void {
    this.past = null;
    if (this.state && this.state.seat !== message.seat) this.#putMomentsAway();
    this.#last = message;
    const sameQuestion = this.state?.question?.id === message.question?.id && this.seat === message.seat;
    this.state = message;
    if (message.phase !== this.#skipped) this.#skipped = null;
    if (!sameQuestion) this.sent = null;
    // A half-made choice outlives a lost connection, if the question is still the same.
    const again = message.question?.choices.find((c) => c.action === this.selected?.action);
    this.selected = sameQuestion && again ? (again as ChoiceInfo) : null;
  }

  /** Whoever looks now has another seat, or none: what was seen from the old one is not theirs to see. */
  #putMomentsAway(): void {
    this.log = this.log.map((entry) => ({ ...entry, moment: null }));
  }

  /** Shows the table as it was when something had happened; null shows it as it is. */
  lookBack(entry: LogEntry | null): void {
    if (this.settled && !this.sent && (!entry || entry.moment)) this.past = entry;
  }

  /** Shows the latest position at once. */
  skip(): void {
    const last = this.#queue.at(-1);
    if (!last) return;
    if (this.game?.skippedWhole?.includes(last.phase ?? "")) this.#skipped = last.phase;
    for (const [k, state] of this.#queue.entries()) {
      for (const event of state.events.slice(k ? 0 : this.#told)) this.#enter(state, event);
      this.#last = state;
    }
    this.#queue = [];
    this.#show(last);
    this.#skip();
  }

  /** The seat is no longer ours: nothing that was begun is finished, and its cards are put away. */
  forget(): void {
    this.#queue = [];
    this.#skip();
    this.selected = this.sent = this.order = this.past = null;
    this.#putMomentsAway();
    if (this.state) this.state = { ...this.state, seat: null, question: null, undo: false };
  }

  pick = (choice: ChoiceInfo): void => {
    const atOnce = this.#declared?.verbs.some(({ verb, one_touch }) => one_touch && verb === choice.verb);
    if (atOnce || isSame(this.selected, choice)) this.choose(choice);
    else this.selected = choice;
  };

  choose = (choice: ChoiceInfo): void => {
    const question = this.state?.question;
    if (!question || this.sent) return;
    this.sent = choice;
    // Whoever decides otherwise has ended what they had ordered.
    this.order = (choice as Partial<Plan>).order ?? null;
    this.link.decide(question.id, choice.action);
  };

  confirm(): void {
    if (this.selected) this.choose(this.selected);
  }

  unselect(): void {
    this.selected = null;
  }

  /** The server would not have it: the reader decides anew. */
  refused(): void {
    this.sent = null;
  }

  undo(): void {
    if (!this.canUndo) return;
    this.order = null;
    this.link.undo();
  }

  /** Learns what had happened before one came. Whether that tells of what happens while it is on its way nobody knows:
   *  then it is asked for once more. */
  async recall(ask: () => Promise<readonly SentenceInfo[] | null>): Promise<readonly SentenceInfo[] | null> {
    for (;;) {
      const heard = this.#heard;
      const story = await ask();
      if (!story || this.#closed) return null;
      if (heard !== this.#heard) continue;
      this.#remember(story);
      return story;
    }
  }

  #remember(story: readonly SentenceInfo[]): void {
    // What is still to be shown is in the story already, but for what was taken back.
    const waiting: number[] = [];
    for (const { events } of this.#queue) {
      if (events.some((event) => event.name === "taken_back")) waiting.pop();
      else waiting.push(events.length);
    }
    const shown =
      story.length - waiting.reduce((sum, length) => sum + length, 0) + (this.#queue.length ? this.#told : 0);
    this.log = story.slice(0, Math.max(0, shown)).map((event) => ({
      event,
      number: null,
      undone: false,
      moment: null,
    }));
  }

  sentence(event: SentenceInfo): string {
    return sayEvent(event, this.names, this.you);
  }
}

/** Whether it tells of who plays, and not of a decision. */
function isAboutSeats({ name }: SentenceInfo): boolean {
  return name === "taken_back" || name.startsWith("person_") || name.startsWith("bot_after_");
}

export function playersOf(table: TableInfo): Player[] {
  return table.seats.map((info, seat) => ({
    seat,
    name:
      info.nickname ??
      (info.level
        ? say("bot", { level: `bot-${info.level}`, number: seat + 1 })
        : say(info.kind === "person" ? "departed" : "seat", { number: seat + 1 })),
    kind: info.kind,
    bot: info.kind === "bot" ? info.level : info.stand_in,
    here: info.here,
    resigned: info.resigned,
    vacationUntil: info.vacation_until,
    look: seatLook(seat),
  }));
}
