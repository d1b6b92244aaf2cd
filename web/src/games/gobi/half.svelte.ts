/** A move half made: the card of one's hand that was touched, and still needs a pile. */
class Half {
  card: string | null = $state(null);
  /** Which one of several alike. */
  key: string | null = $state(null);

  touch(card: string, key: string): void {
    if (this.key === key) this.drop();
    else [this.card, this.key] = [card, key];
  }

  drop(): void {
    [this.card, this.key] = [null, null];
  }
}

export const half = new Half();
