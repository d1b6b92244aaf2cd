// Written by `npm run types` from what Python declares; do not edit.

/** What a seat sees. */
export interface GobiTable {
  turn: number;
  turns: number;
  piles: {
    empty: boolean;
    base: string | null;
    height: number | null;
    cards: (string | null)[] | null;
    said: (string | null)[] | null;
  }[];
  placing: { seat: number; pile: number; good: string | null; card: string | null } | null;
  answer: string | null;
  looking: { seat: number; pile: number; cards: string[] | null } | null;
  bet: { card: string; pile: number } | null;
  offer: string | null;
  character: string | null;
  shown: Record<string, number>;
  deck: number;
  discards: { number: number; cards: Record<string, number>; top: string | null };
  seats: {
    hand: Record<string, number> | null;
    hand_size: number;
    sure: Record<string, number> | null;
    caravan: Record<string, number>;
    alike: number;
    refills: boolean;
    owes: boolean;
  }[];
  full_hand: number;
  caravan_limit: number;
  numbers: { alike: number; limit: number; fetch: number; three: number; four: number; five: number };
}
