/** Whether a match can be played in this browser, and beginning one. */
import type { SeatWanted, TableInfo } from "../lib/messages";
import { HOME } from "../lib/router.svelte";
import { settings } from "../lib/settings.svelte";
import { Refused, SERVERLESS } from "../lib/wire";
import type { LocalWish } from "./dealing";
import { askOffice, introduceGame } from "./office";

let modules: Promise<Record<string, string>> | null = null;

/** The games that there is an engine of. */
function known(): Promise<Record<string, string>> {
  const address = new URL("engine/index.json", new URL(HOME, document.baseURI));
  modules ??= fetch(address).then((answer) => (answer.ok ? answer.json() : {}) as Record<string, string>);
  modules.catch(() => (modules = null));
  return modules;
}

/** Whether this browser has all that a match needs, and whoever sits here wants it. */
function able(): boolean {
  return (
    (SERVERLESS || settings.own.here) && ["WebAssembly", "Worker", "indexedDB"].every((name) => name in globalThis)
  );
}

/** Whether matches of a game can be played here. */
export async function playsHere(game: string): Promise<boolean> {
  return able() && game in (await known().catch(() => ({})));
}

/** Deals a match; gives its id. What is kept here is not to be swept away when the browser wants room, or after a week. */
export async function startHere(wish: LocalWish): Promise<string> {
  await introduceGame(wish.game);
  const id = await askOffice<string>("create", wish);
  // Over plain HTTP there is no such thing.
  void (navigator.storage as StorageManager | undefined)?.persist().catch(() => false);
  return id;
}

/** The same players once more, with the next dealer: the first seat moves on by one. */
export function againHere({ game, seats, options }: TableInfo, mine: readonly number[]): Promise<string> {
  const { memory_aids: aids, ...rest } = options;
  const wanted = seats.map(({ nickname, level }, seat): SeatWanted => ({
    kind: mine.includes(seat) ? "me" : "bot",
    nickname,
    level,
  }));
  const moved = [...wanted.slice(1), ...wanted.slice(0, 1)];
  return startHere({ game, seats: moved, options: rest as LocalWish["options"], aids: Boolean(aids) });
}

/** Checks a log from elsewhere and keeps it; gives the id under which it can be looked at. */
export async function openLog(log: unknown): Promise<string> {
  const game = typeof log === "object" && log !== null && "game" in log ? String(log.game) : "";
  if (!(await playsHere(game))) throw new Refused("unknown_game", `game ${game}: expected one that is played here`);
  await introduceGame(game);
  return askOffice("adopt", log);
}
