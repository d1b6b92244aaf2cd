import bazaar from "icon:swap-bag";
import { addLooks } from "../../lib/look";
import type { GameBoard } from "../board";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Side from "./Side.svelte";
import Tent from "./Tent.svelte";
import { journeys, type SamarkandTable } from "./view";

addLooks({ assortment: { icon: bazaar, hue: "var(--good-assortment)", shape: "star" } });

export const game: GameBoard = {
  Board,
  Side,
  Hand,
  Tent,
  standing: (table: SamarkandTable) => table.seats.map((seat) => seat.money),
  onBoard: ["go", "ride", "give", "discard", "buy", "swap", "uncover", "sell", "assort"],
  forced: ["go", "ride", "buy", "uncover"],
  journeys,
  grand: ["sold", "pile_empty"],
  staged: ["showed"],
  foretold: ["sold", "showed", "bought_out"],
  sounds: {
    walked: "move",
    walked_on: "move",
    rode: "move",
    rolled: "move",
    gave: "move",
    swapped: "move",
    sold: "coins",
  },
  cards: ["grain", "fruit", "copper", "carpets", "camels", "gems"],
  guide: [
    { anchor: "hand", text: "samarkand-guide-aim" },
    { anchor: "map", text: "samarkand-guide-map", verbs: ["go"] },
    { anchor: "stage", text: "samarkand-guide-move", verbs: ["go", "ride"] },
    { anchor: "stage", text: "samarkand-guide-camp", verbs: ["give", "swap"] },
    { anchor: "stage", text: "samarkand-guide-oasis", verbs: ["buy"] },
    { anchor: "stage", text: "samarkand-guide-city", verbs: ["sell", "assort"] },
    { anchor: "prices", text: "samarkand-guide-prices" },
    { anchor: "prompt", text: "samarkand-guide-prompt" },
  ],
};
