/** Things as large as their room allows: cards in a room that has its size from the window, never from what lies in it. */
import type { Attachment } from "svelte/attachments";

/** Cards are made smaller by this until all have room. */
const STEP = 0.95;
const SLACK = 1;

interface Bounds {
  /** Card widths in pixels. */
  least: number;
  most: number;
  /** Whether things get larger again when there are fewer of them. A board keeps its size until the window changes. */
  grows?: boolean;
}

const sticksOut = (element: Element) =>
  element.scrollHeight > element.clientHeight + SLACK || element.scrollWidth > element.clientWidth + SLACK;

/** Sets `--card`, the width of a card, to the largest with which nothing sticks out of the room. */
export function fit({ least, most, grows = false }: Bounds): Attachment<HTMLElement> {
  return (room) => {
    let size = most;
    // A part of a hand that is too narrow for its things lays them over the next one, and the room does not notice.
    const parts = () => (grows ? [...room.querySelectorAll("section")] : []);
    const isTooLarge = () => sticksOut(room) || parts().some((part) => part.scrollWidth > part.clientWidth + SLACK);
    const set = (width: number) => {
      size = Math.max(least, width);
      room.style.setProperty("--card", `${size.toFixed(1)}px`);
    };
    const shrink = () =>
      atRest(room, () => {
        while (size > least && isTooLarge()) set(size * STEP);
      });
    const begin = () => {
      set(most);
      shrink();
    };
    const resized = new ResizeObserver(begin);
    const changed = new MutationObserver(grows ? begin : shrink);
    resized.observe(room);
    changed.observe(room, { childList: true, subtree: true, characterData: !grows });
    begin();
    return () => {
      resized.disconnect();
      changed.disconnect();
    };
  };
}

/** Marks a room while what it has to tell sticks out of it: `brief`, and what is in it says less; where that is not
 *  enough `tight` too, and all of it is small. */
export const tighten: Attachment<HTMLElement> = (room) => {
  const judge = () => {
    room.classList.remove("brief", "tight");
    for (const mark of ["brief", "tight"]) if (sticksOut(room)) room.classList.add(mark);
  };
  const resized = new ResizeObserver(judge);
  const changed = new MutationObserver(judge);
  resized.observe(room);
  changed.observe(room, { childList: true, subtree: true, characterData: true });
  judge();
  return () => {
    resized.disconnect();
    changed.disconnect();
  };
};

/** Measures while all that moves for a moment lies where it comes to rest: a caravan on its way in takes no room, and a
 *  board that made some for it would stay small. Nobody sees it there: it is back before anything is drawn. */
function atRest(room: HTMLElement, measure: () => void): void {
  const moving = room.getAnimations({ subtree: true }).flatMap((animation) => {
    const { currentTime, effect } = animation;
    const end = Number(effect?.getComputedTiming().endTime);
    return currentTime !== null && Number.isFinite(end) ? [{ animation, currentTime, end }] : [];
  });
  for (const { animation, end } of moving) animation.currentTime = end;
  measure();
  for (const { animation, currentTime } of moving) animation.currentTime = currentTime;
}
