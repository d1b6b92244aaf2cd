/** Where something that floats over the page is put: beside what it is about, where it covers least. */

export interface Spot {
  left: number;
  top: number;
}
export interface Size {
  width: number;
  height: number;
}
export type Box = Pick<DOMRect, "left" | "top" | "right" | "bottom">;

const GAP = 10;
const EDGE = 8;
/** So much worse it is to cover what is told of than anything else. */
const OWN = 100;

/** What must stay in sight: what can be touched next, and what is asked. */
export const KEEP_CLEAR = "[data-action], [data-confirm], [data-undo], .prompt, .drawer";

function covered({ left, top }: Spot, { width, height }: Size, box: Box): number {
  const across = Math.min(left + width, box.right) - Math.max(left, box.left);
  const down = Math.min(top + height, box.bottom) - Math.max(top, box.top);
  return Math.max(0, across) * Math.max(0, down);
}

/** Above a box, below it, beside it, or in a corner of the window: wherever least of it, and then of
 *  what is to be kept clear, is covered. */
export function clearestSpot(about: Box, size: Size, window: Size, clear: readonly Box[]): Spot {
  const { left, top, right, bottom } = about;
  const { width, height } = size;
  const [middle, centre] = [(left + right - width) / 2, (top + bottom - height) / 2];
  const spots = [
    { left: middle, top: top - height - GAP },
    { left: middle, top: bottom + GAP },
    { left: right + GAP, top: centre },
    { left: left - width - GAP, top: centre },
    { left: 0, top: 0 },
    { left: window.width, top: 0 },
    { left: 0, top: window.height },
    { left: window.width, top: window.height },
  ].map((spot) => ({
    left: Math.max(EDGE, Math.min(window.width - width - EDGE, spot.left)),
    top: Math.max(EDGE, Math.min(window.height - height - EDGE, spot.top)),
  }));
  const covers = spots.map((spot) =>
    clear.reduce((sum, box) => sum + covered(spot, size, box), OWN * covered(spot, size, about)),
  );
  return spots[covers.indexOf(Math.min(...covers))] as Spot;
}
