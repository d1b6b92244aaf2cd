# Marracash: words that only the board needs.

marracash-you = you
marracash-gate = Fountain { $fountain }, by a gate: { $visitors }
marracash-fountain = Fountain { $fountain }: { $visitors }
marracash-nobody = nobody
marracash-lead = lead them on
marracash-via = To fountain { $arrival }, { $way }
marracash-fill = fill this gate first
marracash-shop-free = { $shop }, { $kind }: no owner yet
marracash-shop-owned = { $shop }, { $kind }: owner { $owner }, customers { $customers }, the next pays { $next }
marracash-note-go = Touch to lead them here.
marracash-note-lead = Touch, then touch the fountain they go to.
marracash-note-fountain = Visitors walk from fountain to fountain, past the shops on the way.
marracash-note-free = Visitors pass a shop without an owner. It can be put up for auction.
marracash-note-owned = Visitors of its colour who pass enter it and pay, one after the other: { $pay }. All who come later pay as much as the last.
marracash-note-outside = These wait round the walls. An empty gate fountain is filled from either end of their line. When too few are left, everybody has one more turn.
marracash-note-souvenir = A visitor who enters a shop of this colour also buys it: the owner of the shop gets the money.
marracash-note-money = Your dirhams. The richest wins.

marracash-auction = The auction
marracash-hammer = Up for auction: { $kind }
marracash-no-bid = no bid yet
marracash-bid-of = highest bid { $amount }
marracash-leads = leads
marracash-out = is out
marracash-slide = Your bid, in steps of { $step }
marracash-exact = Your exact bid
marracash-bid = Bid { $amount }
marracash-up-to = Bid up to…
marracash-order = Bidding up to { $amount }
marracash-pass = Pass

marracash-arrivals = Who comes in at fountain { $fountain }?
marracash-other-gate = Another gate is empty too: touch its fountain to fill it first.
marracash-end-left = From the left end
marracash-end-right = From the right end
marracash-group = a group of { $number }

marracash-action = Action { $action } of 2
marracash-where = Where to? Touch a fountain at the end of a lit street.
marracash-may-move = Touch a fountain to lead its visitors on.
marracash-may-auction = Touch a shop to put it up for auction.
marracash-souvenirs = Souvenirs
marracash-deck = { $number } in the deck
marracash-souvenir = { $colour }, worth { $value }
marracash-outside = { $number } wait outside the walls
marracash-last = Last round: { $number ->
    [one] this turn is the last
   *[other] { $number } turns to go
}
marracash-money = { $money } dirhams
marracash-shops = Your shops { $number }/{ $limit }
marracash-shops-of = { $number } of { $limit } shops
marracash-own-shop = { $shop }, { $kind }: customers { $customers }, the next pays { $next }

marracash-guide-aim = The aim: be the richest in the end. Own shops, and lead visitors past them: whoever goes in pays you.
marracash-guide-shop = Put a shop up for auction: touch one. Red visitors who pass a red shop with an owner go in and spend; look for one near many visitors of its colour.
marracash-guide-auction = This is where you bid: a quick raise, or a sum of your own; the menu beside the sentence bids for you up to a sum. If somebody else buys the shop you put up, you earn a commission.
marracash-guide-move = Now lead visitors: touch a fountain with people, then the fountain they go to. The number there is what you would gain. Or put a shop up for auction.
marracash-guide-line = A gate fountain is empty: let in { $least } to { $most } visitors from one end of the line outside. When the line is used up, the last round begins.
marracash-guide-pay = Your shops. One customer after the other pays { $pay }: fill one shop rather than many. You may own { $limit }.
marracash-guide-prompt = This sentence always says what is expected of you, and what glows can be touched. The richest wins.
marracash-magnify = Bring the town nearer
