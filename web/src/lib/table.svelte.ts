/**
 * A table as one seat sees it: what the server sent, shown move by move at the reader's speed, and what the reader is
 * about to do. It knows no game and no socket.
 */
import { board, type Choice, type GameBoard, type Player, type View } from "../games/board";
import { seatLook } from "./look";
import type { State, TableInfo, Told } from "./messages";
import { pause, travel } from "./motion";
import { settings } from "./settings.svelte";
import { say, sayEvent, words } from "./words.svelte";

/** How decisions leave for the server. */
export interface Link {
  decide(window: string, action: number): void;
  undo(): void;
}

export interface LogEntry {
  number: number;
  event: Told;
}

/** Milliseconds that things are shown at normal speed: something that moved, something that was only said, and a moment. */
const MOVED = 420;
const SAID = 240;
const GRAND = 1800;

export class Table {
  /** What is shown now. */
  state: State | null = $state.raw(null);
  game: GameBoard | null = $state.raw(null);
  log: LogEntry[] = $state.raw([]);
  event: Told | null = $state.raw(null);
  selected: Choice | null = $state.raw(null);
  /** Decided, and on its way to the server. */
  sent: Choice | null = $state.raw(null);
  #queue: State[] = $state.raw([]);
  #playing = $state(false);
  /** Whether what is being shown is others' doing, and may be skipped. */
  skippable = $state(false);
  #skip: () => void = () => undefined;
  #loaded: string | null = null;
  #offset = 0;

  constructor(private readonly link: Link) {}

  /** Whether nothing is being shown: then the reader may act. */
  settled = $derived(!this.#playing && this.#queue.length === 0);
  view = $derived((this.state?.view ?? null) as View | null);
  seat = $derived(this.state?.seat ?? null);
  players: Player[] = $derived(this.state ? playersOf(this.state.table) : []);
  names: string[] = $derived(this.players.map((player) => player.name));
  choices: readonly Choice[] = $derived(
    this.settled && !this.sent ? ((this.state?.question?.choices ?? []) as Choice[]) : [],
  );
  /** Choices that the board does not show itself. */
  spoken: readonly Choice[] = $derived(this.choices.filter((c) => !this.game?.onBoard.includes(c.verb)));
  canUndo = $derived(this.settled && !this.sent && (this.state?.undo ?? false));
  due: number | null = $derived(this.dueOf(this.seat));

  /** When a seat's time is up, on this device's clock. */
  dueOf(seat: number | null): number | null {
    const due = this.state?.clocks.find((clock) => clock.seat === seat);
    return due ? due.at * 1000 - this.#offset : null;
  }

  async receive(message: State): Promise<void> {
    this.#offset = message.now * 1000 - Date.now();
    if (this.#loaded !== message.table.game) {
      this.#loaded = message.table.game;
      const [found] = await Promise.all([board(message.table.game), words.enter(message.table.game)]);
      this.game = found;
    }
    if (message.type === "snapshot" || !this.state || this.state.seat !== message.seat) {
      this.#queue = [];
      this.#skip();
      this.#show(message);
      return;
    }
    this.#queue = [...this.#queue, message];
    if (!this.#playing) void this.#play();
  }

  async #play(): Promise<void> {
    this.#playing = true;
    while (this.#queue[0]) {
      const next = this.#queue[0];
      await this.#playOut(next);
      if (this.#queue[0] !== next) break; // skipped, or a snapshot came
      this.#queue = this.#queue.slice(1);
      this.#show(next);
    }
    this.event = null;
    this.#playing = false;
  }

  /** Shows what happened, event by event, and leaves what it led to for `#show`. */
  async #playOut(next: State): Promise<void> {
    const before = this.view;
    const after = next.view as View | null;
    const own = before?.actors.length === 1 && before.actors[0] === this.seat;
    this.skippable = !own;
    for (const event of next.events) {
      this.log = [...this.log, { number: next.number, event }];
      this.event = event;
      const quick = document.hidden || this.#queue.length > 12;
      if (quick || !before || !after) continue;
      const journeys = this.game?.journeys?.(event, before, after) ?? [];
      await travel(journeys);
      const grand = [...(this.game?.grand ?? []), ...(this.game?.staged ?? [])].includes(event.name);
      const hold = grand ? GRAND : own ? 0 : journeys.length ? MOVED : SAID;
      if (hold * settings.pace) await pause(hold * settings.pace, (skip) => (this.#skip = skip));
      if (this.#queue[0] !== next) return;
    }
  }

  #show(message: State): void {
    const sameQuestion = this.state?.question?.window === message.question?.window && this.seat === message.seat;
    this.state = message;
    if (!sameQuestion) this.sent = null;
    // A half-made choice outlives a lost connection, if the question is still the same.
    const again = message.question?.choices.find((c) => c.action === this.selected?.action);
    this.selected = sameQuestion && again ? (again as Choice) : null;
  }

  /** Shows the latest position at once. */
  skip(): void {
    const last = this.#queue.at(-1);
    if (!last) return;
    const missed = this.#queue.flatMap((s) => s.events.map((event) => ({ number: s.number, event })));
    this.log = [...this.log, ...missed.filter((m) => !this.log.includes(m) && m.event !== this.event)];
    this.#queue = [];
    this.#show(last);
    this.#skip();
  }

  pick = (choice: Choice): void => {
    if (this.selected?.action === choice.action || this.game?.light.includes(choice.verb)) this.choose(choice);
    else this.selected = choice;
  };

  choose = (choice: Choice): void => {
    const question = this.state?.question;
    if (!question || this.sent) return;
    this.sent = choice;
    this.link.decide(question.window, choice.action);
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
    if (this.canUndo) this.link.undo();
  }

  /** What had happened before one came. */
  remember(story: readonly Told[]): void {
    const waiting = this.#queue.reduce((sum, state) => sum + state.events.length, 0);
    this.log = story.slice(0, story.length - waiting).map((event) => ({ number: 0, event }));
  }

  sentence(event: Told): string {
    return sayEvent(event, this.names);
  }
}

export function playersOf(table: TableInfo): Player[] {
  return table.seats.map((info, seat) => ({
    seat,
    name:
      info.nickname ??
      (info.level ? say("bot", { level: `bot-${info.level}`, number: seat + 1 }) : say("seat", { number: seat + 1 })),
    kind: info.kind,
    bot: info.kind === "bot" ? info.level : info.stand_in,
    here: info.here,
    look: seatLook(seat),
  }));
}
