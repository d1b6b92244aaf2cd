/** The review of a finished match, as `caravanserai.bots.hints` makes it: what search thinks of each decision. */
import type { ChanceInfo, FoundReview, ReviewInfo } from "../lib/messages";
import type { Verdict } from "../engine/engine";
import type { SearchResult } from "./bots";
import type { Match } from "./match";
import { seedNumbered, seedOf } from "./seed";

/** For each player: their worst decisions. */
const LESSONS = 3;

/** A decision in which something was lost: what was played, what would have been better, and by how much. */
export interface Lesson {
  number: number;
  seat: number;
  played: Verdict;
  better: Verdict;
  loss: number;
}

export interface Study {
  lessons: Lesson[];
  chances: ChanceInfo[];
}

/** A review in words, and in numbers. */
export interface Reviewed {
  review: ReviewInfo;
  found: FoundReview;
}

/** Searches from what a seat knew; `favoured` is the action that was taken, which is looked at closely. */
export type Consider = (
  concealed: Uint8Array,
  seat: number,
  favoured: number,
  seed: Uint8Array,
  iterations: number,
) => Promise<SearchResult>;

/** All decisions of a finished match, each judged by what its seat knew then. It is the same wherever it is made.
 *  `watch` is told which share of them has been looked at. */
export async function study(match: Match, consider: Consider, watch: (share: number) => void): Promise<Study> {
  const { rules } = match;
  const { hints_seed, review_iterations } = rules.bots;
  const positions = match.positions();
  let done = 0;
  const looked = match.moves.map(async ([seat, action], number) => {
    const position = positions[number] as Uint8Array;
    if (rules.legal(position, seat).length < 2) {
      done += 1;
      return null;
    }
    const seed = seedNumbered(seedOf(hints_seed) as Uint8Array, number);
    const result = await consider(rules.conceal(position, seat), seat, action, seed, review_iterations);
    watch(++done / match.decisions);
    return judged(number, seat, action, result);
  });
  const found = (await Promise.all(looked)).filter((one) => one !== null);
  const lessons = found.flatMap(({ lesson }) => (lesson ? [lesson] : []));
  const outcome = match.outcome();
  const ends = Array.from({ length: outcome ? match.seats : 0 }, (_, seat) => ({
    number: match.decisions,
    seat,
    chance: Number(outcome?.winners.includes(seat)) / (outcome?.winners.length ?? 1),
  }));
  return { lessons: worstOfEach(lessons), chances: [...found.map(({ chance }) => chance), ...ends] };
}

/** A study in numbers, as the server takes it. */
export function foundIn({ lessons, chances }: Study): FoundReview {
  const plain = ({ action, winChance, margin }: Verdict) => ({ action, win_chance: winChance, margin });
  const told = lessons.map(({ played, better, ...rest }) => ({
    ...rest,
    played: plain(played),
    better: plain(better),
  }));
  return { lessons: told, chances };
}

/** What a seat could expect, and what was lost by its action, if search is sure of it: more than twice the standard
 *  error of the difference. */
function judged(
  number: number,
  seat: number,
  action: number,
  { verdicts }: SearchResult,
): { chance: ChanceInfo; lesson: Lesson | null } | null {
  const most = verdicts[0]?.visits ?? 0;
  const tried = verdicts.filter(({ visits }) => 3 * visits >= most);
  const [first] = tried;
  if (!first) return null;
  const better = tried.reduce((best, one) => (one.gain > best.gain ? one : best), first);
  const played = verdicts.find((one) => one.action === action);
  const chance = { number, seat, chance: better.winChance };
  if (!played) return { chance, lesson: null };
  const loss = better.gain - played.gain;
  const doubt = Math.sqrt(0.25 / better.visits + 0.25 / played.visits);
  return { chance, lesson: loss > 2 * doubt ? { number, seat, played, better, loss } : null };
}

/** The worst few decisions of each player, in the order in which they were taken. */
function worstOfEach(lessons: readonly Lesson[]): Lesson[] {
  const taken = new Map<number, number>();
  const worst = [...lessons]
    .sort((a, b) => b.loss - a.loss || a.number - b.number)
    .filter(({ seat }) => {
      taken.set(seat, (taken.get(seat) ?? 0) + 1);
      return (taken.get(seat) ?? 0) <= LESSONS;
    });
  return worst.sort((a, b) => a.number - b.number);
}
