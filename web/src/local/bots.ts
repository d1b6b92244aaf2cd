/** How bots of a level decide, as in `caravanserai.bots`: by the game's rules of thumb, or by search. A bot gets what its
 *  seat knows, never the true position. */
import type { Level, Verdict } from "../engine/engine";
import type { Rules } from "./rules";

export interface SearchResult {
  /** Most tried first. */
  verdicts: Verdict[];
  /** Whether a good player could not be seen through here. */
  mixed: boolean;
  iterations: number;
}

/** Seconds that a level searches in a phase; null if it does not search. */
export function secondsOf(rules: Rules, name: string, phase: string): number | null {
  const seconds = rules.levels.get(name)?.seconds ?? null;
  return seconds === null || rules.silence(phase) === null ? seconds : seconds * rules.bots.brisk;
}

/** What a level does by rules of thumb: a searching one does what they like best. */
export function advised(rules: Rules, concealed: Uint8Array, seat: number, name: string): number {
  const legal = rules.legal(concealed, seat);
  const power = powerOf(rules.levels.get(name));
  if (power === 0) return drawn(legal, () => 1);
  const weights = rules.advise(concealed, seat);
  const weight = weights.some((one) => one > 0) ? (action: number) => Math.max(0, weights[action] ?? 0) : () => 1;
  if (power !== Infinity) return drawn(legal, (action) => weight(action) ** power);
  const most = Math.max(...legal.map(weight));
  return drawn(legal, (action) => Number(weight(action) === most));
}

/** 0 is blind chance, 1 the odds of the rules of thumb, infinity their favourite. */
function powerOf(level: Level | undefined): number {
  return level?.power ?? Infinity;
}

/** What a bot does after a search; null if that came to nothing. */
export function searched({ verdicts, mixed }: SearchResult, seldom: number): number | null {
  const [first] = verdicts;
  if (!first) return null;
  if (!mixed) return first.action;
  const most = Math.max(...verdicts.map(({ odds }) => odds));
  return drawn(verdicts, ({ odds }) => (odds < seldom * most ? 0 : odds)).action;
}

/** One of several, each as likely as it weighs. */
function drawn<T>(some: readonly T[], weigh: (one: T) => number): T {
  const weights = some.map(weigh);
  let rest = Math.random() * weights.reduce((sum, weight) => sum + weight, 0);
  const found = weights.findIndex((weight) => weight > 0 && (rest -= weight) < 0);
  return some[found < 0 ? weights.findLastIndex((weight) => weight > 0) : found] as T;
}
