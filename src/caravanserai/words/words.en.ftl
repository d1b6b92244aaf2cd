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
