import { addLooks } from "../../lib/look";
import amphora from "icon:amphora";
import type { GameBoard } from "../board";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import { plans } from "./orders";
import Side from "./Side.svelte";
import Tent from "./Tent.svelte";
import TownPicture from "./TownPicture.svelte";
import { journeys, type MarracashTable } from "./view";

addLooks({
  "souvenir-blue": { icon: amphora, hue: "var(--robe-blue)", shape: "arch" },
  "souvenir-green": { icon: amphora, hue: "var(--robe-green)", shape: "shield" },
  "souvenir-purple": { icon: amphora, hue: "var(--robe-purple)", shape: "diamond" },
  "souvenir-red": { icon: amphora, hue: "var(--robe-red)", shape: "square" },
  "souvenir-yellow": { icon: amphora, hue: "var(--souvenir-yellow)", shape: "hexagon" },
});

export const game: GameBoard = {
  Board,
  Side,
  low: true,
  Hand,
  Tent,
  standing: (table: MarracashTable) => table.seats.map((seat) => seat.money),
  onBoard: ["move", "auction", "bring", "sell", "pass", "bid"],
  forced: ["move", "auction", "bring", "sell", "pass", "bid"],
  plans,
  skippedWhole: ["opening", "bidding"],
  journeys,
  grand: ["bought", "last_turns"],
  staged: ["moved", "led"],
  foretold: ["entered", "bought", "commission", "fee"],
  sounds: { bid: "coins", bought: "moment", moved: "move", led: "move", entered: "coins", brought: "move" },
  RulesPlan: TownPicture,
  guide: [
    { anchor: "town", text: "marracash-guide-aim" },
    { anchor: "shop-R3", text: "marracash-guide-shop", verbs: ["auction"] },
    { anchor: "side", text: "marracash-guide-auction", verbs: ["bid", "pass"] },
    { anchor: "fountain-8", text: "marracash-guide-move", verbs: ["move"] },
    { anchor: "line-0", text: "marracash-guide-line", verbs: ["bring"] },
    { anchor: "shops", text: "marracash-guide-pay" },
    { anchor: "prompt", text: "marracash-guide-prompt" },
  ],
};
