import type { GameBoard } from "../board";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Tent from "./Tent.svelte";
import { journeys } from "./view";

export const game: GameBoard = {
  Board,
  Hand,
  Tent,
  onBoard: ["pick", "silence", "stop", "stop_bank", "stop_camel", "discard"],
  journeys,
  grand: ["market_closed"],
  staged: ["disputed", "doyen_wins", "nobody_wins"],
  guide: [
    { anchor: "hand", text: "marche-guide-hand" },
    { anchor: "gong", text: "marche-guide-gong" },
    { anchor: "stalls", text: "marche-guide-stop" },
    { anchor: "doyen", text: "marche-guide-dispute" },
    { anchor: "stall-camel", text: "marche-guide-camel" },
    { anchor: "goods", text: "marche-guide-goods" },
    { anchor: "purse", text: "marche-guide-purse" },
    { anchor: "rounds", text: "marche-guide-end" },
  ],
};
