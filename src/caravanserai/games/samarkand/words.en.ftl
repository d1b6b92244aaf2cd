# Samarkand in English.

about = Travel the one-way roads between nomad camps, oases and cities. Swap and buy until you hold a fine set of one good, then carry it to the one city that wants it. The first to own 500 piastres wins.

option-target = Piastres that win the match
option-turn_limit = Turns per seat after which the richest wins (0: no limit)

# Goods
grain = grain
    .some = grain
fruit = fruit
    .some = fruit
copper = copper
    .some = copper
carpets = { $number ->
    [one] carpet
   *[other] carpets
}
    .some = a carpet
camels = { $number ->
    [one] camel
   *[other] camels
}
    .some = a camel
gems = { $number ->
    [one] gem
   *[other] gems
}
    .some = a gem

# What markets buy
ware-grain = grain
ware-fruit = fruit
ware-copper = copper
ware-carpets = carpets
ware-camels = camels
ware-gems = gems
ware-assortment = assortments

# Cities
samarkand = Samarkand
isfahan = Isfahan
bukhara = Bukhara
kashgar = Kashgar

# A space of the board
no-space = not on the board
place = { $space }, { $kind ->
    [camp] camp, { $number } of { $room } cards: { $cards }
    [oasis] oasis, one card for { $one } or { $many } for { $price }
   *[city] { $city }, which buys { $first }{ $first_chip ->
        [0] {""}
       *[other] {" "}(chip)
    } and { $second }{ $second_chip ->
        [0] {""}
       *[other] {" "}(chip)
    }
}

# What is expected now
prompt-place = Put your pawn on any space; it has no effect yet.
prompt-turn = { $can_ride ->
    [0] Walk one space along an arrow; with { $money } piastres you cannot pay { $price } to ride.
   *[other] Walk one space along an arrow for nothing, or pay { $price } of your { $money } piastres to ride.
}
prompt-riding = You rolled { $rolled }: choose your way at the fork, { $number ->
    [one] one space is left.
   *[other] { $number } spaces are left.
}
prompt-back = You rolled “back”: choose the arrow you follow backwards.
prompt-gift = Give the camp at { $space } one card of your hand; it holds { $number } of { $room }.
prompt-camp = { $afoot ->
    [0] Swap more cards with the camp at { $space }, one for one, or end your turn.
   *[other] Swap cards with the camp at { $space }, one for one, or walk on instead, or end your turn.
}
prompt-oasis = Buy one card for { $one } or { $many } for { $price }; you have { $money } piastres.
prompt-city = Sell at one of the two markets. You are at { place }.
prompt-chip = All chips are on the board: choose the one that moves to { $city }, { $ware }.
prompt-discard = The pile is used up: { $number ->
    [0] whoever holds more than { $limit } cards discards the rest.
    [one] discard one card, to keep { $limit }.
   *[other] discard { $number } cards, one after another, to keep { $limit }.
}
prompt-over = The match is over.

# Choices
choice-start = start at { place }
choice-walk = walk to { place }
choice-walk-on = walk on to { place }
choice-ride-to = ride to { place }
choice-ride-back = ride back to { place }
choice-ride-by = ride by way of { $space }, then { $number ->
    [one] one space more
   *[other] { $number } spaces more
}
choice-ride = pay { $price } and roll the die
choice-done = end the turn
choice-give = give: { $good }
choice-discard = discard: { $good }
choice-buy = buy { $number ->
    [one] one card
   *[other] { $number } cards
} for { $price }
choice-swap = swap: give { $give-some }, take { $take-some }
choice-uncover = move the chip from { $city }, { $ware }
choice-sell = sell { $cards } for { $price }
choice-assort = sell an assortment for { $price }: { $goods }

# Events
event-placed = { $seat } starts at { $space }.
    .you = You start at { $space }.
event-walked = { $seat } walks to { $space }, { $kind ->
    [camp] a camp.
    [oasis] an oasis.
   *[city] { $city }.
}
    .you = You walk to { $space }, { $kind ->
        [camp] a camp.
        [oasis] an oasis.
       *[city] { $city }.
    }
event-walked_on = { $seat } walks on to { $space }, { $kind ->
    [camp] a camp.
    [oasis] an oasis.
   *[city] { $city }.
}
    .you = You walk on to { $space }, { $kind ->
        [camp] a camp.
        [oasis] an oasis.
       *[city] { $city }.
    }
event-rolled = { $seat } pays { $price } and rolls { $rolled ->
    [0] “back”.
   *[other] { $rolled }.
}
    .you = You pay { $price } and roll { $rolled ->
        [0] “back”.
       *[other] { $rolled }.
    }
event-at_fork = { $seat } is at a fork, { $space }, with { $number ->
    [one] one space to go.
   *[other] { $number } spaces to go.
}
    .you = You are at a fork, { $space }, with { $number ->
        [one] one space to go.
       *[other] { $number } spaces to go.
    }
event-rode = { $seat } rides to { $space }, { $kind ->
    [camp] a camp.
    [oasis] an oasis.
   *[city] { $city }.
}
    .you = You ride to { $space }, { $kind ->
        [camp] a camp.
        [oasis] an oasis.
       *[city] { $city }.
    }
event-gave = { $seat } makes the camp a gift: { $good }.
    .you = You make the camp a gift: { $good }.
event-swapped = { $seat } swaps { $give-some } for { $take-some }.
    .you = You swap { $give-some } for { $take-some }.
event-left = { $seat } leaves it at that.
    .you = You leave it at that.
event-bought_out = The camp is full: { $seat } pays { $price } and takes { $cards }.
    .you = The camp is full: you pay { $price } and take { $cards }.
event-stocked = From the pile to the camp at { $space }: { $cards }.
event-empty_handed = { $seat } has no card to give and pays { $price }.
    .you = You have no card to give and pay { $price }.
event-bought = { $seat } pays { $price } and { $number ->
    [0] draws nothing, for there are no cards.
   *[other] draws { $own ->
        [0] { $number ->
            [one] one card.
           *[other] { $number } cards.
        }
       *[other] { $cards }.
    }
}
    .you = You pay { $price } and { $number ->
        [0] draw nothing, for there are no cards.
       *[other] draw { $own ->
            [0] { $number ->
                [one] one card.
               *[other] { $number } cards.
            }
           *[other] { $cards }.
        }
    }
event-drew = { $seat } goes on and draws { $own ->
    [0] { $number ->
        [one] one card.
       *[other] { $number } cards.
    }
   *[other] { $cards }.
}
    .you = You go on and draw { $own ->
        [0] { $number ->
            [one] one card.
           *[other] { $number } cards.
        }
       *[other] { $cards }.
    }
event-lost = { $seat } cannot pay for a card and { $number ->
    [0] has none to lose.
   *[other] loses at random { $own ->
        [0] { $number ->
            [one] one card.
           *[other] { $number } cards.
        }
       *[other] { $cards }.
    }
}
    .you = You cannot pay for a card and { $number ->
        [0] have none to lose.
       *[other] lose at random { $own ->
            [0] { $number ->
                [one] one card.
               *[other] { $number } cards.
            }
           *[other] { $cards }.
        }
    }
event-sold = { $seat } sells { $cards } in { $city } for { $price }.
    .you = You sell { $cards } in { $city } for { $price }.
event-covered = A chip now covers { $city }, { $ware }.
event-uncovered = The chip leaves { $city }, { $ware }.
event-showed = { $seat } has nothing to sell here, shows { $number ->
    [0] an empty hand
   *[other] { $cards }
} and pays { $price }.
    .you = You have nothing to sell here, show { $number ->
        [0] an empty hand
       *[other] { $cards }
    } and pay { $price }.
event-pile_empty = The last card of the pile is drawn: hands of more than { $limit } cards are cut down to { $limit }.
event-discarded = { $seat } discards { $good-some }.
    .you = You discard { $good-some }.
event-new_pile = The discards are the new pile: { $number ->
    [one] one card.
   *[other] { $number } cards.
}
event-turn = { $seat } to play.
    .you = Your turn.
event-over = The match is over.

# Why it ended
reason-running = it goes on
reason-target_reached = the sum that wins was reached
reason-turn_limit = every seat has had all its turns

# The table in sentences
tell-target = { $target } piastres win.
tell-rounds = Every seat has had { $rounds } of { $limit } turns.
tell-space = { place }; leads to { $exits }.
tell-prices = Price of { $ware } for { $least } to { $most } cards: { $prices }.
tell-pile = Pile: { $number ->
    [0] empty
    [one] one card
   *[other] { $number } cards
}; chips beside the board: { $chips }.
tell-discards = Discarded so far: { $cards }.
tell-seat = { $seat }: { $money } piastres, { $space }.
tell-hand = Hand of { $seat }: { $cards }.
tell-hidden-hand = { $seat } holds { $number ->
    [0] no card.
    [one] one card.
   *[other] { $number } cards.
}
tell-known = All know that { $seat } holds at least { $cards }.

# The score sheet
score-money = money
score-cards = cards, which count nothing: { $cards }

# Reconstructed numbers
number-many_price = what the larger purchase costs at each oasis
number-kind = where camps, oases and cities lie
number-room = how many cards fill each camp
number-exits = which way the arrows point
number-markets = which city buys what
number-prices = most prices of the markets
number-copies = cards of each good
number-removed = cards of each good left in the box
number-hand = cards dealt to each player
number-money = piastres at the start
number-stock = cards put on a camp at the start and after it was bought out
number-hand_limit = cards one may keep when the pile is used up
number-chips = market chips
number-die = the faces of the die; 0 is “back”
number-ride_price = price of a ride
number-empty_hand_fee = price of a gift from the pile
number-full_camp_price = price of a full camp
number-no_sale_fee = fee for showing that one cannot sell
number-lost = cards lost at an oasis by those who cannot pay
number-many = cards in the larger purchase at an oasis
number-one_price = price of one card at an oasis
part-camp = camp
part-oasis = oasis
part-assortment = assortments
