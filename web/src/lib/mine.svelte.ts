/** One's tables that are not over, and those where somebody waits for one's answer to an offer to play again. The server
 *  says when one of them changes: over the socket of the table one sits at, or over one of its own on the other pages. */
import type { Deadline } from "../games/board";
import { here } from "../local/here.svelte";
import { notify } from "./browser";
import type { MyTable, MyTables } from "./messages";
import { settings } from "./settings.svelte";
import { sound } from "./sound";
import { playersOf } from "./table.svelte";
import { say } from "./words.svelte";
import { acquaintance, FIRST_WAIT, liveAddress, LONGEST_WAIT, SERVERLESS } from "./wire";

/** A table of one's own, its times on this device's clock, in milliseconds. */
export interface Listed extends Omit<MyTable, "clock" | "since" | "now"> {
  since: number | null;
  due: Deadline | null;
}

class Mine {
  /** Those at the server. */
  #hosted: readonly Listed[] = $state.raw([]);
  /** Those that are not over, first those of this browser. */
  tables: readonly Listed[] = $derived([...here.under, ...this.#hosted.filter((entry) => !isOffer(entry))]);
  /** Those that could be played again. */
  offers: readonly Listed[] = $derived(this.#hosted.filter(isOffer));
  /** Whether the server knows us, and has told of our tables. */
  known = $state(false);
  #socket: WebSocket | null = null;
  #wanted = false;
  #wait = FIRST_WAIT;
  #timer = 0;
  /** The server did not know us: there is nothing to hear before it does. */
  #stranger = false;

  constructor() {
    acquaintance.addEventListener("known", () => {
      if (this.#stranger) this.#socket?.close();
    });
  }

  /** Those that wait for us: first the one whose clock is the shortest, then the one that has waited for longest. */
  waiting: readonly Listed[] = $derived(
    this.tables
      .filter(({ table, my_turn }) => my_turn && !table.fault)
      .sort((a, b) => (a.due?.at ?? Infinity) - (b.due?.at ?? Infinity) || (a.since ?? 0) - (b.since ?? 0)),
  );

  /** What the server told. */
  receive({ whole, tables, gone }: MyTables): void {
    const news = new Map(tables.map((entry) => [entry.table.id, listed(entry)]));
    const kept = whole ? [] : this.#hosted.filter(({ table }) => !gone.includes(table.id));
    const known = kept.map((entry) => news.get(entry.table.id) ?? entry);
    const unknown = [...news.values()].filter(({ table }) => !kept.some((entry) => entry.table.id === table.id));
    this.#hosted = [...unknown, ...known];
    this.known = true;
    // An offer is heard wherever one is.
    if (!whole) for (const entry of unknown.filter(isOffer)) announce(entry);
  }

  /** We are somebody else from here on, or nobody: what was told is another's. */
  forget(): void {
    this.#hosted = [];
    this.known = false;
    this.#socket?.close();
  }

  /** Keeps a socket of its own, or none. */
  listen(wanted: boolean): void {
    const on = wanted && !SERVERLESS;
    if (on === this.#wanted) return;
    this.#wanted = on;
    clearTimeout(this.#timer);
    if (on) this.#connect();
    else this.#socket?.close();
  }

  #connect(): void {
    const socket = new WebSocket(liveAddress());
    this.#socket = socket;
    this.#stranger = false;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT;
      socket.send(JSON.stringify({ type: "mine" }));
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      const message = JSON.parse(data) as MyTables | { type: "error"; code: string };
      if (message.type === "mine") this.receive(message);
      else if (message.code === "not_known") this.#stranger = true;
      else socket.close(); // it is asked again
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      if (!this.#wanted) return;
      this.#timer = window.setTimeout(() => this.#connect(), this.#wait * (0.7 + 0.6 * Math.random()));
      this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
    };
  }
}

const isOffer = ({ table }: MyTable | Listed) => table.status === "finished";

function announce({ table, again }: Listed): void {
  sound("turn");
  const name = playersOf(table)[again?.by ?? 0]?.name ?? "";
  if (document.hidden && settings.own.notify) notify(say("rematch-offered", { name }), table.id);
}

function listed({ clock, since, now, ...entry }: MyTable): Listed {
  const here = (time: number) => Date.now() + (time - now) * 1000;
  return {
    ...entry,
    since: since === null ? null : here(since),
    due: clock && { at: clock.at === null ? null : here(clock.at), left: clock.left },
  };
}

export const mine = new Mine();
