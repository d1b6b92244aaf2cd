# Words that all games share, and those of the command line.

nothing = nothing
seat = Seat { $number }
departed = Somebody who left ({ $number })
counted = { $number } × { $thing }
enumeration-end = { $head } and { $tail }

player = Player
bot = { $number ->
    [1] Sinbad
    [2] Morgiana
    [3] Nasreddin
    [4] Zobeide
    [5] Dinarzade
   *[other] { $level } { $number }
}
bot-random = Dice
bot-apprentice = Apprentice
bot-merchant = Merchant
bot-caravaneer = Caravaneer
bot-vizier = Vizier
bot-learned = Pupil

ask-choice = Your choice
ask-help = a number, h for a hint, u to take back, t to read the table, r for the rules, q to leave
ask-keys = 1–{ $last }, or “?” for help
ask-unknown = “{ $answer }” is not an answer: give a number from 1 to { $last }, or h, u, t, r or q.
ask-amount = The amount, from { $lowest } to { $highest } in steps of { $step }
ask-amount-unknown = “{ $answer }” is not an answer: give an amount from { $lowest } to { $highest } in steps of { $step }.
ask-confirm-leave = Leave the match?
cannot-undo = There is nothing to take back.
taken-back = Taken back.
event-taken_back = { $seat } takes the last decision back.
    .you = You take the last decision back.
hand-over = Hand the device to { $seat }, who presses Enter.
to-act = { $seat }, it is your decision.
the-table = The table
what-happened = What happened
final-scores = The end
match-ended = The match is over: { $reason }.
winner = { $count ->
    [one] { $names } wins.
   *[other] { $names } share the victory.
}
hint-title = What a vizier would consider
hint-thinking = The vizier is thinking…
hint-ahead = { $choice }: wins about { $percent } times in 100, { $points ->
    [one] 1 point
   *[other] { $points } points
} ahead of the best rival on average
hint-behind = { $choice }: wins about { $percent } times in 100, { $points ->
    [one] 1 point
   *[other] { $points } points
} behind the best rival on average
hint-level = { $choice }: wins about { $percent } times in 100, level with the best rival on average
review-none = The vizier finds no decision in which much was lost.
review-title = Decision { $decision }, { $seat }
review-played = Played: { $hint }.
review-better = Better: { $hint }.
score-line = { $what }: { $points }
score-rank = rank { $rank }
saved-log = The match is saved in { $file }. Check it with: caravanserai verify { $file }
column-seat = Seat
column-score = Score
column-rank = Rank
column-details = How

# The generated pages about a game
page-generated = Written by `make docs` from the game’s own data; do not edit.
page-about = About
page-credits = { $title } is a game by { $authors }. This is an unofficial implementation with its own words and drawings.
page-publishers = In print: { $publishers }.
page-options = Options
page-option = ({ $low }–{ $high }, usually { $usual }; `{ $name }`)
page-numbers = Numbers
page-sources = Source of each number: R the rulebook; F a printed fact that the rulebook omits, found in public sources; D reconstructed, because nobody here has the component; Q a ruling.
page-number = number
page-value = value
page-source = source
page-exception = { $part }: { $letter }
page-edition = Edition
page-seats = with { $number } players:

# Parts of numbers
part-least = at least
part-most = at most
part-up_to = limit
part-small = up to it
part-large = above it

# What people at a table can say to each other.

phrase-hello = Hello!
phrase-good-luck = Good luck!
phrase-your-turn = It is your turn.
phrase-thinking = Let me think.
phrase-well-played = Well played!
phrase-ouch = Ouch!
phrase-thanks = Thank you!
phrase-sorry = Sorry!
phrase-rematch = Again?
phrase-bye = Goodbye!

# What is told of seats: who plays them.

event-bot_after_time = { $seat } ran out of time: a bot plays on.
    .you = You ran out of time: a bot plays on for you.
event-bot_after_leave = { $seat } left: a bot plays on.
    .you = You left: a bot plays on for you.
event-bot_after_resign = { $seat } gave up: a bot plays to the end.
    .you = You gave up: a bot plays to the end.
event-bot_after_removal = { $seat } was asked to leave: a bot plays to the end.
    .you = You were asked to leave: a bot plays to the end.
event-bot_after_absence = { $seat } is away: a bot plays on.
    .you = You are away: a bot plays on for you.
event-person_joins = { $seat } takes over a bot’s seat.
    .you = You take over a bot’s seat.
event-person_back = { $seat } is back.
    .you = You are back.

# Calling people to tables that wait for them.

call-turn = Your turn
call-table = { $what }, with { $names }
call-digest = { $number ->
    [one] A table waits for you
   *[other] { $number } tables wait for you
}
mail-lead = It is your turn:
mail-foot = You get this e-mail because you asked for it in the settings of the Caravanserai, where you also choose how often. To get no more:
mail-confirm-subject = E-mails from the Caravanserai?
mail-confirm = Somebody, probably you, wants to be told at this address when a table waits for them. If that is you, please say so:
mail-confirm-not = If it was not you, do nothing: no other e-mail will come. To be quite sure:
mail-page-confirm = Shall the Caravanserai write to you when a table waits for you?
mail-page-confirm-button = Yes, write to me
mail-page-confirmed = Thank you. You will be told when a table waits for you, as you have chosen in the settings.
mail-page-leave = Shall the Caravanserai stop writing to you?
mail-page-leave-button = No more e-mails
mail-page-left = You will get no more e-mails. Should you want them again, you will find that in the settings.
mail-page-late = This link is no longer good. Either you get no e-mails any more, or the link in a newer one works. You can also choose in the settings, under the gear.
mail-page-later = That cannot be done just now. Try again in a while.
mail-page-home = To the games

# What is shown of a link before anybody follows it.

preview-locale = en_GB
preview-home = Five bazaar board games, open day and night, with friends or bots. No account: sit down and play.
preview-invite = A seat is kept for you: { $what }
