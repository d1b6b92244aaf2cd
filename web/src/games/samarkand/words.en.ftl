# Samarkand: words that only the board needs.

samarkand-map = The roads
samarkand-prices = What the markets pay now
samarkand-cards = cards
samarkand-offer = { $ware } in { $city }: { $number } cards for { $price }
samarkand-market = { $city }, { $ware }
samarkand-chip = a glass chip: one card fewer is paid
samarkand-chips = Chips beside the board: { $number }
samarkand-pile = Pile, { $number ->
    [0] empty
    [one] one card
   *[other] { $number } cards
}
samarkand-camp-at = Camp { $space }
samarkand-oasis-at = Oasis { $space }
samarkand-start = Anywhere you like
samarkand-start-hint = Near cards you want, or near their market
samarkand-walk = Walk: touch the next space
samarkand-ride = Ride for { $price }
samarkand-die = The die shows { $rolled ->
    [0] “back”
   *[other] { $rolled }
}
samarkand-die-waits = The die
samarkand-order = Riding to { $space }
samarkand-steps = { $number ->
    [one] one space to go: touch where the ride ends
   *[other] { $number } spaces to go: touch where the ride ends
}
samarkand-step-back = one space against an arrow
samarkand-free = a place for a card
samarkand-gift = Touch the card of your hand that you give
samarkand-swap-give = Swap: touch a card of your hand
samarkand-swap-take = For { $give-some }, touch what you take
samarkand-hold = offer for a swap: { $good }
samarkand-let-go = keep: { $good }
samarkand-lot = { $number ->
    [one] 1 card
   *[other] { $number } cards
}
samarkand-lay = lay out for sale: { $good }
samarkand-take-back = take back: { $good }
samarkand-lay-out = Touch cards of your hand, or a price
samarkand-too-few = Not a sale yet: add cards
samarkand-sell = Sell for { $price }
samarkand-choose-chip = Which chip moves?
samarkand-laid-off = Discards
samarkand-shown = { $seat } shows
samarkand-none = no cards
samarkand-bank = The bank

samarkand-hand = Your hand
samarkand-hand-empty = No cards.
samarkand-hand-count = { $number ->
    [one] one card
   *[other] { $number } cards
}
samarkand-purse = { $money } of { $target } piastres
samarkand-turns = Turn { $number } of { $limit }
samarkand-holds = { $number ->
    [0] No cards in hand
    [one] One card in hand
   *[other] { $number } cards in hand
}
samarkand-known = Surely among them: { $cards }
samarkand-sells-for = Most it brings now: { $price } for { $number }, in { $city }
samarkand-sells-not = { $city } buys it, from { $number } cards on

samarkand-note-camp = Not full: give a card, then swap as often as you like, or walk on if you came on foot. Full: pay { $full } and take all its cards.
samarkand-note-oasis = You must buy here, from the pile: one card for { $one }, or { $many } for the price written there. Whoever cannot pay loses { $lost } cards.
samarkand-note-city = Sell at one of the two markets: cards of its good, or an assortment of different goods. Whoever cannot sell shows the hand and pays { $fine }.
samarkand-note-ride = Pay, roll the die, and ride exactly that far; you choose your way at forks. “Back” is one space against an arrow.
samarkand-note-pile = Cards bought at an oasis come from here; sold ones are shuffled in. When the last is drawn, hands of more than { $limit } are cut down.
samarkand-note-chips = After a sale the market gets a chip, and pays the price of one card fewer while it lies there. When both are out, the seller moves one.
samarkand-note-purse = The first to own { $target } piastres wins at once. Cards count nothing.
samarkand-note-bank = The bank pays for what is sold, and never runs out.

samarkand-guide-aim = The aim: be the first to own the sum beside the coins. Collect cards of one good, and sell them together where they are wanted.
samarkand-guide-map = One-way roads between camps (tents), oases (palms) and cities (arches). To begin, put your pawn on any space: near cards you want, or near their market.
samarkand-guide-move = Your turn: walk one space for nothing by touching it on the map, or pay and ride by touching the die.
samarkand-guide-camp = A camp: give it one card of your hand. Then you may swap with it, card for card. When all its places are filled, the next to come takes everything for { $full }.
samarkand-guide-oasis = An oasis: buy one card for { $one }, or { $many } for the price written there.
samarkand-guide-city = A city: lay out cards of your hand and sell them; an assortment is one card each of different goods. If you can sell, you must. Then a glass chip covers that market, and it pays less for a while.
samarkand-guide-prices = What each market pays. Many cards of one good bring far more than a few; the framed price is what your hand would bring now.
samarkand-guide-prompt = This sentence always says what is expected of you. What glows can be touched; hold anything to have it explained.
samarkand-beside = Beside the map
samarkand-here = Here
samarkand-prices-short = Prices
