/** Hints that grow while somebody looks at them, in a worker of their own: nobody's bot waits for another's hint. */
import type { Verdict } from "../engine/engine";
import type { AdviceInfo, ChoiceInfo } from "../lib/messages";
import type { Advice } from "../lib/reasons";
import type { SearchResult } from "./bots";
import { NotDone } from "./calls";
import { Foresight } from "./foresight";
import type { Rules } from "./rules";
import { newSeed } from "./seed";
import { Thinker } from "./thinkers";
import type { WasmRules } from "./wasm";

const MOST_HINTS = 3;
/** Seconds of thinking before something is told for the first time, and then each time. */
const FIRST = 0.4;
const MORE = 0.6;
/** Worlds in which it is looked at what follows, each time. */
const WORLDS = 6;
/** Seconds, and iterations, after which a hint grows no further: about what a tree has room for. */
const MOST_SECONDS = 10;
const MOST_ITERATIONS = 100_000;

/** What was found so far. */
export interface GrowingHint {
  number: number;
  advice: Advice[];
  /** Whether it grows no further. */
  done: boolean;
}

/** A seat's choices by their actions, each with what it does in words. */
export function offeredTo(rules: Rules, position: Uint8Array, seat: number): Map<number, ChoiceInfo> {
  const { choices } = rules.present(null, position, seat, false).told;
  return new Map(choices.map((choice) => [choice.action, choice]));
}

export function advice(offered: ReadonlyMap<number, ChoiceInfo>, { action, winChance, margin }: Verdict): AdviceInfo[] {
  const choice = offered.get(action);
  return choice ? [{ choice, win_chance: winChance, margin }] : [];
}

/** The best few choices, best first: what search would do most often. */
export function hintsOf(
  { verdicts, mixed }: SearchResult,
  offered: ReadonlyMap<number, ChoiceInfo>,
  worthTelling: number,
): AdviceInfo[] {
  const ranked = mixed ? [...verdicts].sort((a, b) => b.odds - a.odds) : verdicts;
  const least = worthTelling * (ranked[0]?.visits ?? 0);
  return ranked.slice(0, MOST_HINTS).flatMap((one) => (one.visits >= least ? advice(offered, one) : []));
}

export class Hints {
  #thinker: Thinker | null = null;
  #last = 0;
  #seconds = 0;
  #about: { rules: WasmRules; offered: Map<number, ChoiceInfo>; foresight: Foresight } | null = null;

  /** Begins with another question; the one before is thought about no longer. */
  async begin(rules: WasmRules, concealed: Uint8Array, seat: number): Promise<GrowingHint> {
    const number = ++this.#last;
    const foresight = new Foresight(rules.lookout(concealed, seat, newSeed()), seat);
    const about = { rules, offered: offeredTo(rules, concealed, seat), foresight };
    this.#about = about;
    this.#seconds = FIRST;
    this.#thinker ??= new Thinker();
    const question = { edition: rules.edition, concealed, seat };
    return this.#told(number, await this.#thinker.ask(rules.parts, "begin", question, FIRST));
  }

  /** Thinks on about what was asked last. */
  async grow(number: number): Promise<GrowingHint> {
    if (number !== this.#last || !this.#about || !this.#thinker)
      throw new NotDone("conflict", "another hint was asked for since");
    this.#seconds += MORE;
    return this.#told(number, await this.#thinker.ask(this.#about.rules.parts, "grow", MORE));
  }

  #told(number: number, result: SearchResult): GrowingHint {
    if (number !== this.#last || !this.#about) throw new NotDone("conflict", "another hint was asked for since");
    const { rules, offered, foresight } = this.#about;
    const done = this.#seconds >= MOST_SECONDS || result.iterations >= MOST_ITERATIONS;
    const found = hintsOf(result, offered, rules.bots.worth_telling);
    const actions = found.map(({ choice }) => choice.action);
    foresight.grow(actions, WORLDS);
    return { number, advice: found.map((one) => ({ ...one, follows: foresight.after(one.choice.action) })), done };
  }
}
