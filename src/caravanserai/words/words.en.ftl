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

ask-choice = Your choice
ask-help = a number, u to take back, t to read the table, r for the rules, q to leave
ask-keys = 1–{ $last }, or ? for help
ask-unknown = “{ $answer }” is not an answer: give a number from 1 to { $last }, or u, t, r or q.
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

page-title = Caravanserai
page-nickname = Your nickname
page-save = Save
page-new-table = A new table
page-game = Game
page-seats = Seats
page-seat = Seat
page-public = Everybody may see the table and join
page-free-talk = People may write what they like
page-turn-seconds = Seconds for a decision (none if empty)
page-window-seconds = Seconds for a reaction (none if empty)
page-create = Open the table
page-open = anybody
page-me = me
page-bot = bot
page-person = person
page-my-tables = My tables
page-public-tables = Public tables
page-nothing = Nothing here yet.
page-look = Look
page-sit = Sit here
page-start = Start
page-start-bots = Start, bots in the free seats
page-leave = Leave the table
page-resign = Resign
page-rematch = Play again
page-to-rematch = To the next match
page-back = Back to the lobby
page-invite = Link for those who are to come:
page-waiting = waiting for people
page-running = being played
page-finished = finished
page-your-turn = your turn
page-to-decide = to decide
page-away = away
page-stand-in = a bot stands in
page-resigned = resigned
page-happened = What happened
page-table = The table
page-choices = Your choices
page-undo = Take back
page-hand-over = Hand the device over, then press here:
page-look-from = Look from
page-spectator = spectator
page-talk = Talk
page-say = Say
page-replay = Replay
page-download = Download the match
page-first = First
page-previous = Previous
page-next = Next
page-last = Last
page-everybody = everybody
page-result = The result
page-rules = Rules
page-connecting = Connecting…
page-seconds-left = seconds left
page-ratings = Ratings
page-played = matches
