/** One's sitting at a table: where it is played, the table that is told of, and what is around the match itself. */
import { notify } from "./browser";
import { sayProblem } from "./house.svelte";
import type { SentenceInfo, StateInfo } from "./messages";
import { mine } from "./mine.svelte";
import { notices } from "./notices.svelte";
import { putAway } from "./push";
import { settings } from "./settings.svelte";
import { sound } from "./sound";
import type { HearAdvice, Said, Source } from "./source";
import { store, stored } from "./storage";
import { Table } from "./table.svelte";
import { TableTalk } from "./talk.svelte";
import { OVERTAKEN, Refused } from "./wire";
import { openSource } from "./opening";
import { say } from "./words.svelte";

const SEEN = "caravanserai seen ";
/** What a bot did in one's place, and one has read. */
const READ = "caravanserai read ";

export class Session {
  readonly table: Table;
  readonly #source: Source;
  connected = $state(true);
  /** The server could not take what it was sent; it is sent again. */
  busy = $state(false);
  /** The seat we looked from was taken from us, and nobody has put that notice away yet. */
  seatLost = $state(false);
  problem: string | null = $state(null);
  /** Nothing can be shown: there is no such table, or not for us. */
  closed = $state(false);
  readonly talk: TableTalk;
  /** Several play at this device: the seat that is to decide next, and is not the one we look from. */
  next: number | null = $state(null);
  /** The device is changing hands: until whoever is next has it, nothing may be seen. */
  covered = $state(false);
  /** The seat whose person has said that they have the device, until its cards are there. */
  #holder: number | null = null;
  /** How many events of the log happened while one was away. */
  missed = $state(0);
  /** How many of them others did. */
  missedOfOthers = $state(0);
  #ready = $state(false);
  #asked: string | null = null;
  /** That the match is over has been heard. */
  #rung = false;
  /** The others who sit at the table, while it waits for people. */
  #gathered: readonly number[] | null = null;
  /** A seat we lost, until the server too says that it is not ours. */
  #lost: number | null = null;
  #paused = false;
  #closed = false;
  /** We have said that we are here; the seat comes back at the next decision. */
  returning = $state(false);
  #read: string | null = $state(null);

  /** How the server is to tell: in its packed form, which the page puts into words itself; in words for the text view
   *  and for games that it has none for. */
  #form = $derived.by(() =>
    settings.own.text || this.table.speechless
      ? { language: settings.language, packed: false }
      : { language: null, packed: true },
  );

  /** Whether a bot plays for us now, and would give the seat back. */
  standIn = $derived.by(() => {
    const state = this.table.state;
    return !!state?.mine.some((seat) => state.table.seats[seat]?.stand_in && !state.table.seats[seat].resigned);
  });
  /** Why it does. */
  standInAfter = $derived.by(() => this.table.log.findLast(({ event }) => this.#takesOver(event))?.event.name ?? null);
  /** From when a bot last took a seat of ours to when we were back, and which time that was. */
  #absence = $derived.by(() => {
    const log = this.table.log.map(({ event }) => event);
    const returns = log.flatMap((event, k) => (event.name === "person_back" && this.#ours(event) ? [k] : []));
    const back = returns.at(-1) ?? 0;
    const gone = log.slice(0, back).findLastIndex((event) => this.#takesOver(event));
    const events = gone < 0 ? [] : log.slice(gone + 1, back);
    const told = events.map(({ name, args }) => [name, args]);
    return gone < 0 ? null : { events, mark: JSON.stringify([returns.length, told]) };
  });
  /** What a bot did in our place, once we are back; null if there is nothing to tell, or it was read. */
  meanwhile: SentenceInfo[] | null = $derived.by(() => {
    if (this.standIn || !this.#absence || this.#absence.mark === this.#read) return null;
    return this.#absence.events.filter((event) => event.name !== "turn" && this.#ours(event));
  });

  constructor(
    readonly id: string,
    readonly invite: string | null,
  ) {
    this.#read = stored(READ + id);
    this.talk = new TableTalk(id, invite);
    void putAway(id).catch(() => undefined);
    this.table = new Table({
      decide: (questionId, action) => this.#source.decide(questionId, action),
      undo: () => this.#source.undo(),
    });
    this.#source = openSource(
      { table: id, seat: null, invite, ...this.#form },
      {
        state: (state) => void this.#receive(state),
        talk: (line) => this.talk.receive(line),
        mine: (news) => mine.receive(news),
        refused: (problem, first) => {
          if (first || problem.code === "closed") this.closed = true;
          if (problem.key) this.table.refused();
          // That a bot plays here is said over the hand.
          const known = OVERTAKEN.has(problem.code) || (problem.key && problem.code === "not_yours");
          // Half a link names no table that could be asked for.
          const code = first && problem.code === "invalid" ? "not_found" : problem.code;
          if (!known) this.problem = sayProblem(new Refused(code, problem.message));
        },
        seatLost: (seat) => {
          this.#lost = seat;
          this.seatLost = true;
          this.next = this.#holder = null;
          this.covered = false;
          this.table.forget();
        },
        notice: (notice) => notices.hear(notice),
        connected: (now) => {
          this.connected = this.table.reachable = now;
          // The server has forgotten what it was told over the old socket.
          if (now && this.returning) this.#source.back();
          if (now && this.#paused) this.#source.pause(true);
        },
        busy: (now) => (this.busy = now),
      },
    );
    $effect(() => this.#source.look(this.#form));
    $effect(() => this.#gather());
    $effect(() => this.#call());
    $effect(() => this.#remember());
    $effect(() => {
      if (this.hosted && this.table.state?.outcome) void this.talk.ask(); // what those said who looked on
    });
    $effect(() => {
      if (!this.standIn) this.returning = false;
    });
    $effect(() => {
      if (this.table.uncertain) void this.#takeBack();
    });
  }

  #ours(event: SentenceInfo): boolean {
    return this.table.state?.mine.includes(event.args["seat"] as number) ?? false;
  }

  #takesOver(event: SentenceInfo): boolean {
    return event.name.startsWith("bot_after_") && this.#ours(event);
  }

  /** We are here: the bot gives our seat back, once it has taken the decision it is about to take. */
  back(): void {
    if (!this.standIn || this.returning) return;
    this.returning = true;
    this.#source.back();
  }

  /** What the bot did was read. */
  read(): void {
    if (!this.#absence) return;
    this.#read = this.#absence.mark;
    store(READ + this.id, this.#read);
  }

  /** Our clocks stand still while we are being shown something. */
  pause(on: boolean): void {
    this.#paused = on;
    this.#source.pause(on);
  }

  /** Whether the table can be shown: the first look is from outside, until the server has told which seats are ours. */
  get ready(): boolean {
    return this.#ready;
  }

  async #receive(state: StateInfo): Promise<void> {
    if (this.#lost !== null && !state.mine.includes(this.#lost)) this.#lost = null;
    const seat = this.#seatFor(state);
    if (seat !== state.seat) {
      this.#source.look({ seat });
      return;
    }
    this.#pass(state);
    // What happens from now on is seen as it happens.
    const seen = Number(stored(SEEN + this.id) ?? 0);
    await this.table.receive(state);
    if (this.#closed) return;
    if (this.#holder !== null && this.#holder === state.seat) this.#uncover(state.hand_over);
    this.#ready = true;
    if (state.type === "snapshot" && state.view) void this.#loadStory(seen);
  }

  /** The seat to look from: one's own, the one that must decide first. */
  #seatFor(state: StateInfo): number | null {
    if (state.seat !== null && state.mine.includes(state.seat)) return state.seat;
    const mine = state.mine.filter((seat) => seat !== this.#lost);
    // Where several play at one device, nobody's cards are shown before they have said that they hold it.
    return mine.length === 1 ? (mine[0] ?? null) : null;
  }

  /** Several play at this device: whoever was asked last sees what came of it, and then hands it over. */
  #pass(state: StateInfo): void {
    if (state.outcome) this.#uncover(null);
    else if (this.#holder !== null && this.#holder === state.seat) return;
    else if (this.covered) this.next = state.hand_over ?? this.next;
    else {
      this.next = state.hand_over;
      this.covered = state.seat === null && state.hand_over !== null;
    }
  }

  #uncover(next: number | null): void {
    this.covered = false;
    this.next = next;
    this.#holder = null;
  }

  async #loadStory(seen: number): Promise<void> {
    const ask = () => this.#source.story(this.table.seat, settings.language).catch(() => null);
    const story = await this.table.recall(ask);
    if (!story) return; // the log begins here
    const news = seen > 0 ? story.slice(seen) : [];
    // What we did ourselves, or a bot for us, is no news.
    this.missedOfOthers = news.filter((event) => event.name !== "turn" && !this.#ours(event)).length;
    this.missed = this.missedOfOthers ? news.length : 0;
  }

  /** Whoever held the device gives it away. */
  handOver(): void {
    if (this.next !== null) this.covered = true;
  }

  /** The device has changed hands; the cover stays until there is something else to see. */
  takeOver(): void {
    const seat = this.next;
    if (seat === null) return;
    if (seat === this.table.seat) {
      this.#uncover(null);
      return;
    }
    this.#holder = seat;
    this.table.forget();
    this.table.log = this.table.heard = [];
    this.#source.look({ seat });
  }

  /** Whether a server has the table: then there is talk, and others may come. */
  get hosted(): boolean {
    return this.#source.hosted;
  }

  /** What a strong player would consider in one's place, as it grows. */
  hint(seat: number, hear: HearAdvice, wanted: AbortSignal): Promise<void> {
    return this.#source.hint(seat, settings.language, hear, wanted);
  }

  say(what: Said): void {
    this.#source.say(what);
  }

  /** "Your turn": in the tab's title, by sound, and as a notification if the page is hidden. */
  #call(): void {
    const { state, choices, past } = this.table;
    if (past) return; // it is asked once, and not again when they come back from looking at what was
    const asked = choices.length ? (state?.question?.id ?? null) : null;
    if (asked && asked !== this.#asked && state && state.mine.length) {
      sound("turn");
      if (document.hidden && settings.own.notify) notify(say("your-turn"), this.id);
    }
    this.#asked = asked;
    if (state?.outcome && this.table.settled && !this.#rung) {
      this.#rung = true;
      sound("end");
    }
  }

  /** Whoever waits for friends hears of each who comes, and that the match begins, whatever window they look at. */
  #gather(): void {
    const { state, players } = this.table;
    if (!state) return;
    const { status } = state.table;
    const others = players.filter((player) => player.kind === "person" && !state.mine.includes(player.seat));
    const before = this.#gathered;
    this.#gathered = status === "waiting" ? others.map(({ seat }) => seat) : null;
    if (before === null || !state.mine.length) return;
    const begins = status === "running";
    const came = others.find(({ seat }) => !before.includes(seat));
    if (!begins && !came) return;
    if (!begins || !state.question) sound("turn"); // one's own turn has the same
    if (!document.hidden || !settings.own.notify) return;
    notify(begins ? say("replay-start") : say("waiting-came", { name: came?.name ?? "" }), this.id);
  }

  #remember(): void {
    const count = this.table.log.filter(({ event, undone }) => !undone && event.name !== "taken_back").length;
    if (count && !document.hidden) store(SEEN + this.id, String(count));
  }

  /** Something was taken back that had happened before we came: the story no longer tells it. */
  async #takeBack(): Promise<void> {
    const story = await this.#source.story(this.table.seat, settings.language).catch(() => null);
    if (story) this.table.strikeWhatIsNotIn(story);
  }

  close(): void {
    this.#closed = true;
    this.#source.close();
    this.table.close();
  }
}
