import { addLooks } from "../../lib/look";
import { find, type GameBoard } from "../board";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Tent from "./Tent.svelte";
import { journeys, type GobiTable } from "./view";

/** A bet carries its number. */
const stake = (number: string) => ({
  icon: {
    body: `<text x="50" y="80" text-anchor="middle" font-family="El Messiri" font-weight="600" font-size="92">${number}</text>`,
    size: 100,
  },
  hue: "var(--stake)",
  shape: "octagon" as const,
});
addLooks({ three: stake("3"), four: stake("4"), five: stake("5+") });

export const game: GameBoard = {
  Board,
  Hand,
  Tent,
  tentLines: 2,
  standing: (table: GobiTable) => table.seats.map((seat) => seat.alike),
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
  forced: ["pass"],
  hotkey: (key, choices) => (key === "g" ? find(choices, "call") : key === "q" ? find(choices, "quiet") : undefined),
  journeys,
  staged: ["bases", "called", "honest", "lied", "revealed", "bet_right", "bet_wrong", "base"],
  foretold: ["bet_right", "bet_wrong", "lost", "accepted", "forfeited"],
  sounds: { drew: "move", laid: "move", called: "moment", bet: "move", bet_right: "coins" },
  cards: ["rice", "tea", "jade", "gold", "silk", "three", "four", "five", "spy", "brigand", "merchant", "sandstorm"],
  guide: [
    { anchor: "caravan", text: "gobi-guide-aim" },
    { anchor: "deck", text: "gobi-guide-turn", verbs: ["draw"] },
    { anchor: "hand", text: "gobi-guide-lay", verbs: ["place"] },
    { anchor: "lane", text: "gobi-guide-say", verbs: ["announce"] },
    { anchor: "lane", text: "gobi-guide-call", verbs: ["quiet", "call"] },
    { anchor: "dune-0", text: "gobi-guide-bet", verbs: ["bet"] },
    { anchor: "discards", text: "gobi-guide-renew", verbs: ["exchange"] },
    { anchor: "prompt", text: "gobi-guide-prompt" },
  ],
};
