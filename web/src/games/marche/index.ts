import { find, type GameBoard } from "../board";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import { plans } from "./orders";
import Tent from "./Tent.svelte";
import { journeys } from "./view";

export const game: GameBoard = {
  Board,
  Hand,
  Tent,
  tentLines: 2,
  onBoard: ["pick", "silence", "stop", "stop_bank", "stop_camel", "discard"],
  forced: ["pick"],
  plans,
  hotkey: (key, choices) =>
    key === "q" ? find(choices, "silence") : choices.filter(({ verb }) => verb.startsWith("stop"))[Number(key) - 1],
  journeys,
  grand: ["market_closed"],
  staged: ["disputed", "doyen_wins", "nobody_wins"],
  foretold: ["bought", "fined", "doyen_wins"],
  sounds: { offered: "move", price: "gong", count: "gong", bought: "coins", disputed: "moment" },
  cards: ["carpets", "spices", "fruits", "jewels", "clothes"],
  guide: [
    { anchor: "goods", text: "marche-guide-aim" },
    { anchor: "hand", text: "marche-guide-hand", verbs: ["pick"] },
    { anchor: "gong", text: "marche-guide-gong", verbs: ["silence"] },
    { anchor: "stalls", text: "marche-guide-stop", verbs: ["stop"] },
    { anchor: "stall-camel", text: "marche-guide-camel", verbs: ["stop_camel"] },
    { anchor: "doyen", text: "marche-guide-dispute" },
    { anchor: "goods", text: "marche-guide-goods" },
    { anchor: "purse", text: "marche-guide-purse" },
  ],
};
