# Lamplight in English.

about = One lamp still burns in the bazaar, and below it lies what the last caravan has left. Offer a few coins in secret: the highest offer takes everything, unless somebody thought of the same number.

# Goods
tea = tea
spices = spices
carpets = { $number ->
    [one] carpet
   *[other] carpets
}
silk = silk
jade = jade

# What is expected now
prompt-offer = How many coins do you offer for the stall?
prompt-gift = The stall is yours: give one of its goods to { $rival }.
prompt-over = The match is over.

# Choices
choice-offer = { $coins ->
    [0] offer nothing
    [one] offer 1 coin
   *[other] offer { $coins } coins
}
choice-give = give: { $good }

# Events
event-promised = { $seat } offers { $coins } in secret.
    .you = You offer { $coins } in secret.
event-offered = { $seat } offers { $coins }.
    .you = You offer { $coins }.
event-took = { $seat } pays and takes { $cards }.
    .you = You pay and take { $cards }.
event-nobody = Nobody takes the stall tonight.
event-gave = { $seat } gives { $rival } one of them: { $good }.
    .you = You give { $rival } one of them: { $good }.
    .yours = { $seat } gives you one of them: { $good }.
event-evening = A new evening. In the lamplight: { $good }.
event-over = The lamp goes out.

# Why it ended
reason-running = it goes on
reason-last_evening = the last evening is over

# What the board calls the parts of a view
view-left = { $number ->
    [0] The last evening
    [one] One more evening
   *[other] { $number } more evenings
}
view-stall = In the lamplight
view-points = Points
view-order_points = +{ $number } for each good of your order
view-coins = { $number ->
    [one] 1 coin
   *[other] { $number } coins
}
view-goods = Goods
view-order = Order
view-offer = offers { $number } tonight
view-offered = last offer: { $number }

# The table in sentences
tell-evening = Evening { $evening } of { $evenings }.
tell-stall = In the lamplight: { $cards }.
tell-coins = { $seat } has { $coins ->
    [one] 1 coin.
   *[other] { $coins } coins.
}
tell-goods = Goods of { $seat }: { $cards }.
tell-order = Order of { $seat }: { $good }.

# The score sheet
score-goods = { $cards }
score-order = the order: { $good }
score-coins = coins
