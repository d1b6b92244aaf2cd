/** A match that was played in this browser, or whose log was opened here. */
import type { MoveInfo, ReplayStep, ReviewInfo, SentenceInfo, TableInfo } from "../lib/messages";
import type { LogFile, Past, WatchShare } from "../lib/past";
import { shared } from "../lib/router.svelte";
import type { Language } from "../lib/settings.svelte";
import { Refused } from "../lib/wire";
import { words } from "../lib/words.svelte";
import { bring, mayBring } from "./bringing";
import type { Kept } from "./keeping";
import { fileOf, logOf, packLog } from "./links";
import { askOffice, findMatch, introduceGame, watchReview } from "./office";
import { spoken } from "./source";

/** A moment as the worker tells it: with what is seen in sentences. */
export type Moment = Omit<ReplayStep, "lines"> & { described: Record<string, SentenceInfo[]> };

export class LocalPast implements Past {
  readonly #kept: Promise<Kept>;

  constructor(private readonly id: string) {
    this.#kept = this.#open();
    this.#kept.catch(() => undefined); // whoever asks is told
  }

  async #open(): Promise<Kept> {
    const kept = await findMatch(this.id);
    if (!kept) throw new Refused("not_found", `match ${this.id}: expected one that is kept here`);
    await Promise.all([introduceGame(kept.table.game), words.enter(kept.table.game)]);
    return kept;
  }

  async table(): Promise<TableInfo> {
    return (await this.#kept).table;
  }

  async ownSeat(): Promise<number | null> {
    const { mine } = await this.#kept;
    return mine.length === 1 ? (mine[0] ?? null) : null;
  }

  async step(number: number, seat: number | null): Promise<ReplayStep> {
    const { table } = await this.#kept;
    const { described, ...step } = await askOffice<Moment>("step", this.id, number, seat);
    const lines = Object.entries(described).map(([viewer, said]) => [viewer, spoken(said, { table })] as const);
    return { ...step, lines: Object.fromEntries(lines) };
  }

  async moves(seat: number | null): Promise<MoveInfo[]> {
    await this.#kept;
    return askOffice("moves", this.id, seat);
  }

  async review(_: Language, watch: WatchShare): Promise<ReviewInfo> {
    await this.#kept;
    return watchReview(askOffice("review", this.id), watch);
  }

  /** Others do not have the match: the link brings its log along. */
  async link(hash: string): Promise<string> {
    const kept = await this.#kept;
    const moment = hash.split("?")[0]?.split("/")[3] ?? "0";
    return `#/log/${await packLog(logOf(kept))}/${moment}`;
  }

  async file(): Promise<LogFile> {
    return fileOf(await this.#kept);
  }

  async mayBring(): Promise<boolean> {
    return mayBring(await this.#kept);
  }

  async bring(): Promise<string> {
    const { table, invite } = await bring(await this.#kept);
    return shared(invite, "replay", table.id, 0);
  }
}
