import bazaar from "icon:swap-bag";
import { addLooks } from "../../lib/look";
import type { GameBoard } from "../board";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Tent from "./Tent.svelte";
import { journeys } from "./view";

addLooks({ assortment: { icon: bazaar, hue: "#5d3f94", shape: "star" } });

const RULES: Record<string, number> = {
  place: 2,
  turn: 3,
  riding: 4,
  back: 4,
  gift: 5,
  camp: 6,
  oasis: 8,
  city: 9,
  chip: 11,
  discard: 14,
  over: 15,
};

export const game: GameBoard = {
  Board,
  Hand,
  Tent,
  onBoard: ["go", "ride", "give", "discard", "buy", "swap", "uncover", "sell", "assort"],
  // A gift and a swap show nothing hidden, and can be taken back.
  light: ["give", "swap"],
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
  ruleFor: (phase) => RULES[phase] ?? 1,
};
