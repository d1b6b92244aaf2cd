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

/** Sets `--card`, the width of a card, to the largest with which nothing sticks out of the room. */
export function fit({ least, most, grows = false }: Bounds): Attachment<HTMLElement> {
  return (room) => {
    let size = most;
    const isTooLarge = () =>
      room.scrollHeight > room.clientHeight + SLACK || room.scrollWidth > room.clientWidth + SLACK;
    const set = (width: number) => {
      size = Math.max(least, width);
      room.style.setProperty("--card", `${size.toFixed(1)}px`);
    };
    const shrink = () => {
      while (size > least && isTooLarge()) set(size * STEP);
    };
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
