/** What is said at a table: what one has read of it, and whom one does not want to hear. */
import type { TalkInfo, TalkLine } from "./messages";
import { store, stored } from "./storage";
import { api } from "./wire";

export const READ_TALK = "caravanserai talk ";

export class TableTalk {
  #lines: ReadonlyMap<number, TalkLine> = $state.raw(new Map());
  /** The numbers of lines that were there when somebody last looked, and of those who looked on after the match. */
  #read: ReadonlySet<number>;
  #muted: readonly string[] = $state.raw([]);
  #me: string | null = $state(null);
  #asked = false;

  /** All that is to be heard, in its order. */
  lines: readonly TalkLine[] = $derived(
    [...this.#lines.values()].filter((line) => !this.isMuted(line)).sort((one, other) => one.number - other.number),
  );
  /** A line each of those who are not to be heard. */
  silenced: readonly TalkLine[] = $derived([
    ...new Map([...this.#lines.values()].filter((line) => this.isMuted(line)).map((line) => [line.who, line])).values(),
  ]);
  unread: number = $derived(this.lines.filter((line) => !this.#isRead(line)).length);

  constructor(
    readonly table: string,
    readonly invite: string | null,
  ) {
    this.#read = $state.raw(new Set(readNumbers(stored(READ_TALK + table))));
  }

  receive(line: TalkLine): void {
    this.#lines = new Map(this.#lines).set(line.number, line);
    // Whom one does not want to hear is known before the first line is.
    if (!this.#asked) void this.ask();
  }

  /** Learns what was said, and whom one does not want to hear. */
  async ask(): Promise<void> {
    this.#asked = true;
    try {
      this.#take(await api.talk(this.table, this.invite));
    } catch {
      this.#asked = false; // with the next line
    }
  }

  #take({ lines, me, muted }: TalkInfo): void {
    [this.#me, this.#muted] = [me, muted];
    this.#lines = new Map([...this.#lines, ...lines.map((line) => [line.number, line] as const)]);
  }

  isOwn(line: TalkLine): boolean {
    return line.who !== null && line.who === this.#me;
  }

  isMuted(line: TalkLine): boolean {
    return line.who !== null && this.#muted.includes(line.who);
  }

  #isRead(line: TalkLine): boolean {
    return this.#read.has(line.number) || this.isOwn(line);
  }

  /** All that can be seen is being looked at. */
  read(): void {
    if (document.hidden || this.unread === 0) return;
    this.#read = new Set([...this.#read, ...this.lines.map(({ number }) => number)]);
    store(READ_TALK + this.table, JSON.stringify([...this.#read]));
  }

  async mute(line: TalkLine, on: boolean): Promise<void> {
    this.#take(await api.mute(this.table, line.number, on, this.invite));
  }

  async report(line: TalkLine): Promise<void> {
    await api.report(this.table, line.number, this.invite);
  }
}

function readNumbers(kept: string | null): number[] {
  try {
    const numbers: unknown = JSON.parse(kept ?? "[]");
    return Array.isArray(numbers) ? numbers.filter(Number.isInteger) : [];
  } catch {
    return [];
  }
}
