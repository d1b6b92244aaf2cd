// Written by `npm run types` from what Python declares; do not edit.

/** What a seat sees. */
export interface TantanTable {
  purse: string | null;
  money: number;
  market: { card: string | null; cost: number }[];
  pile: { left: number; top: string | null };
  caravan: { cards: Record<string, number>; places: number };
  turn: number;
  seats: { hand: Record<string, number> | null; hand_size: number; laid: Record<string, number>; score: number }[];
  hand_limit: number;
  loading: string | null;
  distribution: { starter: number; served: number; thefts: number } | null;
  discarded: Record<string, number> | null;
  numbers: { points: Record<string, number>; worth: Record<string, number>; merchant: number };
}
