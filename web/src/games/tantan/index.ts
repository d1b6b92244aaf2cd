import { find, type GameBoard } from "../board";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Tent from "./Tent.svelte";
import { journeys } from "./view";

export const game: GameBoard = {
  Board,
  Hand,
  Tent,
  onBoard: ["take", "load", "lot", "steal", "feed"],
  tentChoice: (choices, seat) => find(choices, "steal", { rival: seat }),
  journeys,
  grand: ["caravan_full", "caravan_last"],
  guide: [
    { anchor: "stall-0", text: "tantan-guide-market" },
    { anchor: "purse", text: "tantan-guide-purse" },
    { anchor: "caravan", text: "tantan-guide-caravan" },
    { anchor: "hand", text: "tantan-guide-hand" },
    { anchor: "prompt", text: "tantan-guide-prompt" },
    { anchor: "caravan", text: "tantan-guide-share" },
    { anchor: "pile", text: "tantan-guide-end" },
  ],
};
