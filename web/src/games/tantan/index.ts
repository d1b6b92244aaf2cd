import { find, type GameBoard } from "../board";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Tent from "./Tent.svelte";
import { journeys, type TantanTable } from "./view";

export const game: GameBoard = {
  Board,
  Hand,
  Tent,
  tentLines: 2,
  standing: (table: TantanTable) => table.seats.map((seat) => seat.score),
  onBoard: ["take", "load", "lot", "steal", "feed"],
  tentChoice: (choices, seat) => find(choices, "steal", { rival: seat }),
  forced: ["lot", "steal", "feed"],
  journeys,
  grand: ["caravan_full", "caravan_last"],
  foretold: ["lot", "stole", "caravan_full", "fed"],
  sounds: {
    took: "move",
    loaded: "move",
    lot: "coins",
    stole: "moment",
    caravan_full: "moment",
    caravan_last: "moment",
  },
  cards: ["food", "clothes", "cloth", "lanterns", "spices", "jewels", "lamp", "princess", "merchant", "thief", "mouse"],
  guide: [
    { anchor: "caravan", text: "tantan-guide-aim" },
    { anchor: "stall-0", text: "tantan-guide-market", verbs: ["take"] },
    { anchor: "prompt", text: "tantan-guide-prompt", verbs: ["confirm"] },
    { anchor: "hand", text: "tantan-guide-hand", verbs: ["load"] },
    { anchor: "caravan", text: "tantan-guide-share", verbs: ["lot"] },
    { anchor: "pile", text: "tantan-guide-end" },
  ],
};
