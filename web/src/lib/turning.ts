/** Where a match turned: the stretches over which somebody's chances changed most. */
import type { ChanceInfo } from "./messages";

/** Chances that change by less than this are no turning point. */
const WORTH_TELLING = 0.15;
const MOST = 3;

export interface Turn {
  seat: number;
  /** Two decisions of the same player, one after the other, by how many were taken before them. */
  from: number;
  to: number;
  before: number;
  after: number;
}

/** The few largest changes that do not overlap, in their order. How it ended is no change of chances. */
export function turningPoints(chances: readonly ChanceInfo[], last: number): Turn[] {
  const seats = [...new Set(chances.map(({ seat }) => seat))];
  const changes = seats.flatMap((seat) => {
    const own = chances.filter((one) => one.seat === seat && one.number < last).toSorted((a, b) => a.number - b.number);
    return own.slice(1).map((now, k): Turn => {
      const was = own[k] as ChanceInfo;
      return { seat, from: was.number, to: now.number, before: was.chance, after: now.chance };
    });
  });
  const size = ({ before, after }: Turn) => Math.abs(after - before);
  const largest = changes.filter((turn) => size(turn) >= WORTH_TELLING).sort((a, b) => size(b) - size(a));
  const found: Turn[] = [];
  for (const turn of largest) {
    const isApart = found.every(({ from, to }) => turn.to <= from || to <= turn.from);
    if (isApart && found.length < MOST) found.push(turn);
  }
  return found.sort((a, b) => a.from - b.from);
}
