/** The wire to the server: requests, and one socket that heals itself. Addresses are relative: the page may live anywhere. */
import type {
  Accepted,
  AdviceInfo,
  BringMatch,
  Calls,
  CallsInfo,
  CreateTable,
  Created,
  Declared as GameDeclared,
  Filling,
  FoundReview,
  HouseInfo,
  KnownPosition,
  MoveInfo,
  MyTable,
  NoticeInfo,
  MyTables,
  Person,
  Pong,
  Preparing as PreparingInfo,
  Problem,
  Rating,
  Refusal,
  Rematch,
  Replay,
  ReplayStep,
  ReviewInfo,
  RulesInfo,
  Seated,
  SeatLost,
  SentenceInfo,
  StateInfo,
  Statistic,
  Subscription,
  TableInfo,
  Talk,
  TalkInfo,
  TalkLine,
} from "./messages";
import { declaredBy } from "../games/board";
import { newKey } from "./browser";
import { Reader, split, type Declared } from "./packed";
import { settings, type Language } from "./settings.svelte";
import type { Handlers, HearAdvice, Said, Source, Watching } from "./source";

/** Why the server refused; `message` is meant for people who write clients, `code` is what we put into words. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Tells whoever listens for `known` that the server knows us from now on. */
export const acquaintance = new EventTarget();

async function introduce(nickname: string): Promise<Person> {
  const person = await ask<Person>("me", { nickname });
  acquaintance.dispatchEvent(new Event("known"));
  return person;
}

type Query = Record<string, string | number | null | undefined>;

/** Asks the server. One that has lost its memory does not know our cookie any more: then we say who we are, and ask
 *  once more. */
export async function request<T>(path: string, body?: unknown, query: Query = {}, invite?: string | null): Promise<T> {
  try {
    return await ask<T>(path, body, query, invite);
  } catch (problem) {
    const nickname = settings.own.nickname.trim();
    if (!(problem instanceof Refused) || problem.code !== "not_known" || !nickname) throw problem;
    await introduce(nickname);
    return await ask<T>(path, body, query, invite);
  }
}

/** Whether the page lives where there is no server behind it: `caravanserai site` says so. */
export const SERVERLESS = typeof document !== "undefined" && "serverless" in document.documentElement.dataset;

/** What a server would say is written down there, language by language; anything else has to be done without. */
const WRITTEN = /^house$|^games\/\w+\/(rules|declared)$/;

function addressOf(path: string, body: unknown, query: Query): string {
  if (!SERVERLESS) return `api/${path}`;
  if (body !== undefined || !WRITTEN.test(path)) throw new Refused("no_server", `${path}: there is no server here`);
  return query["language"] ? `told/${path}.${query["language"]}.json` : `told/${path}.json`;
}

/** Where something is told, in a language if it is in words, from the start of the page on. */
export function addressTold(path: string, language: Language | null = null): string {
  const address = addressOf(path, undefined, { language });
  return language && !SERVERLESS ? `${address}?language=${language}` : address;
}

async function ask<T>(path: string, body: unknown, query: Query = {}, invite?: string | null): Promise<T> {
  const url = new URL(addressOf(path, body, query), document.baseURI);
  for (const [name, value] of Object.entries(SERVERLESS ? {} : query)) {
    if (value !== null && value !== undefined) url.searchParams.set(name, String(value));
  }
  url.hash = "";
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (invite) headers["x-invite"] = invite;
  let answer: Response;
  try {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    answer = await fetch(url, { headers, ...init });
  } catch {
    throw new Refused("unreachable", `no answer from ${url.host}`);
  }
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => ({}))) as Partial<Problem>;
    throw new Refused(problem.code ?? "unavailable", problem.message ?? answer.statusText);
  }
  return (await answer.json()) as T;
}

export const api = {
  house: (language: Language) => request<HouseInfo>("house", undefined, { language }),
  preparing: (wanted: string | null) => request<PreparingInfo>("preparing", undefined, { wanted }),
  rules: (game: string, language: Language) => request<RulesInfo>(`games/${game}/rules`, undefined, { language }),
  declared: (game: string) => request<GameDeclared>(`games/${game}/declared`),
  notice: () => request<NoticeInfo | null>("notice"),
  me: () => request<Person>("me"),
  vacation: (days: number) => request<Person>("me/vacation", { days }),
  introduce,
  mine: () => request<MyTable[]>("mine"),
  lobby: () => request<TableInfo[]>("lobby"),
  create: (wanted: CreateTable) => request<Created>("tables", wanted),
  bring: (wanted: BringMatch) => request<Created>("tables/bring", wanted),
  table: (id: string, invite?: string | null) => request<TableInfo>(`tables/${id}`, undefined, {}, invite),
  story: (id: string, seat: number | null, language: Language, invite?: string | null) =>
    request<SentenceInfo[]>(`tables/${id}/story`, undefined, { seat, language }, invite),
  sit: (id: string, nickname: string, seat: number | null, invite?: string | null) =>
    request<Seated>(`tables/${id}/sit`, { nickname, seat }, {}, invite),
  leave: (id: string) => request<TableInfo>(`tables/${id}/leave`, {}),
  resign: (id: string) => request<TableInfo>(`tables/${id}/resign`, {}),
  arrange: (id: string, seat: number, level: string | null) =>
    request<TableInfo>(`tables/${id}/arrange`, { seat, level }),
  close: (id: string) => request<TableInfo>(`tables/${id}/close`, {}),
  start: (id: string, fill: string | null) => request<TableInfo>(`tables/${id}/start`, { fill }),
  rematch: (id: string, accept: boolean, without: Filling | null) =>
    request<Rematch>(`tables/${id}/rematch`, { accept, without }),
  absent: (id: string, seat: number) => request<TableInfo>(`tables/${id}/absent`, { seat }),
  replay: (id: string, number: number, seat: number | null, language: Language, invite?: string | null) =>
    request<ReplayStep>(`tables/${id}/replay/${number}`, undefined, { seat: seat ?? -1, language }, invite),
  hint: (id: string, seat: number, language: Language) =>
    request<AdviceInfo[]>(`tables/${id}/hint`, undefined, { seat, language }),
  position: (id: string, seat: number) => request<KnownPosition>(`tables/${id}/position`, undefined, { seat }),
  moves: (id: string, seat: number | null, language: Language, invite?: string | null) =>
    request<MoveInfo[]>(`tables/${id}/moves`, undefined, { seat: seat ?? -1, language }, invite),
  review: (id: string, language: Language, invite?: string | null) =>
    request<ReviewInfo>(`tables/${id}/review`, undefined, { language }, invite),
  log: (id: string, invite?: string | null) => request<Replay>(`tables/${id}/replay`, undefined, {}, invite),
  keptReview: (id: string, language: Language, invite?: string | null) =>
    request<ReviewInfo | null>(`tables/${id}/review/kept`, undefined, { language }, invite),
  shareReview: (id: string, found: FoundReview, language: Language, invite?: string | null) =>
    request<ReviewInfo>(`tables/${id}/review`, found, { language }, invite),
  calls: () => request<CallsInfo>("calls"),
  choose: (wanted: Calls) => request<CallsInfo>("calls", wanted),
  addDevice: (device: Omit<Subscription, "language">) =>
    request<CallsInfo>("calls/devices", { ...device, language: settings.language }),
  forgetDevice: (endpoint: string) => request<CallsInfo>("calls/devices/forget", { endpoint }),
  email: (email: string | null, language: Language) => request<CallsInfo>("calls/email", { email, language }),
  talk: (id: string, invite?: string | null) => request<TalkInfo>(`tables/${id}/talk`, undefined, {}, invite),
  mute: (id: string, number: number, on: boolean, invite?: string | null) =>
    request<TalkInfo>(`tables/${id}/talk/mute`, { number, on }, {}, invite),
  report: (id: string, number: number, invite?: string | null) =>
    request<TalkLine>(`tables/${id}/talk/report`, { number }, {}, invite),
  statistics: () => request<Statistic[]>("statistics"),
  ratings: (game: string) => request<Rating[]>("ratings", undefined, { game }),
};

const brought = new Map<string, Promise<GameDeclared>>();

/** What a game brings along that this page was built without: asked for once. */
export function broughtBy(game: string): Promise<GameDeclared> {
  const found = brought.get(game) ?? api.declared(game);
  brought.set(game, found);
  found.catch(() => brought.delete(game));
  return found;
}

/** What a game declares of its views and sentences, whether the page knows it or not. */
export async function declarationsOf(game: string): Promise<Declared> {
  return (await declaredBy(game)) ?? ((await broughtBy(game)).declared as unknown as Declared);
}

type Sendable = { type: "decide" | "undo"; key: string } & Record<string, unknown>;
type Outgoing = StateInfo | Accepted | Talk | MyTables | SeatLost | Refusal | Pong | NoticeInfo;

export const FIRST_WAIT = 300;
export const LONGEST_WAIT = 5000;

/** Where sockets are opened. */
export function liveAddress(): URL {
  const url = new URL("api/live", document.baseURI);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.hash = "";
  return url;
}

/** Milliseconds of silence after which the server is asked whether it is there, and that it has to answer. */
const SILENCE = 2500;
const ANSWER = 2000;
/** Milliseconds that a new socket has to open. */
const OPENING = 5000;

/** Refusals that say nothing about what was asked: it is asked again, with its key. */
const LATER = new Set(["unavailable", "too_fast"]);

/** Refusals that mean no more than that the table has moved on. */
export const OVERTAKEN = new Set(["stale_question", "not_to_act", "conflict", "nothing_to_undo"]);

/** Whether a seat may still be ours after we were told that something is not: what was expected are our seats, if it
 *  was about them. */
function holds({ expected }: Refusal, seat: number): boolean {
  return !Array.isArray(expected) || expected.some((held) => held === seat || typeof held !== "number");
}

/** A table at the server, seen through one socket. What was sent and not yet answered is sent again after a loss, and when the
 *  server could not take it: the key makes that harmless. */
export class Live implements Source {
  readonly hosted = true;
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #timer = 0;
  #pause = FIRST_WAIT;
  #later = 0;
  #heartbeat = 0;
  #closed = false;
  #seen = false;
  /** The server tells us of our other tables too. */
  #following = false;
  /** What is played at the table, once something was told of it. */
  protected game: string | null = null;
  #stream: string | null = null;
  #number: number | null = null;
  #unanswered = new Map<string, Sendable>();
  #reader: Reader | null = null;
  /** What has come in is taken in one by one: the first state waits for what its game declares. */
  #taken: Promise<void> = Promise.resolve();

  constructor(
    protected watching: Watching,
    private readonly handlers: Handlers,
  ) {
    this.#connect();
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
  }

  #hurry = (): void => {
    if (this.#socket || this.#closed || document.hidden) return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  #connect(): void {
    const socket = new WebSocket(liveAddress());
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#expect(OPENING, () => this.#lost(socket));
    socket.onopen = () => {
      this.#wait = FIRST_WAIT;
      this.#heard(socket);
      this.#following = false;
      this.#askAgain();
      this.handlers.connected(true);
    };
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (this.#socket === socket) this.#heard(socket);
      this.#taken = this.#taken.then(() => (this.#socket === socket ? this.#take(data) : undefined));
    };
    socket.onclose = () => this.#lost(socket);
  }

  /** There is a sign of life. The next one is asked for after a while, and a socket without one is given up. */
  #heard(socket: WebSocket): void {
    this.#expect(SILENCE, () => {
      this.#send({ type: "ping" });
      // A page that was busy for so long may have the answer waiting: that is read first.
      this.#expect(ANSWER, () => this.#expect(0, () => this.#lost(socket)));
    });
  }

  #expect(time: number, otherwise: () => void): void {
    clearTimeout(this.#heartbeat);
    this.#heartbeat = window.setTimeout(otherwise, time);
  }

  #lost(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    socket.close();
    clearTimeout(this.#later);
    clearTimeout(this.#heartbeat);
    this.#later = 0;
    if (this.#closed) return;
    this.handlers.connected(false);
    this.#timer = window.setTimeout(() => this.#connect(), this.#wait * (0.7 + 0.6 * Math.random()));
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  async #take(data: string | ArrayBuffer): Promise<void> {
    if (typeof data === "string") return this.#receive(JSON.parse(data) as Outgoing);
    if (!this.#reader) {
      const declared = await declarationsOf(split(data).header.table.game).catch(() => null);
      // A game that is not known, and cannot be asked about, is told in JSON.
      if (!declared) return this.look({ packed: false });
      this.#reader = new Reader(declared);
    }
    const state = this.#reader.read(data);
    if (state) this.#receive(state);
    else {
      // It follows something that we have missed: all of it, then.
      this.#stream = this.#number = null;
      this.#watch();
    }
  }

  #receive(message: Outgoing): void {
    switch (message.type) {
      case "snapshot":
      case "update":
        // The same seat in another tab, or an answer to our own "watch": nothing is shown twice.
        if (message.type === "update" && message.stream === this.#stream && message.number < (this.#number ?? 0))
          return;
        this.#seen = true;
        this.game = message.table.game;
        this.#stream = message.stream;
        this.#number = message.number;
        if (!this.#unanswered.size) this.#answered();
        // Whoever sits here is known.
        if (message.mine.length && !this.#following) this.#send({ type: "mine" });
        this.#following ||= message.mine.length > 0;
        this.handlers.state(message);
        break;
      case "mine":
        this.handlers.mine(message);
        break;
      case "accepted":
        this.#unanswered.delete(message.key);
        this.#answered();
        break;
      case "talk":
        this.handlers.talk(message);
        break;
      case "seat_lost":
        this.#lose(message.seat);
        break;
      case "error":
        this.#refused(message);
        break;
      case "notice":
        this.handlers.notice(message);
        break;
      case "pong":
        break; // it was a sign of life, as all else is
    }
  }

  #refused(problem: Refusal): void {
    const { key, code } = problem;
    if (key && !this.#unanswered.has(key)) return;
    if (LATER.has(code)) {
      // Without a key it may be about anything that was sent, the look at the table too.
      this.#askLater();
      if (this.#seen && !this.#unanswered.size) this.handlers.refused(problem, false);
      else this.handlers.busy(true);
      return;
    }
    if (key) {
      this.#unanswered.delete(key);
      this.#answered();
    }
    const { seat } = this.watching;
    if (code === "not_yours" && !key && this.#seen && seat !== null && !holds(problem, seat)) {
      this.#lose(seat);
      this.#watch();
      return;
    }
    this.handlers.refused(problem, !this.#seen);
    // The question on the screen is out of date: what is true now replaces it.
    if (key) this.#watch();
    else if (OVERTAKEN.has(code)) this.#askLater();
  }

  #lose(seat: number): void {
    if (this.watching.seat === seat) this.watching = { ...this.watching, seat: null };
    this.#stream = this.#number = null;
    this.#unanswered.clear();
    this.handlers.seatLost(seat);
  }

  /** The server has taken, or refused, what it was asked. */
  #answered(): void {
    this.#pause = FIRST_WAIT;
    clearTimeout(this.#later);
    this.#later = 0;
    this.handlers.busy(false);
  }

  #askLater(): void {
    if (this.#later) return;
    this.#later = window.setTimeout(() => {
      this.#later = 0;
      this.#askAgain();
    }, this.#pause);
    this.#pause = Math.min(LONGEST_WAIT, this.#pause * 2);
  }

  #askAgain(): void {
    this.#watch();
    for (const message of this.#unanswered.values()) this.#send(message);
  }

  #send(message: Record<string, unknown>): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #watch(): void {
    const seen = this.#stream === null ? {} : { stream: this.#stream, number: this.#number };
    this.#send({ type: "watch", ...this.watching, ...seen });
  }

  look(change: Partial<Watching>): void {
    if (change.seat !== undefined && change.seat !== this.watching.seat) this.#stream = this.#number = null;
    this.watching = { ...this.watching, ...change };
    this.#watch();
  }

  decide(questionId: string, choice: number): void {
    this.#post({ type: "decide", question_id: questionId, choice, key: newKey() });
  }

  undo(): void {
    this.#post({ type: "undo", key: newKey() });
  }

  #post(message: Sendable): void {
    this.#unanswered.set(message.key, message);
    this.#send(message);
  }

  say(what: Said): void {
    this.#send({ type: "say", ...what });
  }

  story(seat: number | null, language: Language): Promise<SentenceInfo[]> {
    return api.story(this.watching.table, seat, language, this.watching.invite);
  }

  async hint(seat: number, language: Language, hear: HearAdvice, _wanted: AbortSignal): Promise<void> {
    hear(await api.hint(this.watching.table, seat, language));
  }

  back(): void {
    this.#send({ type: "back" });
  }

  pause(on: boolean): void {
    this.#send({ type: "pause", on });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#later);
    clearTimeout(this.#heartbeat);
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#socket?.close();
  }
}
