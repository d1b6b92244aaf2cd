import bazaar from "icon:swap-bag";
import { addLooks } from "../../lib/look";
import type { GameBoard } from "../board";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Side from "./Side.svelte";
import Tent from "./Tent.svelte";
import { journeys, type SamarkandTable } from "./view";

addLooks({ assortment: { icon: bazaar, hue: "#5d3f94", shape: "star" } });

export const game: GameBoard = {
  Board,
  Side,
  Hand,
  Tent,
  standing: (table: SamarkandTable) => table.seats.map((seat) => seat.money),
  onBoard: ["go", "ride", "give", "discard", "buy", "swap", "uncover", "sell", "assort"],
  journeys,
  grand: ["sold", "pile_empty"],
  staged: ["showed"],
  guide: [
    { anchor: "map", text: "samarkand-guide-map" },
    { anchor: "hand", text: "samarkand-guide-hand" },
    { anchor: "prices", text: "samarkand-guide-prices" },
    { anchor: "stage", text: "samarkand-guide-move" },
    { anchor: "space-C1", text: "samarkand-guide-camp" },
    { anchor: "space-D1", text: "samarkand-guide-oasis" },
    { anchor: "space-A3", text: "samarkand-guide-city" },
    { anchor: "prompt", text: "samarkand-guide-prompt" },
  ],
};
