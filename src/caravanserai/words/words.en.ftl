# Words that all games share, and those of the command line.

nothing = nothing
seat = Seat { $number }
counted = { $number } × { $thing }
enumeration-end = { $first } and { $last }

player = Player
bot = { $level } { $number }
bot-random = Dice
bot-apprentice = Apprentice
bot-merchant = Merchant
bot-caravaneer = Caravaneer
bot-vizier = Vizier
bot-learned = Pupil

ask-choice = Your choice
ask-help = a number, h for a hint, u to take back, t to read the table, r for the rules, q to leave
ask-keys = 1–{ $last }, or ? for help
ask-unknown = “{ $answer }” is not an answer: give a number from 1 to { $last }, or h, u, t, r or q.
ask-confirm-leave = Leave the match?
cannot-undo = There is nothing to take back.
taken-back = Taken back.
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
score-line = { $seat }: { $points }
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
page-options = Options
page-numbers = Numbers
page-sources = Source of each number: R the rulebook; F a printed fact that the rulebook omits, found in public sources; D reconstructed, because nobody here has the component; Q a ruling.
page-number = number
page-value = value
page-source = source
page-edition = Edition

# The table server: phrases and its plain page.

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

web-title = Caravanserai
web-nickname = Your nickname
web-save = Save
web-new-table = A new table
web-game = Game
web-seats = Seats
web-seat = Seat
web-edition = Edition
web-public = Everybody may see the table and join
web-free-talk = People may write what they like
web-turn-seconds = Seconds for a decision (none if empty)
web-window-seconds = Seconds for a reaction (none if empty)
web-create = Open the table
web-open = anybody
web-me = me
web-bot = bot
web-my-tables = My tables
web-public-tables = Public tables
web-nothing = Nothing here yet.
web-sit = Sit here
web-start = Start
web-start-bots = Start, bots in the free seats
web-leave = Leave the table
web-resign = Resign
web-rematch = Play again
web-to-rematch = To the next match
web-back = Back to the lobby
web-invite = Link for those who are to come:
web-waiting = waiting for people
web-running = being played
web-finished = finished
web-your-turn = your turn
web-to-decide = to decide
web-away = away
web-stand-in = a bot stands in
web-resigned = resigned
web-happened = What happened
web-table = The table
web-undo = Take back
web-hand-over = Hand the device over, then press here:
web-look-from = Look from
web-spectator = spectator
web-talk = Talk
web-say = Say
web-replay = Replay
web-download = Download the match
web-first = First
web-previous = Previous
web-next = Next
web-last = Last
web-everybody = everybody
web-result = The result
web-rules = Rules
web-connecting = Connecting…
web-seconds-left = seconds left
web-ratings = Ratings
web-played = matches
