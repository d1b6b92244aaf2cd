// Written by `npm run types` from what Python declares; do not edit.

/** What a seat sees. */
export interface MarcheTable {
  round: number;
  rounds: number;
  price: number | null;
  doyen: number;
  camel: number | null;
  camels_left: number;
  camel_pile: Record<string, number> | null;
  bank: { good: string; offer: number | null; left: number; pile: number[] | null } | null;
  seats: {
    good: string;
    offer: number | null;
    hand: number[] | null;
    hand_size: number;
    bought: Record<string, number[]> | null;
    money: number | null;
    camels: Record<string, number> | null;
    places: number | null;
    excess: number | null;
  }[];
  picked: number | null;
  answer: string | null;
  gone: Record<string, number[]> | null;
  numbers: { first: number; fine: number; empty: number; series: number[]; wealth: number[] };
}
