// Written by `npm run types` from what Python declares; do not edit.

/** What a seat sees. */
export interface SamarkandTable {
  target: number;
  turn: number;
  first: number;
  rounds: number;
  turn_limit: number;
  spaces: {
    space: string;
    kind: string;
    exits: string[];
    pawns: number[];
    room: number | null;
    cards?: Record<string, number>;
    one: number | null;
    many: number | null;
    price: number | null;
    city: string | null;
    markets?: {
      market: string;
      ware: string;
      covered: boolean;
      prices: number[];
      least: number;
      most: number;
      fits: number;
    }[];
  }[];
  smallest_sale: number;
  largest_sale: number;
  pile: number;
  chips_beside: number;
  selling: string | null;
  rolled: number | null;
  steps: number;
  may_walk_on: boolean;
  swapped: Record<string, number>;
  discards: Record<string, number>;
  hand_limit: number;
  ride_price: number;
  seats: {
    money: number;
    space: string | null;
    hand: Record<string, number> | null;
    hand_size: number;
    known: Record<string, number> | null;
  }[];
  numbers: { one: number; many: number; lost: number; full: number; fine: number };
}
