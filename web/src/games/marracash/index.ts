import { addLooks } from "../../lib/look";
import amphora from "icon:amphora";
import type { GameBoard } from "../board";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Side from "./Side.svelte";
import Tent from "./Tent.svelte";
import { journeys, type MarracashTable } from "./view";

addLooks({
  "souvenir-blue": { icon: amphora, hue: "#1f5da6", shape: "arch" },
  "souvenir-green": { icon: amphora, hue: "#2b6e3a", shape: "shield" },
  "souvenir-purple": { icon: amphora, hue: "#6f3f9c", shape: "diamond" },
  "souvenir-red": { icon: amphora, hue: "#b0282b", shape: "square" },
  "souvenir-yellow": { icon: amphora, hue: "#7d6f10", shape: "hexagon" },
});

export const game: GameBoard = {
  Board,
  Side,
  low: true,
  Hand,
  Tent,
  standing: (table: MarracashTable) => table.seats.map((seat) => seat.money),
  onBoard: ["move", "auction", "bring", "sell", "pass", "bid"],
  journeys,
  grand: ["bought", "last_turns"],
  staged: ["moved", "led"],
  guide: [
    { anchor: "town", text: "marracash-guide-town" },
    { anchor: "shop-R3", text: "marracash-guide-shop" },
    { anchor: "side", text: "marracash-guide-auction" },
    { anchor: "fountain-8", text: "marracash-guide-move" },
    { anchor: "shops", text: "marracash-guide-pay" },
    { anchor: "line-0", text: "marracash-guide-line" },
    { anchor: "prompt", text: "marracash-guide-prompt" },
  ],
};
