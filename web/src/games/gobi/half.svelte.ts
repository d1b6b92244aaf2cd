/** A move half made: the card of one's hand that was touched, and still needs a pile. */
class Half {
  card: string | null = $state(null);

  touch(card: string): void {
    this.card = this.card === card ? null : card;
  }
}

export const half = new Half();
