// Written by `npm run types` from what Python declares; do not edit.

/** What a seat sees. */
export interface MarracashTable {
  board: string[][];
  columns: number;
  gates: number[];
  turn: number;
  first_round: boolean;
  action: number;
  actions: number;
  last_turns: number;
  outside: string[];
  fountains: Record<string, Record<string, number>>;
  shops: Record<string, { owner: number | null; customers: number; next_pays: number }>;
  shop_limit: number;
  seats: { money: number; ledger: Record<string, number> }[];
  auction: { shop: string; bid: number; bidder: number | null; out: number[] } | null;
  moving: Record<string, number>;
  souvenirs: {
    face_up: ({ card: string; colour: string; value: number } | null)[];
    left: number;
    sold: string[];
  } | null;
  numbers: { pay: number[]; step: number; least: number; most: number; limit: number };
}
