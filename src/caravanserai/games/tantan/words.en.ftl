# Tan-Tan Caravan in English.

about = Stroll through the alleys of Tan-Tan, fill your hand at the market and load the caravan. Whoever lays the last load chooses first when it is shared out, and need not fear the mice.

# Cards
food = food
    .some = food
    .moves = the food moves
clothes = clothes
    .some = clothes
    .moves = the clothes move
cloth = cloth
    .some = cloth
    .moves = the cloth moves
lanterns = { $number ->
    [one] lantern
   *[other] lanterns
}
    .some = a lantern
    .moves = the lantern moves
spices = spices
    .some = spices
    .moves = the spices move
jewels = jewels
    .some = jewels
    .moves = the jewels move
lamp = { $number ->
    [one] genie’s lamp
   *[other] genie’s lamps
}
    .some = a genie’s lamp
    .moves = the genie’s lamp moves
princess = { $number ->
    [one] princess
   *[other] princesses
}
    .some = a princess
    .moves = the princess moves
merchant = { $number ->
    [one] merchant
   *[other] merchants
}
    .some = a merchant
    .moves = the merchant moves
thief = { $number ->
    [one] thief
   *[other] thieves
}
    .some = a thief
    .moves = the thief moves
mouse = { $number ->
    [one] mouse
   *[other] mice
}
    .some = a mouse
    .moves = the mouse moves

# What is expected now
prompt-turn = Buy at the market, or load the caravan.
prompt-buying = Take another card, or confirm your purchase.
prompt-loading = Add another card to the load, or confirm it.
prompt-lot = The caravan is shared out: take all cards of one type.
prompt-theft = Your thief steals: choose a rival.
prompt-bite = A mouse gnaws at your riches: choose the card it spoils.
prompt-over = The match is over.

# Choices
choice-take = buy { $card-some } for { $cost }
choice-load = load: { $card }
choice-confirm-load = confirm the load
choice-confirm-purchase = confirm the purchase: { $card-moves } from the purse to the caravan
choice-lot = take the lot: { $card }
choice-steal = steal from { $rival }
choice-feed = give up: { $card }

# Events
event-took = { $seat } takes { $card-some } for { $cost }.
    .you = You take { $card-some } for { $cost }.
event-packed = { $seat } packs { $card-some }.
    .you = You pack { $card-some }.
event-purse_moved = { $seat } confirms the purchase; { $card-moves } from the purse to the caravan.
    .you = You confirm the purchase; { $card-moves } from the purse to the caravan.
event-loaded = { $seat } confirms the load.
    .you = You confirm the load.
event-caravan_full = The caravan is full and is shared out, beginning with { $seat }.
    .you = The caravan is full and is shared out, beginning with you.
event-caravan_last = Nobody can add a card: the caravan is shared out for the last time, beginning with { $seat }.
    .you = Nobody can add a card: the caravan is shared out for the last time, beginning with you.
event-lot = { $seat } takes { $cards } from the caravan.
    .you = You take { $cards } from the caravan.
event-stole = { $seat } steals { $card-some } from { $rival }.
    .you = You steal { $card-some } from { $rival }.
    .yours = { $seat } steals { $card-some } from you.
event-mice = { $number ->
    [one] A mouse comes along.
   *[other] { $number } mice come along.
}
event-nothing = { $seat } gets nothing: nothing was left to take.
    .you = You get nothing: nothing was left to take.
event-fed = { $seat } loses { $card-some } to a mouse.
    .you = You lose { $card-some } to a mouse.
event-turn = { $seat } to play.
    .you = Your turn.
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
tell-laid = Riches of { $seat }: { $cards }; { $points ->
    [one] one point
   *[other] { $points } points
} so far.
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
score-princess = { $number ->
    [one] one princess
   *[other] { $number } princesses
} (most at the table: { $most }) × { $each } in the largest set
score-merchant = { $number ->
    [one] one merchant
   *[other] { $number } merchants
} (most at the table: { $most }) × { $each }

# Reconstructed numbers
number-purse = what each card is worth as money in the purse
number-copies = cards of each type
number-points = points of each good
number-slot_cost = prices of the stalls, from left to right
number-places = places in the caravan
number-removed = cards left in the box
number-hand_limit = cards one may hold
number-merchant_points = points of a merchant for each different good
