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
