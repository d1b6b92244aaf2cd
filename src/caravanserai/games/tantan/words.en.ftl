# Tan-Tan Caravan in English.

about = Stroll through the alleys of Tan-Tan, fill your hand at the market and load the caravan. Whoever lays the last load chooses first when it is shared out, and need not fear the mice.

# Cards
food = food
clothes = clothes
cloth = cloth
lanterns = { $number ->
    [one] lantern
   *[other] lanterns
}
spices = spices
jewels = jewels
lamp = { $number ->
    [one] genie’s lamp
   *[other] genie’s lamps
}
princess = { $number ->
    [one] princess
   *[other] princesses
}
merchant = { $number ->
    [one] merchant
   *[other] merchants
}
thief = { $number ->
    [one] thief
   *[other] thieves
}
mouse = { $number ->
    [one] mouse
   *[other] mice
}

# What is expected now
prompt-turn = Buy at the market, or load the caravan.
prompt-buying = Take another card, or confirm your purchase.
prompt-loading = Add another card to the load, or confirm it.
prompt-lot = The caravan is shared out: take all cards of one type.
prompt-theft = Your thief steals: choose a rival.
prompt-bite = A mouse gnaws at your riches: choose the card it spoils.
prompt-over = The match is over.

# Choices
choice-take = buy { $card } for { $cost }
choice-load = load: { $card }
choice-confirm-load = confirm the load
choice-confirm-purchase = confirm the purchase: { $card } moves from the purse to the caravan
choice-lot = take the lot: { $card }
choice-steal = steal from { $rival }
choice-feed = give up: { $card }

# Events
event-took = { $seat } takes { $card } for { $cost }.
event-packed = { $seat } packs { $card }.
event-purse_moved = { $seat } closes the purchase; { $card } moves from the purse to the caravan.
event-loaded = { $seat } confirms the load.
event-caravan_full = The caravan is full and is shared out, beginning with { $seat }.
event-caravan_last = Nobody can add a card: the caravan is shared out for the last time, beginning with { $seat }.
event-lot = { $seat } takes { $cards } from the caravan.
event-stole = { $seat } steals { $card } from { $rival }.
event-mice = { $number ->
    [one] A mouse comes along.
   *[other] { $number } mice come along.
}
event-fed = { $seat } loses { $card } to a mouse.
event-turn = { $seat } to play.
event-over = The match is over.

# Why it ended
reason-running = it goes on
reason-pile_empty = the pile was empty and the last caravan has been shared out
reason-nothing_to_add = nobody could add a card to the caravan

# The table in sentences
tell-pile = Pile: { $number ->
    [0] empty.
    [one] one card, { $card }.
   *[other] { $number } cards, { $card } on top.
}
tell-purse = Purse: { $card }, money { $money }.
tell-slot = Stall { $slot }, cost { $cost }: { $card }.
tell-caravan = Caravan: { $cards }; { $free } of { $places } places free.
tell-laid = Riches of { $seat }: { $cards }.
tell-hand = Hand of { $seat }: { $cards }.
tell-hidden-hand = { $seat } holds { $number ->
    [one] one card.
   *[other] { $number } cards.
}
tell-distribution = The caravan is being shared out, beginning with { $seat }.

# The score sheet
score-goods = { $cards }
score-lamps = { $number } { $number ->
    [one] lamp
   *[other] lamps
}, squared
score-princess = princesses, { $number } (the most is { $most }) × largest set { $each }
score-merchant = merchants, { $number } (the most is { $most }) × { $each }

# Reconstructed numbers
number-purse = what each card is worth as money in the purse
