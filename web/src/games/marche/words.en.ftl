# Le marché de Samarkand: words that only the board needs.

marche-round = Round { $round } of { $rounds }
marche-doyen = Doyen: { $name }
marche-is-doyen = { $name } is the doyen
marche-note-doyen = The doyen beats the gong. If several stop for the same thing and the doyen is one of them, the doyen gets it. The player to the left is the next doyen.
marche-gong = The gong: the price is { $price }
marche-gong-still = The gong is still: everybody is choosing a card
marche-gong-closed = The market is closed
marche-note-gong = The price of everything on offer. It falls by 1 as long as something is left to buy. Touch the gong to stay silent and let it fall.
marche-pass = Let it fall
marche-fall-to = Let it fall to…
marche-order = Silent down to { $price }
marche-passed = You are silent
marche-stalls = The market
marche-yours = Your stall
marche-bank = Bank
marche-camel-post = Camel
marche-on-offer = { $good } { $value }, sold by { $name }
marche-sells = { $name } sells { $good }; nothing is on the counter
marche-camel = A camel for { $places } goods
marche-carries = carries { $places }
marche-note-camel = { $number ->
    [0] A camel carries as many goods as its number says. The pile is empty.
   *[other] A camel carries as many goods as its number says; { $number } more in the pile. Goods without a place stay behind, and every empty place costs { $empty } points.
}
marche-no-camel = No camel on offer
marche-no-camels = none
marche-pile-camels = In the pile: { $camels }
marche-note-bank = The bank sells { $good }, one card a round; { $number } left.
marche-bank-pile = In its pile: { $values }
marche-stop = Stop!
marche-sure = Sure?
marche-fine = Fine { $fine }
marche-sold = Sold!
marche-chosen = Your stop
marche-secret = Face down
marche-own-stall = Your own card: what it fetches is yours.
marche-gone = Left the game:
marche-dispute = Dispute!
marche-respect = Respect!
marche-nobody = For nobody!

marche-hand = Your wares
marche-hand-empty = All sold or offered.
marche-hand-card = { $good } { $value }
marche-note-hand = Put up in secret; all cards are turned up together. Each of your cards is on offer once.
marche-goods = Your goods
marche-goods-none = none
marche-note-goods = The good you have the fewest cards of scores the sum of its values; with one missing, nothing. Cards of the same value score as a series: { $series } points from the second card on.
marche-leave = Touch what you leave behind
marche-screen = Behind your screen
marche-money = { $money ->
    [one] One dirham
   *[other] { $money } dirhams
}
marche-note-money = Hidden from the others. At the end the most money scores, and so on down: { $wealth } points.
marche-load = { $load } of { $places } places
marche-note-load = Your camels: { $camels }. They carry { $places }; you have { $load }. What they cannot carry stays behind; each empty place costs { $empty } points.
marche-over = { $number } too many
marche-free = { $number } empty, −{ $empty } each

marche-tent-sells = Sells { $good }; { $number ->
    [0] no card left
    [one] one card left
   *[other] { $number } cards left
}
marche-tent-hand = Still in hand: { $values }
marche-tent-bought = Has bought
marche-tent-nothing = Has bought nothing yet
marche-tent-hidden = Goods, money and camels are behind the screen
marche-tent-screen = Money and camels are behind the screen
marche-tent-open = { $money } dirhams; camels: { $camels } ({ $places } places)

marche-guide-aim = The aim: bring home some of every good, cards that match in value, and just enough camels to carry them. The most points win.
marche-guide-hand = You sell one kind of goods, one card each round. Touch the card you put up, and touch it again to confirm. All are turned up together.
marche-guide-gong = The gong counts down from { $first }: the price of everything on offer. Touch the gong to stay silent and let the price fall; the menu beside the sentence lets it fall further.
marche-guide-stop = See something you want? Touch it on its counter to stop the count and buy it at this price. You pay its seller. Too little money costs a fine of { $fine }.
marche-guide-camel = You need camels to bring your goods home. They are for sale too; the number says how many cards one carries.
marche-guide-dispute = If several stop for the same thing, it is disputed: the doyen gets it. If no doyen is among them, each pays half and nobody gets it.
marche-guide-goods = Your purchases lie here. Get some of every good: the one you have the fewest of counts. Cards of the same value make series.
marche-guide-purse = Money and camels are hidden from the others. Empty places on camels cost points, and money left scores too.
