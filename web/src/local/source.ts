/** A table that is played in this browser, told of as one at the server is. */
import type { SentenceInfo, StateInfo } from "../lib/messages";
import { settings, type Language } from "../lib/settings.svelte";
import type { Handlers, HearAdvice, Said, Source, Watching } from "../lib/source";
import { playersOf } from "../lib/table.svelte";
import { Refused } from "../lib/wire";
import { sayLine, words } from "../lib/words.svelte";
import { followHint } from "./following";
import { onNews } from "./keeping";
import { askOffice, findMatch, growHint, hearOffice, introduceGame, type TableNews } from "./office";
import type { Viewer } from "./table";

/** Milliseconds before a bot begins to decide, at normal speed: as at the server. */
const BOT_PACE = 600;

export class LocalSource implements Source {
  readonly hosted = false;
  readonly #stop: (() => void)[];
  readonly #opened: Promise<boolean>;
  #asked = "";
  #seen = false;
  #closed = false;

  constructor(
    private watching: Watching,
    private readonly handlers: Handlers,
  ) {
    const { table } = watching;
    this.#stop = [
      hearOffice((news) => news.id === table && this.#hear(news)),
      onNews((id) => id === table && void this.#do(() => askOffice("refresh", table))),
    ];
    this.#opened = this.#open(table);
    this.#watch();
  }

  /** Whether there is such a match. */
  async #open(id: string): Promise<boolean> {
    const kept = await findMatch(id);
    if (kept) {
      const { game } = kept.table;
      await Promise.all([introduceGame(game), words.enter(game)]);
      return true;
    }
    this.#refuse(new Refused("not_found", `match ${id}: expected one that is kept here`), true);
    return false;
  }

  #hear({ state, described }: TableNews): void {
    if (this.#closed) return;
    this.#seen = true;
    this.handlers.state({ ...state, lines: described && spoken(described, state) });
  }

  #refuse({ code, message }: Refused, first: boolean, key: string | null = null): void {
    this.handlers.refused({ type: "error", code: code as never, message, key }, first);
  }

  /** Does something that may be refused; gives whether it was done. */
  async #do(work: () => Promise<unknown>, key: string | null = null): Promise<void> {
    // At an open table nothing is waited for: what is decided is on its way before the page is drawn anew.
    if (!(this.#seen || (await this.#opened)) || this.#closed) return;
    try {
      await work();
    } catch (problem) {
      if (!(problem instanceof Refused)) throw problem;
      this.#refuse(problem, !this.#seen, key);
    }
  }

  #watch(): void {
    const { table, seat, packed } = this.watching;
    const look: Viewer = { seat, described: !packed, pace: BOT_PACE * settings.pace };
    const asked = JSON.stringify([look, packed ? null : this.watching.language]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    void this.#do(() => askOffice("watch", table, look));
  }

  look(change: Partial<Watching>): void {
    this.watching = { ...this.watching, ...change };
    this.#watch();
  }

  decide(questionId: string, action: number): void {
    void this.#do(() => askOffice("decide", this.watching.table, questionId, action), questionId);
  }

  undo(): void {
    void this.#do(() => askOffice("undo", this.watching.table), "undo");
  }

  /** Nobody else is there to hear it. */
  say(_: Said): void {}

  /** No bot ever plays in one's place here. */
  back(): void {}

  /** There are no clocks. */
  pause(_: boolean): void {}

  story(seat: number | null): Promise<SentenceInfo[]> {
    return askOffice("story", this.watching.table, seat);
  }

  hint(seat: number, _: Language, hear: HearAdvice, wanted: AbortSignal): Promise<void> {
    return followHint(() => askOffice("hint", this.watching.table, seat), growHint, hear, wanted);
  }

  close(): void {
    this.#closed = true;
    this.#stop.forEach((stop) => stop());
    void askOffice("leave", this.watching.table);
  }
}

/** Lines as texts, in the reader's language. */
export function spoken(lines: readonly SentenceInfo[], { table }: Pick<StateInfo, "table">): string[] {
  const names = playersOf(table).map(({ name }) => name);
  return lines.map((line) => sayLine(line, names));
}
