/** A move half made: the card held out for a swap, and the cards laid out for a sale. */
import { total, type Counts } from "./view";

class Half {
  give: string | null = $state(null);
  basket: Counts = $state.raw({});

  hold(good: string): void {
    this.give = this.give === good ? null : good;
  }

  /** One more card of a good; where no sale has room for it beside the others, it begins a new one. */
  lay(good: string, sales: readonly Counts[]): void {
    const more = { ...this.basket, [good]: (this.basket[good] ?? 0) + 1 };
    this.basket = sales.some((sale) => within(more, sale)) ? more : { [good]: 1 };
  }

  take(good: string): void {
    const { [good]: number = 0, ...rest } = this.basket;
    this.basket = number > 1 ? { ...rest, [good]: number - 1 } : rest;
  }

  set(basket: Counts): void {
    this.basket = basket;
  }

  drop(): void {
    this.give = null;
    if (total(this.basket)) this.basket = {};
  }
}

function within(few: Counts, many: Counts): boolean {
  return Object.entries(few).every(([good, number]) => number <= (many[good] ?? 0));
}

export const half = new Half();
