# Tan-Tan Caravan: words that only the board needs.

tantan-caravan = The caravan
tantan-places = { $free ->
    [one] One of { $places } places is free
   *[other] { $free } of { $places } places are free
}
tantan-arrived = The caravan has arrived!
tantan-free-place = a free place
tantan-market = The market
tantan-purse = Purse: { $card }, money { $money }
tantan-money = money { $money }
tantan-stall = { $card }, cost { $cost }
tantan-cost = Costs { $cost }
tantan-empty-stall = An empty stall.
tantan-pile = Pile of { $number }, { $card } on top
tantan-left = { $number } left
tantan-hand = Your hand
tantan-hand-empty = Nothing yet: buy at the market.
tantan-riches = Your riches
tantan-points = { $points ->
    [one] one point
   *[other] { $points } points
} so far
tantan-points-of = { $points ->
    [one] One point
   *[other] { $points } points
} so far, by the riches laid out
tantan-shares = What the last share-out gave
tantan-share = { $name }: { $cards }
tantan-share-nothing = { $name }: nothing, for nothing was left to take
tantan-share-lost = Spoiled by a mouse: { $cards }
tantan-riches-empty = Nothing laid out yet.
tantan-holds = { $number ->
    [0] No cards in hand
    [one] One card in hand
   *[other] { $number } cards in hand
}

tantan-note-purse = The purse: what you buy in one turn may cost no more than this card is worth as money. After the purchase the card joins the caravan.
tantan-note-pile = The pile: its top card is seen by all. When it is empty, the next share-out is the last.
tantan-note-good = A good: { $points } points each. In the purse it is worth { $worth }.
tantan-note-lamp = Lamps give their number squared: 1, 4, 9, 16…
tantan-note-princess = If you have the most, each gives a point for every card in your largest set of one good.
tantan-note-merchant = If you have the most, each gives { $merchant } points for every different good you have.
tantan-note-thief = Taken from the caravan, it steals a card at random from a rival’s hand.
tantan-note-mouse = Comes to those who choose later, and spoils one of their riches. The first to choose need not fear it.

tantan-guide-aim = The aim: be the richest in the end. Buy cards, load them on the caravan, and take your share when it is full.
tantan-guide-market = Buy something: touch a card; the tag below is its price. The number on a card is its points, the one in a dark disc what it is worth as money: the purse card’s is what you may spend this turn.
tantan-guide-prompt = The card is in your hand, hidden from the others. Buy more, take it back, or confirm: then the purse card walks over to the caravan. The sentence always says what is expected of you, and what glows can be touched.
tantan-guide-hand = Now you can load instead: touch cards of one type in your hand to put them on the camels. When the last place is filled, the caravan is shared out.
tantan-guide-share = The share-out: take all cards of one type from the caravan; they are laid out as your riches. Those who come later also get a mouse, which spoils a card.
tantan-guide-end = When this pile is empty, the next share-out is the last. The richest wins.
