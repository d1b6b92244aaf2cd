/** What a seat sees of Marracash, and where things are in the town. */
import { looks } from "./looks";
import type { SentenceInfo } from "../../lib/messages";
import { say } from "../../lib/words.svelte";
import type { ChoiceInfo, Journey, View } from "../board";
import type { MarracashTable } from "./declared";
import { walk, type Walker } from "./walk.svelte";

export type Counts = Record<string, number>;

export type { MarracashTable };
export type Shop = MarracashTable["shops"][string];
export type Souvenir = NonNullable<NonNullable<MarracashTable["souvenirs"]>["face_up"][number]>;

export type MarracashView = View<MarracashTable>;

/** A place in the town, in cells from its upper left corner; the middle of the first cell is 0.5, 0.5. */
export interface Spot {
  x: number;
  y: number;
}

export const isFountain = (cell: string | undefined) => /^\d+$/.test(cell ?? "");
export const isShop = (cell: string | undefined) => /^[A-Z]\d$/.test(cell ?? "");

/** The colour of a shop, from its initial. */
export function colourOf(shop: string): string {
  return Object.keys(looks).find((colour) => colour[0] === shop[0]?.toLowerCase()) ?? "";
}

export function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, number) => sum + number, 0);
}

/** One entry for each visitor: `{ red: 2 }` is red and red. */
export function singly(counts: Counts): string[] {
  return Object.entries(counts).flatMap(([colour, number]) => Array.from({ length: number }, () => colour));
}

/** The cells that hold a thing. */
function cellsOf(board: string[][], name: string): Spot[] {
  return board.flatMap((row, y) => row.flatMap((cell, x) => (cell === name ? [{ x, y }] : [])));
}

/** The middle of a thing, which may be as large as two cells, and its size. */
export function placeOf(board: string[][], name: string): Spot & { wide: number; high: number } {
  const cells = cellsOf(board, name);
  const [first, last] = [cells[0] ?? { x: 0, y: 0 }, cells.at(-1) ?? { x: 0, y: 0 }];
  return {
    x: (first.x + last.x + 1) / 2,
    y: (first.y + last.y + 1) / 2,
    wide: last.x - first.x + 1,
    high: last.y - first.y + 1,
  };
}

/** The middles of cells, which are told by their numbers along the rows. */
export function middles({ columns }: Pick<MarracashTable, "columns">, cells: readonly number[]): Spot[] {
  return cells.map((cell) => ({ x: (cell % columns) + 0.5, y: Math.floor(cell / columns) + 0.5 }));
}

/** The U round the walls in which visitors wait, from the left end to the right. */
export function line(board: string[][], number: number): Spot[] {
  const [wide, high] = [board[0]?.length ?? 0, board.length];
  const [left, right, top, bottom] = [-0.7, wide + 0.7, 0.3, high + 0.7];
  const [down, along] = [bottom - top, right - left];
  const length = 2 * down + along;
  const gap = Math.min(0.72, length / Math.max(1, number - 1));
  return Array.from({ length: number }, (_, k) => {
    const at = length / 2 + (k - (number - 1) / 2) * gap;
    if (at < down) return { x: left, y: top + at };
    if (at < down + along) return { x: left + at - down, y: bottom };
    return { x: right, y: bottom - (at - down - along) };
  });
}

/** A shop in words: its customers so far, and what the next one pays. */
export function shopInWords(name: string, { customers, next_pays }: Shop): string {
  return say("marracash-own-shop", { kind: `shop-${colourOf(name)}`, shop: name, customers, next: next_pays });
}

/** The indices of those whom a choice lets in. */
export function group(choice: ChoiceInfo | null | undefined, outside: number): number[] {
  if (choice?.verb !== "bring") return [];
  const size = choice.args["size"] as number;
  return Array.from({ length: size }, (_, k) => (choice.args["end"] === "left" ? k : outside - 1 - k));
}

/** Who walks where: each colour as far as the door of the shop it enters and in, the others to the next fountain. */
export function paths(event: SentenceInfo, table: Pick<MarracashTable, "board" | "columns">): Walker[] {
  const { visitors, shops, cells, doors } = event.args as {
    visitors: Counts;
    shops: string[];
    cells: number[];
    doors: number[];
  };
  const way = middles(table, cells);
  return Object.entries(visitors).map(([colour, number]) => {
    const entered = shops.findIndex((shop) => colourOf(shop) === colour);
    const shop = shops[entered];
    const path = shop ? [...way.slice(0, (doors[entered] ?? 0) + 1), placeOf(table.board, shop)] : way;
    return { colour, number, path };
  });
}

/** What travels where. */
export function journeys(event: SentenceInfo, before: MarracashView): Journey[] {
  const { seat, rival, shop, fountain, slot, end, visitors } = event.args as {
    seat: number;
    rival: number;
    shop: string;
    fountain: string;
    slot: number;
    end: string;
    visitors: Counts;
  };
  const purse = `purse-${seat}`;
  switch (event.name) {
    case "moved":
    case "led":
      walk.begin(before, event.args["start"] as string, paths(event, before.table));
      return [];
    case "named":
      return [{ from: "stone", to: `shop-${shop}` }];
    case "bought":
      return [{ from: purse, to: `shop-${shop}` }];
    case "commission":
      return [{ from: "stone", to: purse }];
    case "entered":
      return [{ from: `till-${shop}`, to: purse }];
    case "fee":
      return [{ from: purse, to: `purse-${rival}` }];
    case "souvenir":
      return [{ from: `souvenir-${slot}`, to: purse }];
    case "brought": {
      const last = before.table.outside.length - 1;
      return Array.from({ length: total(visitors) }, (_, k) => ({
        from: `line-${end === "left" ? k : last - k}`,
        to: `fountain-${fountain}`,
      }));
    }
    default:
      return [];
  }
}
