import { addLooks } from "../../lib/look";
import type { GameBoard } from "../board";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Tent from "./Tent.svelte";
import { journeys } from "./view";

/** A bet carries its number. */
const stake = (number: string) => ({
  icon: {
    body: `<text x="50" y="80" text-anchor="middle" font-family="El Messiri" font-weight="600" font-size="92">${number}</text>`,
    size: 100,
  },
  hue: "#5a3a22",
  shape: "octagon" as const,
});
addLooks({ three: stake("3"), four: stake("4"), five: stake("5+") });

const RULES: Record<string, number> = {
  turn: 2,
  play: 2,
  announce: 2,
  call: 5,
  loss: 6,
  trim: 8,
  forfeit: 9,
  look: 11,
  offer: 13,
  swap: 14,
  over: 17,
};

export const game: GameBoard = {
  Board,
  Hand,
  Tent,
  onBoard: [
    "quiet",
    "call",
    "draw",
    "exchange",
    "fetch",
    "refill",
    "pass",
    "announce",
    "place",
    "bet",
    "play",
    "discard",
    "drop",
    "accept",
    "decline",
    "swap",
    "replace",
    "steal",
  ],
  // Laying a card can be taken back. The draw pile and the five goods have their words on them, and are unmistakable.
  light: ["draw", "pass", "place", "announce"],
  journeys,
  staged: ["bases", "called", "honest", "lied", "revealed", "bet_right", "bet_wrong", "base"],
  guide: [
    { anchor: "dune-1", text: "gobi-guide-dunes" },
    { anchor: "hand", text: "gobi-guide-hand" },
    { anchor: "deck", text: "gobi-guide-turn" },
    { anchor: "lane", text: "gobi-guide-say" },
    { anchor: "dune-0", text: "gobi-guide-bet" },
    { anchor: "caravan", text: "gobi-guide-caravan" },
    { anchor: "discards", text: "gobi-guide-renew" },
    { anchor: "prompt", text: "gobi-guide-prompt" },
  ],
  ruleFor: (phase) => RULES[phase] ?? 1,
};
