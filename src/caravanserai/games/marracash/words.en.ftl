# Marracash in English.

about = Buy shops in the narrow streets of the old town and lead the visitors past them, fountain by fountain. Every customer spends more than the one before; lead them to a rival’s door and you earn a fee at least.

option-souvenirs = Souvenirs: visitors also buy the souvenirs that lie face up
option-turn_limit = Turns per seat after which the richest wins (0: no limit)

# Visitors
blue = blue
green = green
purple = purple
red = red
yellow = yellow

# Shops
shop-blue = the blue shop
shop-green = the green shop
shop-purple = the purple shop
shop-red = the red shop
shop-yellow = the yellow shop

# Souvenirs
souvenir-blue = blue souvenir
souvenir-green = green souvenir
souvenir-purple = purple souvenir
souvenir-red = red souvenir
souvenir-yellow = yellow souvenir

# Ways out of a fountain
north = going north
east = going east
south = going south
west = going west

# What is expected now
prompt-first = First round: put one shop up for auction; bidding opens at { $lowest } or more.
prompt-turn = Action { $action } of 2: move the visitors of a fountain, or put a shop up for auction.
prompt-turn-auction = Action { $action } of 2, after an auction: put another shop up for auction.
prompt-opening = Open the auction of { $kind } { $shop } with { $lowest } or more; you have { $money }.
prompt-bidding = { $rival } bids { $bid } for { $kind } { $shop }: raise to { $lowest } or more, or pass; you have { $money }.
prompt-souvenir = A visitor in { $kind } { $shop } buys a souvenir: choose which of the two you sell.
prompt-arrival = No visitors at { $number ->
    [one] gate fountain { $gates }
   *[other] gate fountains { $gates }
}: let in { $least } to { $most } of the { $left } who wait outside.
prompt-over = The match is over.

# Choices
choice-move = { $visitors }: from fountain { $start }, { $way }, to fountain { $arrival }
choice-move-enter = { $visitors }: from fountain { $start }, { $way }, to fountain { $arrival }; customers for { $shops }, you gain { $gain }
choice-move-souvenirs = { $visitors }: from fountain { $start }, { $way }, to fountain { $arrival }; customers for { $shops }, you gain { $gain } or more with souvenirs
choice-auction = put up { $kind } { $shop } for auction
choice-bring-left = let in { $number } from the left end at fountain { $fountain }: { $visitors }
choice-bring-right = let in { $number } from the right end at fountain { $fountain }: { $visitors }
choice-bring-all = let in all { $number } who are left at fountain { $fountain }: { $visitors }
choice-sell = sell the { $colour } for { $value }
choice-pass = pass
choice-bid = bid { $amount }

# Events
event-named = { $seat } puts { $kind } { $shop } up for auction.
    .you = You put { $kind } { $shop } up for auction.
event-bid = { $seat } bids { $amount }.
    .you = You bid { $amount }.
event-passed = { $seat } passes.
    .you = You pass.
event-bought = { $seat } buys { $kind } { $shop } for { $price }.
    .you = You buy { $kind } { $shop } for { $price }.
event-commission = { $seat } earns a commission of { $amount }.
    .you = You earn a commission of { $amount }.
event-moved = { $seat } leads { $visitors } from fountain { $start } to fountain { $arrival }.
    .you = You lead { $visitors } from fountain { $start } to fountain { $arrival }.
event-led = { $seat } leads { $visitors } away from fountain { $start }.
    .you = You lead { $visitors } away from fountain { $start }.
event-entered = { $visitors } { $number ->
    [one] enters
   *[other] enter
} { $kind } { $shop }, where { $seat } takes { $amount }.
    .you = { $visitors } { $number ->
        [one] enters
       *[other] enter
    } { $kind } { $shop }, where you take { $amount }.
event-souvenir = { $seat } sells the { $colour } for { $value }.
    .you = You sell the { $colour } for { $value }.
event-fee = { $seat } pays { $rival } { $amount } for leading them in.
    .you = You pay { $rival } { $amount } for leading them in.
    .yours = { $seat } pays you { $amount } for leading them in.
event-arrived = The others arrive at fountain { $arrival }: { $visitors }.
event-turned = A new { $colour } is turned up, worth { $value }.
event-brought = { $seat } lets in { $visitors } at fountain { $fountain }.
    .you = You let in { $visitors } at fountain { $fountain }.
event-last_turns = { $left ->
    [0] Nobody is left outside:
    [one] Only one visitor is left outside:
   *[other] Too few visitors are left outside:
} every seat has one more turn, { $seat } the last.
    .you = { $left ->
        [0] Nobody is left outside:
        [one] Only one visitor is left outside:
       *[other] Too few visitors are left outside:
    } every seat has one more turn, yours the last.
event-skipped = { $seat } can do nothing and is skipped.
    .you = You can do nothing and are skipped.
event-turn = { $seat } to play.
    .you = Your turn.
event-over = The match is over.

# Why it ended
reason-running = it goes on
reason-last_turns = no group was left to let in and everybody has had a last turn
reason-turn_limit = the agreed number of turns has been played

# The table in sentences
tell-outside = Outside the walls: { $number ->
    [0] nobody.
    [one] one visitor, { $visitors }.
   *[other] { $number } visitors, from the left: { $visitors }.
}
tell-gate = Fountain { $fountain }, by a gate: { $visitors }.
tell-fountain = Fountain { $fountain }: { $visitors }.
tell-shop = { $seat } owns { $kind } { $shop }, { $number ->
    [0] no customer yet;
    [one] one customer;
   *[other] { $number } customers;
} the next pays { $next }.
tell-free = Shops without an owner: { $shops }.
tell-seat = { $seat } has { $money } dirhams and { $number } of { $limit } shops.
tell-opening = Up for auction: { $kind } { $shop }, no bid yet.
tell-auction = Up for auction: { $kind } { $shop }; { $seat } bids { $bid }.
tell-moving = Still on their way: { $visitors }.
tell-souvenir = Face up: { $colour }, worth { $value }.
tell-deck = Souvenirs in the deck: { $number }.
tell-last-turns = The last round: { $number ->
    [one] this is the last turn.
   *[other] { $number } turns to the end, this one included.
}

# The score sheet
score-start = money at the start
score-takings = spent by customers
score-souvenirs = souvenirs sold
score-commissions = commissions on auctions
score-guiding = fees for leading customers to rivals
score-guides = fees paid to rivals
score-shops = shops bought

# The printed numbers
number-board = the town
number-gates = the dark fountains, one behind each gate
number-copies = visitors of each colour
number-first_group = visitors at each dark fountain at the start
number-group = visitors that are let in at once
number-money = dirhams at the start
number-shop_limit = shops one may own
number-opening = the least opening bid
number-raise_by = the least raise
number-auction_fee = commission of the auctioneer
number-pay = what one customer after the other pays
number-guide_fee = fee for a rival who led customers in
number-souvenirs = values of the souvenirs of each colour
