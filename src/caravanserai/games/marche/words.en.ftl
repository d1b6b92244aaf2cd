# Le marché de Samarkand in English.

about = The great souk of Samarkand sells at a falling price: wait, and it gets cheaper; wait too long, and somebody else says stop. Bring home a bit of everything, cards that match, and just enough camels to carry it all.

# Goods and camels
carpets = carpets
spices = spices
fruits = fruits
jewels = jewels
clothes = clothes
camel-2 = { $number ->
    [one] camel for 2
   *[other] camels for 2
}
camel-3 = { $number ->
    [one] camel for 3
   *[other] camels for 3
}
camel-4 = { $number ->
    [one] camel for 4
   *[other] camels for 4
}
camel-5 = { $number ->
    [one] camel for 5
   *[other] camels for 5
}

# Options
option-hidden_goods = Bought goods are hidden behind the screens too

# What is expected now
prompt-pick = Round { $round } of { $rounds }: choose in secret the card you put up for sale.
prompt-count = The count stands at { $price }: stay silent, or stop it for one thing on offer.
prompt-transport = Your camels cannot carry everything: choose { $number ->
    [one] one more card
   *[other] { $number } more cards
} to leave behind.
prompt-waiting = Whoever has too few camels is choosing what to leave behind.
prompt-over = The match is over.

# Choices
choice-pick = put up { $good } { $value }
choice-silence = stay silent at { $price }
choice-stop = stop: buy { $good } { $value } from { $rival } for { $price }
choice-stop-bank = stop: buy { $good } { $value } from the bank for { $price }
choice-stop-camel = stop: buy the camel for { $places } goods at { $price }
choice-penniless = stop { $kind ->
    [camel_card] for the camel for { $places } goods
    [from_bank] for the bank’s { $good } { $value }
   *[from_seat] for the { $good } { $value } of { $rival }
}, though you do not have { $price } { $fine ->
    [0] (and nothing to be fined)
   *[other] (fine: { $fine })
}
choice-discard = leave { $good } { $value } behind

# Events
event-offered = { $kind ->
    [from_bank] The bank puts up { $good } { $value }.
   *[from_seat] { $rival } puts up { $good } { $value }.
}
    .yours = { $kind ->
        [from_bank] The bank puts up { $good } { $value }.
       *[from_seat] You put up { $good } { $value }.
    }
event-count = { $seat }, the doyen, counts down from { $price }.
    .you = You are the doyen and count down from { $price }.
event-price = { $price }: nobody stops.
event-fined = { $price }: { $seat } stops for { $kind ->
    [camel_card] the camel for { $places }
    [from_bank] the bank’s { $good } { $value }
   *[from_seat] the { $good } { $value } of { $rival }
} but cannot pay { $fine ->
    [0] it, nor any fine.
   *[other] it: a fine of { $fine }.
}
    .you = { $price }: you stop for { $kind ->
        [camel_card] the camel for { $places }
        [from_bank] the bank’s { $good } { $value }
       *[from_seat] the { $good } { $value } of { $rival }
    } but cannot pay { $fine ->
        [0] it, nor any fine.
       *[other] it: a fine of { $fine }.
    }
    .yours = { $price }: { $seat } stops for { $kind ->
        [camel_card] the camel for { $places }
        [from_bank] the bank’s { $good } { $value }
       *[from_seat] your { $good } { $value }
    } but cannot pay { $fine ->
        [0] it, nor any fine.
       *[other] it: a fine of { $fine }.
    }
event-bought = { $price }: { $seat } stops and buys { $kind ->
    [camel_card] the camel for { $places }.
    [from_bank] { $good } { $value } from the bank.
   *[from_seat] { $good } { $value } from { $rival }.
}
    .you = { $price }: you stop and buy { $kind ->
        [camel_card] the camel for { $places }.
        [from_bank] { $good } { $value } from the bank.
       *[from_seat] { $good } { $value } from { $rival }.
    }
    .yours = { $price }: { $seat } stops and buys { $kind ->
        [camel_card] the camel for { $places }.
        [from_bank] { $good } { $value } from the bank.
       *[from_seat] { $good } { $value } from you.
    }
event-disputed = { $price }: { $seat } stop at the same moment for { $kind ->
    [camel_card] the camel for { $places }.
    [from_bank] the bank’s { $good } { $value }.
   *[from_seat] the { $good } { $value } of { $rival }.
}
    .you = { $price }: { $seat } stop at the same moment for { $kind ->
        [camel_card] the camel for { $places }.
        [from_bank] the bank’s { $good } { $value }.
       *[from_seat] the { $good } { $value } of { $rival }.
    }
    .yours = { $price }: { $seat } stop at the same moment for { $kind ->
        [camel_card] the camel for { $places }.
        [from_bank] the bank’s { $good } { $value }.
       *[from_seat] your { $good } { $value }.
    }
event-doyen_wins = Out of respect it goes to { $seat }, the doyen, for { $price }; the others pay nothing.
    .you = Out of respect it goes to you, the doyen, for { $price }; the others pay nothing.
event-nobody_wins = Each of them pays { $half } and nobody gets it: { $kind ->
    [camel_card] the camel is shuffled back into the pile.
   *[other] the card leaves the game.
}
event-unsold = { $kind ->
    [from_bank] The bank’s { $good } { $value } stay unsold.
   *[from_seat] The { $good } { $value } of { $rival } stay unsold.
}
    .yours = { $kind ->
        [from_bank] The bank’s { $good } { $value } stay unsold.
       *[from_seat] Your { $good } { $value } stay unsold.
    }
event-round = Round { $round } begins; { $seat } is the doyen.
    .you = Round { $round } begins; you are the doyen.
event-camel_turned = A new camel is turned up: it carries { $places }.
event-market_closed = The market closes: screens down, load the camels.
event-no_camel = { $seat } has no camel and brings no goods home.
    .you = You have no camel and bring no goods home.
event-discarded = { $seat } leaves behind { $good } { $values }.
    .you = You leave behind { $good } { $values }.
event-over = The match is over.

# Why it ended
reason-running = it goes on
reason-last_round = the last round has been played

# The table in sentences
tell-round = Round { $round } of { $rounds }; { $seat } is the doyen.
tell-price = The count stands at { $price }.
tell-camel = On offer: a camel for { $places } goods; { $number ->
    [0] none is left in the pile.
    [one] one more in the pile.
   *[other] { $number } more in the pile.
}
tell-no-camel = No camel is on offer; { $number ->
    [0] the pile is empty.
    [one] one is left in the pile.
   *[other] { $number } are left in the pile.
}
tell-offer = On offer: { $good } { $value } of { $seat }.
tell-sells = { $seat } sells { $good }, { $number ->
    [0] with no card left to offer.
    [one] with one card left to offer.
   *[other] with { $number } cards left to offer.
}
tell-hand = { $seat } can still put up { $good } { $values }.
tell-screen = { $seat } has { $money ->
    [one] one dirham
   *[other] { $money } dirhams
}; camels: { $camels } (places: { $places }).
tell-bought = { $seat } has bought { $good } { $values }.
tell-bank-offer = On offer: { $good } { $value } of the bank, which has { $number ->
    [0] none left.
    [one] one card left.
   *[other] { $number } cards left.
}
tell-bank = The bank sells { $good }, { $number ->
    [0] with no card left to offer.
    [one] with one card left to offer.
   *[other] with { $number } cards left to offer.
}

# The score sheet
score-wealth = { $money ->
    [one] one dirham
   *[other] { $money } dirhams
}, { $place ->
    [1] the most
    [2] the second most
   *[other] the third most
}
score-rarest = rarest good, { $good } { $values }
score-rarest-none = no { $good }, so nothing for the rarest good
score-series = series of { $cards } cards of value { $value }
score-empty = { $number ->
    [one] one empty place
   *[other] { $number } empty places
} on the camels

# Reconstructed numbers
number-copies = how many cards of each value a good has
number-camels = how many camels carry 2, 3, 4 or 5 goods
number-rounds = rounds
number-money = dirhams at the start
number-first_price = where the count begins
number-fine = fine for a stop without the means to pay
number-wealth = points for the most money, the next and the third
number-series = points for 2, 3, 4, 5 and for 6 or more cards of one value
number-empty_place = points lost for each empty place on camels
