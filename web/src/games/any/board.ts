/**
 * A board for any game: made of what the game declares of its view, for games that have no folder here. Nothing of it
 * knows a game; what things are called is in the game's own words (`view-<key>`).
 */
import amphora from "icon:amphora";
import barrel from "icon:barrel";
import basket from "icon:basket";
import chest from "icon:chest";
import crate from "icon:wooden-crate";
import vase from "icon:porcelain-vase";
import { addLooks, isKnown, SHAPES, type Look, type Shape } from "../../lib/look";
import type { Declared } from "../../lib/packed";
import { declarationsOf } from "../../lib/wire";
import type { GameBoard } from "../board";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import { know } from "./parts";
import Tent from "./Tent.svelte";

const ICONS = [amphora, chest, basket, barrel, vase, crate];
const HUES = [
  "var(--good-food)",
  "var(--good-clothes)",
  "var(--good-spices)",
  "var(--good-tea)",
  "var(--good-lamp)",
  "var(--good-jewels)",
  "var(--good-cloth)",
];

export async function boardFor(game: string): Promise<GameBoard> {
  const declared = await declarationsOf(game);
  know(declared);
  dress(declared);
  return { Board, Hand, Tent, onBoard: [], guide: [] };
}

/** Gives a look to the things that the house has none for: no two of them alike, as far as that goes. */
function dress({ view }: Declared): void {
  const axes = Object.values(view.fields).flatMap(({ names = [], axes }) => [names, ...axes]);
  const names = new Set(axes.flatMap((axis) => (typeof axis === "number" ? [] : axis.map(String))));
  const shapes = Object.keys(SHAPES) as Shape[];
  const looks = [...names]
    .filter((name) => !isKnown(name))
    .map((name, k): [string, Look] => [
      name,
      { icon: ICONS[k % ICONS.length]!, hue: HUES[k % HUES.length]!, shape: shapes[k % shapes.length]! },
    ]);
  addLooks(Object.fromEntries(looks));
}
