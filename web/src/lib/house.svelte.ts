/** What the server offers, and who one is there. */
import type { CreateTable, GameInfo, HouseInfo, SeatWanted } from "./messages";
import { settings } from "./settings.svelte";
import { playsHere, startHere } from "../local/start";
import { api, Refused, SERVERLESS } from "./wire";
import { has, say } from "./words.svelte";

class Offer {
  house: HouseInfo | null = $state.raw(null);
  problem: string | null = $state(null);
  #language = "";

  async load(): Promise<void> {
    if (this.#language === settings.language && this.house) return;
    const language = settings.language;
    try {
      this.house = await api.house(language);
      this.#language = language;
      this.problem = null;
    } catch (problem) {
      this.problem = sayProblem(problem);
    }
  }

  game(id: string): GameInfo | undefined {
    return this.house?.games.find((game) => game.id === id);
  }

  /** Levels of a game that people may want to meet, weakest first. */
  levels(game: string): string[] {
    return (this.game(game)?.levels ?? []).filter((level) => level !== "random");
  }

  get usualLevel(): string {
    return "merchant" in (this.house?.levels ?? {}) ? "merchant" : "random";
  }
}

export const offer = new Offer();

/** A refusal in the reader's language, as far as we foresaw it. */
export function sayProblem(problem: unknown): string {
  if (!(problem instanceof Refused)) throw problem;
  // Where there is no server it is the browser that could not do it.
  const code = SERVERLESS && problem.code === "unavailable" ? "not_here" : problem.code;
  const text = `problem-${code.replaceAll("_", "-")}`;
  return has(text) ? say(text) : problem.message;
}

/** Makes sure that the server knows us, under the name in the settings. */
export async function introduce(nickname = settings.own.nickname.trim() || say("traveller")): Promise<void> {
  const person = SERVERLESS ? { nickname } : await api.introduce(nickname);
  settings.set({ nickname: person.nickname });
}

export interface Wish {
  game: string;
  seats: SeatWanted[];
  start: boolean;
  more?: Partial<CreateTable>;
}

/** Whether a wish is for a match that nobody elsewhere takes part in, and that can be played in this browser. */
export async function staysHere({ game, seats, start, more }: Wish): Promise<boolean> {
  const usual = !more?.edition || more.edition === offer.game(game)?.editions[0];
  const mine = SERVERLESS || seats.some(({ kind }) => kind === "me");
  return start && usual && mine && (await playsHere(game));
}

/** Makes a table and, if wished, deals; gives its id. What needs no server is played in this browser, if it can be. */
export async function openTable(wish: Wish): Promise<string> {
  const { game, seats, start, more } = wish;
  if (await staysHere(wish)) {
    const { memory_aids: aids, ...options } = more?.options ?? {};
    const nickname = settings.own.nickname.trim() || say("traveller");
    const named = seats.map((seat) => (seat.kind === "me" ? { nickname, ...seat } : seat));
    const local = { game, seats: named, options: options as Record<string, number>, aids: Boolean(aids) };
    try {
      return await startHere(local);
    } catch (problem) {
      // A browser may keep nothing for pages, or the engine could not be had: then the server plays, if there is one.
      if (SERVERLESS || !(problem instanceof Refused) || problem.code !== "unavailable") throw problem;
    }
  }
  if (SERVERLESS && !(await playsHere(game)))
    throw new Refused("no_engine", `${game}: expected a browser that runs WebAssembly, or a server`);
  await introduce();
  const { table } = await api.create({ game, seats, public: false, ...more });
  if (start) await api.start(table.id, null);
  return table.id;
}

/** The seats of a match against bots: as many as make a lively table. */
export function againstBots(game: GameInfo, level: string, seats?: number): SeatWanted[] {
  const count = seats ?? Math.min(game.most, Math.max(game.fewest, 3));
  return [{ kind: "me" }, ...Array.from({ length: count - 1 }, (): SeatWanted => ({ kind: "bot", level }))];
}
