# Gobi in English.

about = Everybody lays camels face down on three piles and says what they carry, which need not be true. Bet on how many camels a pile holds, win them, and be the first whose caravan has four with the same load. Whoever doubts your word calls “Gobi!”.

# Options
option-taktik = Taktik: with spies, brigands, the merchant and the sandstorm
option-turn_limit = Turns per seat after which the most camels alike win (0: no limit)

# Cards
rice = rice
tea = tea
jade = jade
gold = gold
silk = silk
three = bet “3”
four = bet “4”
five = bet “5 or more”
spy = { $number ->
    [one] spy
   *[other] spies
}
brigand = { $number ->
    [one] brigand
   *[other] brigands
}
merchant = { $number ->
    [one] merchant
   *[other] merchants
}
sandstorm = { $number ->
    [one] sandstorm
   *[other] sandstorms
}
unknown = not known

# What is expected now
prompt-turn = Draw a card and play, or give up the turn to renew your hand (you hold { $held }, a full hand is { $size }).
prompt-play = Play { $held ->
    [one] your only card
   *[other] one of your { $held } cards
}: lay it face down on a pile, or use it openly.
prompt-announce = What do you say lies on pile { $pile }?
prompt-call = { $seat } lays a card on pile { $pile } and says “{ $good }”: do you call “Gobi!”?
prompt-loss = { $liar ->
    [true] You were caught lying
   *[false] You called “Gobi!” at the truth
}: discard { $held ->
    [one] your only card
   *[other] one of your { $held } cards
}.
prompt-trim = A caravan keeps { $limit } camels at most: discard { $number } more.
prompt-forfeit = { $caravan ->
    [0] Your bet was wrong and you have no caravan: discard a camel of your hand.
   *[other] Your bet was wrong: discard one of the { $caravan } camels of your caravan.
}
prompt-look = { $brigand ->
    [true] You look through pile { $pile }: take one of its cards, or put it back as it is.
   *[false] You look through pile { $pile }; put it back when you are done.
}
prompt-offer = The merchant turns up a camel, { $card }: does it join your caravan ({ $caravan ->
    [0] still empty
    [one] one camel
   *[other] { $caravan } camels
})?
prompt-swap = A sandstorm on pile { $pile }: which pile does it change places with?
prompt-over = The match is over.

# Choices
choice-quiet = keep quiet
choice-call = call “Gobi!”
choice-draw = draw a card and play
choice-draw-nothing = play; there is no card to draw
choice-exchange = show and discard your whole hand and draw { $number ->
    [one] one new card
   *[other] { $number } new cards
}
choice-fetch = give up the turn and draw { $number ->
    [one] one card
   *[other] { $number } cards
}
choice-refill = give up the turn and a camel ({ $card }) and draw { $number ->
    [one] one card
   *[other] { $number } cards
}
choice-pass = pass
choice-announce = say “{ $good }”, which is true
choice-announce-falsely = say “{ $good }” (the card is: { $card })
choice-place = lay face down on pile { $pile }: { $card }
choice-bet = bet that pile { $pile } holds exactly { $stake } camels
choice-bet-more = bet that pile { $pile } holds { $stake } camels or more
choice-play-spy = send the spy to look through pile { $pile }
choice-play-brigand = send the brigand to look through pile { $pile } and perhaps take a card
choice-play-merchant = send the merchant for the top card of pile { $pile }
choice-play-sandstorm = unleash the sandstorm on pile { $pile }
choice-discard = discard: { $card }
choice-drop = give up a camel: { $card }
choice-accept = take the camel into your caravan: { $card }
choice-decline = discard the camel: { $card }
choice-swap = swap piles { $other } and { $pile }
choice-replace = put the pile back
choice-steal = take card { $place } from the bottom: { $card }

# Events
event-bases = The bases of the piles were shown: { $cards }.
event-drew = { $number ->
    [0] { $seat } has nothing to draw.
   *[other] { $seat } draws a card.
}
    .you = { $number ->
        [0] You have nothing to draw.
       *[other] You draw a card.
    }
event-received = You receive: { $cards }.
event-exchanged = { $seat } shows a hand without bets and exchanges it: { $cards }.
    .you = You show a hand without bets and exchange it: { $cards }.
event-fetched = { $seat } gives up the turn and draws { $number ->
    [one] one card
   *[other] { $number } cards
}.
    .you = You give up the turn and draw { $number ->
        [one] one card
       *[other] { $number } cards
    }.
event-refilled = { $seat } gives up the turn and a camel ({ $card }) and draws { $number ->
    [one] one card
   *[other] { $number } cards
}.
    .you = You give up the turn and a camel ({ $card }) and draw { $number ->
        [one] one card
       *[other] { $number } cards
    }.
event-passed = { $seat } passes.
    .you = You pass.
event-laid = { $seat } lays a card face down on pile { $pile }.
    .you = You lay a card face down on pile { $pile }.
event-announced = { $seat } says of the card on pile { $pile }: “{ $good }”.
    .you = You say of the card on pile { $pile }: “{ $good }”.
event-believed = Nobody calls; the word of { $seat } stands.
    .you = Nobody calls; your word stands.
event-called = { $seat } { $count ->
    [one] calls
   *[other] call
} “Gobi!”.
    .you = { $seat } call “Gobi!”.
event-honest = The card is shown: { $card }. { $seat } told the truth.
    .you = The card is shown: { $card }. You told the truth.
event-lied = The card is shown: { $card }. { $seat } lied, having said “{ $good }”.
    .you = The card is shown: { $card }. You lied, having said “{ $good }”.
event-nothing_to_lose = { $seat } has no card to lose.
    .you = You have no card to lose.
event-lost = { $seat } loses a card: { $card }.
    .you = You lose a card: { $card }.
event-bet = { $seat } plays openly at pile { $pile }: { $card }.
    .you = You play openly at pile { $pile }: { $card }.
event-revealed = The pile is revealed: { $cards }.
event-bet_right = { $number ->
    [one] One camel
   *[other] { $number } camels
}: { $seat } is right and takes { $number ->
    [one] it
   *[other] them
}.
    .you = { $number ->
        [one] One camel
       *[other] { $number } camels
    }: you are right and take { $number ->
        [one] it
       *[other] them
    }.
event-bet_wrong = { $number ->
    [0] No camel
    [one] One camel
   *[other] { $number } camels
}: { $seat } is wrong, and the pile is discarded.
    .you = { $number ->
        [0] No camel
        [one] One camel
       *[other] { $number } camels
    }: you are wrong, and the pile is discarded.
event-no_camel_to_lose = { $seat } has no camel to lose.
    .you = You have no camel to lose.
event-trimmed = { $seat } has too many camels and discards one: { $card }.
    .you = You have too many camels and discard one: { $card }.
event-forfeited = { $seat } pays for the bet with a camel: { $card }.
    .you = You pay for the bet with a camel: { $card }.
event-peeked = { $seat } looks through pile { $pile } with a { $card }.
    .you = You look through pile { $pile } with a { $card }.
event-saw = You see, from the bottom to the top: { $cards }.
event-replaced = { $seat } puts pile { $pile } back.
    .you = You put pile { $pile } back.
event-stole = { $seat } takes a card out of pile { $pile } and shows it: { $card }.
    .you = You take a card out of pile { $pile } and show it: { $card }.
event-traded = { $seat } sends the merchant to pile { $pile }; the top card: { $cards }.
    .you = You send the merchant to pile { $pile }; the top card: { $cards }.
event-accepted = { $seat } takes the camel into the caravan: { $card }.
    .you = You take the camel into your caravan: { $card }.
event-declined = { $seat } discards the camel: { $card }.
    .you = You discard the camel: { $card }.
event-storm = { $seat } unleashes a sandstorm on pile { $pile }.
    .you = You unleash a sandstorm on pile { $pile }.
event-swapped = { $seat } swaps piles { $pile } and { $other }.
    .you = You swap piles { $pile } and { $other }.
event-reshuffled = The discards are shuffled into a new draw pile.
event-base = A new pile { $pile } begins with: { $card }.
event-turn = { $seat } to play.
    .you = Your turn.
event-over = The match is over.

# Why it ended
reason-running = it goes on
reason-four_alike = a caravan has enough camels with the same load
reason-turn_limit = everybody has had the agreed number of turns
reason-no_cards = nobody holds a card and there is none to draw

# The table in sentences
tell-deck = Draw pile: { $number ->
    [one] one card
   *[other] { $number } cards
}; discards: { $discards }.
tell-discards = Discarded: { $cards }; on top: { $top }.
tell-pile = Pile { $pile } lies face down.
tell-pile-base = Pile { $pile } begins with: { $card }.
tell-pile-empty = Pile { $pile } waits for a base.
tell-pile-counted = Pile { $pile }, { $number ->
    [one] one card
   *[other] { $number } cards
} from the bottom to the top: { $cards }.
tell-pile-said = Said of the unknown cards in pile { $pile }: { $goods }.
tell-caravan = Caravan of { $seat }: { $cards }.
tell-hand = Hand of { $seat }: { $cards }.
tell-hidden-hand = { $seat } holds { $number ->
    [0] no card.
    [one] one card.
   *[other] { $number } cards.
}
tell-sure = { $seat } surely holds: { $cards }.
tell-looking = In your hands, pile { $pile } from the bottom to the top: { $cards }.
tell-shown = Just shown: { $cards }.
tell-bet = At pile { $pile } lies: { $card }.
tell-offer = The merchant offers a camel: { $card }.
tell-placing = { $seat } says of the card on pile { $pile }: “{ $good }”.

# The score sheet
score-alike = most camels alike, { $cards }

# Reconstructed numbers
number-copies = how many cards there are of each load, bet and character
number-stakes = camels that each bet stands for
number-hand_size = cards of a full hand
number-caravan_limit = camels a caravan may keep
number-alike = camels of the same load that win
number-fetch = cards drawn to refill a hand without a caravan
