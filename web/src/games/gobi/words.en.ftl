# Gobi: words that only the board needs.

gobi-pile = Pile { $number }
gobi-pile-base = Pile { $number }, begun with: { $card }
gobi-face-down = Lay it here
gobi-bet = Bet
gobi-openly = Play openly
gobi-said-to-be = said to be { $good }
gobi-remembered = { $number ->
    [one] One card
   *[other] { $number } cards
}, from the bottom to the top: { $cards }

gobi-deck = Draw pile, { $number ->
    [0] empty
    [one] one card
   *[other] { $number } cards
}
gobi-left = { $number } to draw
gobi-draw = Draw and play
gobi-pass = Pass
gobi-discards = Discards, { $number ->
    [0] none
    [one] one card
   *[other] { $number } cards
}
gobi-discards-top = on top: { $card }
gobi-discarded = Discards
gobi-exchange = Exchange your whole hand
gobi-decline = Decline the camel

gobi-gobi = GOBI!
gobi-quiet = Keep quiet
gobi-you-called = You call “Gobi!”. The others are still thinking.
gobi-you-quiet = You keep quiet. The others are still thinking.
gobi-you = You
gobi-say = You say:
gobi-true = the truth
gobi-said = “{ $good }”
gobi-truth = True!
gobi-lie = A lie!
gobi-camels = { $number ->
    [0] No camel
    [one] One camel
   *[other] { $number } camels
}
gobi-looking = Pile { $number } in your hands
gobi-bottom = bottom
gobi-top = top
gobi-where = Now choose a pile for: { $card }
gobi-where-open = On a pile, face down as if it were a camel, or openly in front of it: { $card }
gobi-just-shown = Just shown
gobi-bases = The piles begin with these cards. Remember them!

gobi-hand = Your hand
gobi-hold = take in hand: { $card }
gobi-missing = { $number ->
    [one] One card
   *[other] { $number } cards
} short of a full hand
gobi-fetch = refill
gobi-refill = or give up a camel and refill your hand
gobi-caravan = Your caravan
gobi-alike = { $number } of { $alike } alike
gobi-camel = a camel with { $card }
gobi-free-place = a place for a camel

gobi-holds = { $number ->
    [0] No cards in hand
    [one] One card in hand
   *[other] { $number } cards in hand
}
gobi-sure = Surely among them: { $cards }
gobi-caravan-of = Caravan: { $cards }
gobi-no-caravan = No caravan yet
gobi-owes = Has to discard a card

gobi-note-camel = A camel. Lay it face down on a pile and say what it carries, truly or not. In your caravan, { $alike } with the same load win.
gobi-note-three = Played openly at a pile with exactly { $three } camels, it wins them. Otherwise the pile and a camel are lost.
gobi-note-four = Played openly at a pile with exactly { $four } camels, it wins them. Otherwise the pile and a camel are lost.
gobi-note-five = Played openly at a pile with { $five } camels or more, it wins them. Otherwise the pile and a camel are lost.
gobi-note-spy = Played openly, it lets you look through a pile in secret.
gobi-note-brigand = Played openly, it lets you look through a pile and take one of its cards, showing it to all.
gobi-note-merchant = Played openly, it takes the place of a pile’s top card; if that is a camel, you may have it for your caravan.
gobi-note-sandstorm = Played openly, it makes two piles change places.
gobi-note-pile = Nobody may count it: remember what was laid here, and what was true.
gobi-note-empty = It waits for a first card.
gobi-note-deck = Draw a card, then play one. When it runs out, the discards are shuffled.
gobi-note-discards = If you hold no bet, you may show and discard your whole hand here and draw as many cards. That is your turn.
gobi-note-fetch = Without a caravan you may give up your turn and draw up to { $fetch } cards.
gobi-note-refill = You may give up your turn and a camel of your caravan, and draw a full hand: touch the camel.
gobi-note-caravan = As soon as { $alike } camels have the same load, you win. A caravan keeps { $limit } camels at most.
gobi-note-call = The card is shown to all. If it is not what was said, the liar discards a card; if it is, all who called do.
gobi-note-quiet = The word stands, and the card stays hidden. Saying nothing until time runs out is the same.

gobi-guide-aim = The aim: be the first with { $alike } camels of the same load in your caravan. You win them from the three piles.
gobi-guide-turn = Your turn begins: touch the deck to draw a card. Cards are camels, each with one of five loads, and bets with a number; only you see your hand.
gobi-guide-lay = Now lay a card: touch one in your hand, then the pile you lay it on. It lies face down, and nobody may look again: remember it.
gobi-guide-say = Say what your card is. It need not be true: if nobody doubts it, nobody will know.
gobi-guide-call = Somebody has laid a card. Do you believe the word? Slam GOBI! or keep quiet. If they lied, they lose a card; if not, you do.
gobi-guide-bet = A bet laid openly in front of a pile claims { $three }, { $four }, or { $five } and more camels in it. Right: they are yours. Wrong: the pile is gone, and one of your camels too. You hold one: lay it when you think you know.
gobi-guide-renew = Bad cards? Instead of drawing you may exchange your whole hand here, as it holds no bet.
gobi-guide-prompt = This sentence always says what is expected of you. What glows can be touched; hold anything to have it explained.
