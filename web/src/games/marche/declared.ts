// Written by `npm run types` from what Python declares; do not edit.
import type { Declared } from "../../lib/packed";

/** What a seat sees. */
export interface MarcheTable {
  round: number;
  rounds: number;
  price: number | null;
  doyen: number;
  camel: number | null;
  camels_left: number;
  camel_pile: Record<string, number> | null;
  bank: { good: string | null; offer: number | null; left: number; pile: number[] | null } | null;
  seats: {
    good: string | null;
    offer: number | null;
    hand: number[] | null;
    hand_size: number;
    bought: Record<string, number[]> | null;
    money: number | null;
    camels: Record<string, number> | null;
    places: number | null;
  }[];
  picked: number | null;
  answer: string | null;
  gone: Record<string, number[]> | null;
  numbers: { first: number; fine: number; empty: number; series: number[]; wealth: number[] };
}

export const declared: Declared = {
  game: "marche",
  phases: ["pick", "count", "transport", "over"],
  verbs: [
    { verb: "pick", args: { value: { names: ["1", "2", "3", "4", "5", "6", "7"], size: 7 } } },
    { verb: "silence", args: {} },
    { verb: "stop", args: { rival: { left: true, size: 4 } } },
    { verb: "stop_bank", args: {} },
    { verb: "stop_camel", args: {} },
    {
      verb: "discard",
      args: {
        good: { names: ["carpets", "spices", "fruits", "jewels", "clothes"], size: 5 },
        value: { names: ["1", "2", "3", "4", "5", "6", "7"], size: 7 },
      },
    },
  ],
  view: {
    size: 396,
    fields: {
      seats: { kind: "number", type: "int16", at: 20, axes: [] },
      aids: { kind: "flag", type: "int8", at: 94, axes: [] },
      current_round: { kind: "number", type: "int16", at: 22, axes: [] },
      rounds: { kind: "number", type: "int16", at: 24, axes: [] },
      price: { kind: "maybe", type: "int16", at: 26, axes: [] },
      doyen: { kind: "number", type: "int16", at: 28, axes: [] },
      camel: { kind: "maybe", type: "int16", at: 30, axes: [] },
      camels_left: { kind: "number", type: "int16", at: 32, axes: [] },
      camel_pile: { kind: "counts", type: "int8", at: 95, axes: [4], names: ["2", "3", "4", "5"] },
      bank_sells: { kind: "flag", type: "int8", at: 99, axes: [] },
      bank_good: {
        kind: "name",
        type: "int8",
        at: 100,
        axes: [],
        names: ["carpets", "spices", "fruits", "jewels", "clothes"],
      },
      bank_offer: { kind: "maybe", type: "int16", at: 34, axes: [] },
      bank_left: { kind: "number", type: "int16", at: 36, axes: [] },
      bank_pile: { kind: "repeated", type: "int8", at: 101, axes: [7], names: [7, 6, 5, 4, 3, 2, 1] },
      good: {
        kind: "name",
        type: "int8",
        at: 108,
        axes: [5],
        names: ["carpets", "spices", "fruits", "jewels", "clothes"],
      },
      offer: { kind: "maybe", type: "int16", at: 38, axes: [5] },
      hand_open: { kind: "flag", type: "int8", at: 113, axes: [5] },
      hand: { kind: "repeated", type: "int8", at: 118, axes: [5, 7], names: [7, 6, 5, 4, 3, 2, 1] },
      hand_size: { kind: "number", type: "int16", at: 48, axes: [5] },
      goods_open: { kind: "flag", type: "int8", at: 153, axes: [5] },
      bought: {
        kind: "repeated",
        type: "int8",
        at: 158,
        axes: [5, ["carpets", "spices", "fruits", "jewels", "clothes"], 7],
        names: [7, 6, 5, 4, 3, 2, 1],
      },
      screen_open: { kind: "flag", type: "int8", at: 333, axes: [5] },
      money: { kind: "number", type: "int32", at: 0, axes: [5] },
      camels: { kind: "counts", type: "int8", at: 338, axes: [5, 4], names: ["2", "3", "4", "5"] },
      places: { kind: "number", type: "int16", at: 58, axes: [5] },
      picked: { kind: "maybe", type: "int16", at: 68, axes: [] },
      answer: {
        kind: "name",
        type: "int8",
        at: 358,
        axes: [],
        names: ["seat 0", "seat 1", "seat 2", "seat 3", "seat 4", "bank", "camel", "silence"],
      },
      gone: {
        kind: "repeated",
        type: "int8",
        at: 359,
        axes: [["carpets", "spices", "fruits", "jewels", "clothes"], 7],
        names: [7, 6, 5, 4, 3, 2, 1],
      },
      first: { kind: "number", type: "int16", at: 70, axes: [] },
      fine: { kind: "number", type: "int16", at: 72, axes: [] },
      empty: { kind: "number", type: "int16", at: 74, axes: [] },
      series: { kind: "number", type: "int16", at: 76, axes: [5] },
      wealth: { kind: "number", type: "int16", at: 86, axes: [3] },
      wealth_length: { kind: "number", type: "int16", at: 92, axes: [] },
    },
    tree: {
      keys: {
        round: { field: "current_round" },
        rounds: { field: "rounds" },
        price: { field: "price" },
        doyen: { field: "doyen" },
        camel: { field: "camel" },
        camels_left: { field: "camels_left" },
        camel_pile: { given: "aids", field: "camel_pile" },
        bank: {
          given: "bank_sells",
          keys: {
            good: { field: "bank_good" },
            offer: { field: "bank_offer" },
            left: { field: "bank_left" },
            pile: { given: "aids", field: "bank_pile" },
          },
        },
        seats: {
          axis: 5,
          each: {
            keys: {
              good: { field: "good" },
              offer: { field: "offer" },
              hand: { given: "hand_open", field: "hand" },
              hand_size: { field: "hand_size" },
              bought: {
                given: "goods_open",
                axis: ["carpets", "spices", "fruits", "jewels", "clothes"],
                each: { field: "bought" },
                sparse: true,
              },
              money: { given: "screen_open", field: "money" },
              camels: { given: "screen_open", field: "camels" },
              places: { given: "screen_open", field: "places" },
            },
          },
          length: "seats",
        },
        picked: { field: "picked" },
        answer: { field: "answer" },
        gone: {
          given: "aids",
          axis: ["carpets", "spices", "fruits", "jewels", "clothes"],
          each: { field: "gone" },
          sparse: true,
        },
        numbers: {
          keys: {
            first: { field: "first" },
            fine: { field: "fine" },
            empty: { field: "empty" },
            series: { axis: 5, each: { field: "series" } },
            wealth: { axis: 3, each: { field: "wealth" }, length: "wealth_length" },
          },
        },
      },
    },
  },
  events: [
    {
      name: "offered",
      args: {
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        value: { kind: "number" },
        rival: { kind: "number" },
      },
    },
    {
      name: "offered",
      args: {
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        value: { kind: "number" },
      },
    },
    { name: "count", args: { seat: { kind: "number" }, price: { kind: "number" } } },
    { name: "price", args: { price: { kind: "number" } } },
    {
      name: "fined",
      args: {
        seat: { kind: "number" },
        price: { kind: "number" },
        fine: { kind: "number" },
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        value: { kind: "number" },
        rival: { kind: "number" },
      },
    },
    {
      name: "fined",
      args: {
        seat: { kind: "number" },
        price: { kind: "number" },
        fine: { kind: "number" },
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        value: { kind: "number" },
      },
    },
    {
      name: "fined",
      args: {
        seat: { kind: "number" },
        price: { kind: "number" },
        fine: { kind: "number" },
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        places: { kind: "number" },
      },
    },
    {
      name: "bought",
      args: {
        seat: { kind: "number" },
        price: { kind: "number" },
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        value: { kind: "number" },
        rival: { kind: "number" },
      },
    },
    {
      name: "bought",
      args: {
        seat: { kind: "number" },
        price: { kind: "number" },
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        value: { kind: "number" },
      },
    },
    {
      name: "bought",
      args: {
        seat: { kind: "number" },
        price: { kind: "number" },
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        places: { kind: "number" },
      },
    },
    {
      name: "disputed",
      args: {
        price: { kind: "number" },
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        value: { kind: "number" },
        rival: { kind: "number" },
        seat: { kind: "list", of: { kind: "number" } },
      },
    },
    {
      name: "disputed",
      args: {
        price: { kind: "number" },
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        value: { kind: "number" },
        seat: { kind: "list", of: { kind: "number" } },
      },
    },
    {
      name: "disputed",
      args: {
        price: { kind: "number" },
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        places: { kind: "number" },
        seat: { kind: "list", of: { kind: "number" } },
      },
    },
    {
      name: "doyen_wins",
      args: {
        seat: { kind: "number" },
        price: { kind: "number" },
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        value: { kind: "number" },
        rival: { kind: "number" },
      },
    },
    {
      name: "doyen_wins",
      args: {
        seat: { kind: "number" },
        price: { kind: "number" },
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        value: { kind: "number" },
      },
    },
    {
      name: "doyen_wins",
      args: {
        seat: { kind: "number" },
        price: { kind: "number" },
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        places: { kind: "number" },
      },
    },
    {
      name: "nobody_wins",
      args: {
        half: { kind: "number" },
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        value: { kind: "number" },
        rival: { kind: "number" },
        payers: { kind: "list", of: { kind: "number" } },
      },
    },
    {
      name: "nobody_wins",
      args: {
        half: { kind: "number" },
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        value: { kind: "number" },
        payers: { kind: "list", of: { kind: "number" } },
      },
    },
    {
      name: "nobody_wins",
      args: {
        half: { kind: "number" },
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        places: { kind: "number" },
        payers: { kind: "list", of: { kind: "number" } },
      },
    },
    {
      name: "unsold",
      args: {
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        value: { kind: "number" },
        rival: { kind: "number" },
      },
    },
    {
      name: "unsold",
      args: {
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        value: { kind: "number" },
      },
    },
    { name: "round", args: { round: { kind: "number" }, seat: { kind: "number" } } },
    { name: "camel_turned", args: { places: { kind: "number" } } },
    { name: "market_closed", args: {} },
    { name: "no_camel", args: { seat: { kind: "number" } } },
    {
      name: "discarded",
      args: {
        seat: { kind: "number" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        values: { kind: "list", of: { kind: "number" } },
      },
    },
    { name: "over", args: {} },
  ],
  lines: [
    { name: "prompt-pick", args: { round: { kind: "number" }, rounds: { kind: "number" } } },
    { name: "prompt-count", args: { price: { kind: "number" } } },
    { name: "prompt-transport", args: { number: { kind: "number" } } },
    { name: "prompt-waiting", args: {} },
    { name: "prompt-over", args: {} },
    {
      name: "choice-pick",
      args: {
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        value: { kind: "number" },
      },
    },
    { name: "choice-silence", args: { price: { kind: "number" } } },
    {
      name: "choice-stop",
      args: {
        price: { kind: "number" },
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        value: { kind: "number" },
        rival: { kind: "number" },
      },
    },
    {
      name: "choice-stop-bank",
      args: {
        price: { kind: "number" },
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        value: { kind: "number" },
      },
    },
    {
      name: "choice-stop-camel",
      args: {
        price: { kind: "number" },
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        places: { kind: "number" },
      },
    },
    {
      name: "choice-penniless",
      args: {
        price: { kind: "number" },
        fine: { kind: "number" },
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        value: { kind: "number" },
        rival: { kind: "number" },
      },
    },
    {
      name: "choice-penniless",
      args: {
        price: { kind: "number" },
        fine: { kind: "number" },
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        value: { kind: "number" },
      },
    },
    {
      name: "choice-penniless",
      args: {
        price: { kind: "number" },
        fine: { kind: "number" },
        kind: { kind: "name", names: ["from_seat", "from_bank", "camel_card"], none: "nothing" },
        places: { kind: "number" },
      },
    },
    {
      name: "choice-discard",
      args: {
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        value: { kind: "number" },
      },
    },
    {
      name: "score-wealth",
      args: { money: { kind: "number" }, place: { kind: "number" }, points: { kind: "number" } },
    },
    {
      name: "score-rarest",
      args: {
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        points: { kind: "number" },
        values: { kind: "list", of: { kind: "number" } },
      },
    },
    {
      name: "score-rarest-none",
      args: {
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        points: { kind: "number" },
      },
    },
    {
      name: "score-series",
      args: { value: { kind: "number" }, cards: { kind: "number" }, points: { kind: "number" } },
    },
    { name: "score-empty", args: { number: { kind: "number" }, points: { kind: "number" } } },
    { name: "tell-round", args: { round: { kind: "number" }, rounds: { kind: "number" }, seat: { kind: "number" } } },
    { name: "tell-price", args: { price: { kind: "number" } } },
    { name: "tell-camel", args: { places: { kind: "number" }, number: { kind: "number" } } },
    { name: "tell-no-camel", args: { number: { kind: "number" } } },
    {
      name: "tell-offer",
      args: {
        seat: { kind: "number" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        value: { kind: "number" },
      },
    },
    {
      name: "tell-sells",
      args: {
        seat: { kind: "number" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        number: { kind: "number" },
      },
    },
    {
      name: "tell-hand",
      args: {
        seat: { kind: "number" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        values: { kind: "list", of: { kind: "number" } },
      },
    },
    {
      name: "tell-screen",
      args: {
        seat: { kind: "number" },
        money: { kind: "number" },
        places: { kind: "number" },
        camels: { kind: "counts", names: ["camel-2", "camel-3", "camel-4", "camel-5"] },
      },
    },
    {
      name: "tell-bought",
      args: {
        seat: { kind: "number" },
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        values: { kind: "list", of: { kind: "number" } },
      },
    },
    {
      name: "tell-bank-offer",
      args: {
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        value: { kind: "number" },
        number: { kind: "number" },
      },
    },
    {
      name: "tell-bank",
      args: {
        good: { kind: "name", names: ["carpets", "spices", "fruits", "jewels", "clothes"], none: "nothing" },
        number: { kind: "number" },
      },
    },
  ],
};
