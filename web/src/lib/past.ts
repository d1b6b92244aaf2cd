/** A match that is over, to be looked at moment by moment: from the server, or from this browser. */
import type { MoveInfo, ReplayStep, ReviewInfo, TableInfo } from "./messages";
import { settings, type Language } from "./settings.svelte";
import { api } from "./wire";

export type WatchShare = (share: number) => void;

export interface Past {
  /** The table at which it was played. */
  table(): Promise<TableInfo>;
  /** The seat in which whoever looks sat, if it was one. */
  ownSeat(): Promise<number | null>;
  /** The match after so many decisions, as a seat saw it. */
  step(number: number, seat: number | null, language: Language): Promise<ReplayStep>;
  /** What a seat saw happen, decision by decision. */
  moves(seat: number | null, language: Language): Promise<MoveInfo[]>;
  /** Where the match was won and lost; tells which share of it is done, where that is known. */
  review(language: Language, watch: WatchShare): Promise<ReviewInfo>;
  file(): Promise<LogFile>;
  /** The address under which others find what is shown at this one. */
  link(hash: string): Promise<string>;
  /** Whether it can be put where others find it under a short address, and putting it there; gives that address. */
  mayBring(): Promise<boolean>;
  bring(): Promise<string>;
}

/** Where the log of a match can be downloaded, and under which name, if whoever sends it gives it none. */
export interface LogFile {
  href: string;
  name: string;
}

/** A match that was played at the server. */
export class HostedPast implements Past {
  constructor(
    protected readonly id: string,
    protected readonly invite: string | null,
  ) {}

  table(): Promise<TableInfo> {
    return api.table(this.id, this.invite);
  }

  async ownSeat(): Promise<number | null> {
    if (!settings.own.nickname) return null; // whoever never sat down
    const entry = (await api.mine()).find(({ table }) => table.id === this.id);
    return entry?.mine.length === 1 ? (entry.mine[0] ?? null) : null;
  }

  step(number: number, seat: number | null, language: Language): Promise<ReplayStep> {
    return api.replay(this.id, number, seat, language, this.invite);
  }

  moves(seat: number | null, language: Language): Promise<MoveInfo[]> {
    return api.moves(this.id, seat, language, this.invite);
  }

  review(language: Language, _: WatchShare): Promise<ReviewInfo> {
    return api.review(this.id, language, this.invite);
  }

  file(): Promise<LogFile> {
    return Promise.resolve({ href: `api/tables/${this.id}/replay`, name: "" });
  }

  link(hash: string): Promise<string> {
    return Promise.resolve(hash);
  }

  /** It is there already. */
  mayBring(): Promise<boolean> {
    return Promise.resolve(false);
  }

  bring(): Promise<string> {
    return this.link(location.hash);
  }
}
