# The web table in English: texts of the page itself.

home = Home
home-title = A stopover at dusk
home-lead = { $number ->
    [5] Five bazaar games, open day and night. No account: sit down and play.
   *[other] { $number } bazaar games, open day and night. No account: sit down and play.
}
home-open = Open the box of { $title }
nav = Pages
nav-lobby = Lobby
nav-statistics = Statistics
nav-about = About
drawers = Around the table
options = Settings
close = Close
seats = Seats
minutes = Minutes
traveller = Traveller
play-now = Play now
invite-friends = Invite friends
pass-and-play = Pass and play
watch = Watch
replays = Replays
rules = Rules
by = by { $authors }
published-by = published by { $publishers }
for-seats = { $fewest }–{ $most } seats
lasts = { $minutes } minutes
back-to-game = The box
my-tables = Your matches
my-replays = Your replays
no-replays = Matches you finish can be looked at again here.
your-turn = Your turn

table-options = Seats, bots and rules
bot-level = How strong the bots are
edition = Edition (the rules tell the difference)
memory-aids = Memory aids: show what could be remembered
with-friends = With friends
turn-clock = Time
clock-none = all the time in the world
clock-none-told = no clock
clock-group-turn = For each decision
clock-group-bank = For the whole match
clock-group-days = Over days
clock-turn-told = { $span } for a decision
clock-bank-told = { $span } for the match, { $increment ->
    [0] no more
   *[other] and { $increment } seconds more each turn
}
clock-seconds = { $seconds } seconds
clock-minutes = { $minutes } minutes
clock-hours = { $hours ->
    [one] one hour
   *[other] { $hours } hours
}
clock-days = { $days ->
    [one] one day
   *[other] { $days } days
}
clock-left = { $seconds } seconds left
clock-standing = the clock stands still, { $seconds } seconds left
table-public = Anybody may join or watch
table-private = Only for those who have the link
table-free-talk = People may write freely to each other
table-bots-open = Friends who come late may take a bot’s seat
table-how = How it is played
memory-aids-told = with memory aids
edition-told = edition “{ $name }”
option-off = Without: { $text }
option-value = { $text }: { $value }

waiting-seated = Whoever has the link can sit down. Free seats can be given to bots.
waiting-guest = Choose a name and a seat.
seat-open = Free
seat-who = Who sits in seat { $number }
seat-bot = A bot: { $level }
seat-stand-in = { $level } plays in their place until they are back
seat-stand-in-short = bot
seat-away = Not connected
seat-resigned = Gave up: a bot plays to the end
seat-resigned-told = Gave up
seat-vacation = On vacation until { $date }
seat-leads = Ahead, as far as all can see
you-lead = You are ahead, as far as all can see
you-are = You: { $name }
seat-acting = must decide now
sit-down = Sit down
start = Deal
start-with-bots = Deal, with bots in the free seats
invite-how = Send this link, or let them point their phone at the code.
invite-link = Invite link
invite-qr = The invite link as a code for phones
copy-link = Copy the link
copied = Copied
copy-by-hand = Over plain http this browser lets no page copy. The link is selected: copy it by hand.

hand-over-to = Hand the device to { $name }
hand-over-ready = I am { $name }
skip = Skip
confirm = Confirm
cancel = Cancel
undo = Take back
wait-loading = The table is being laid …
wait-sent = Your decision is on its way …
wait-for = Waiting for { $names } …
wait-since = since { $since }
absent-replace = { $count ->
    [0] { $name } is away: let a bot play
   *[other] Agree: a bot plays for { $name }
}
absent-voted = as soon as the others agree, a bot plays
take-seat-title = A seat is free for you: a bot keeps it warm.
take-seat = Take over { $name }’s seat
take-seat-which = Which bot’s seat
take-seat-no = Just watch
seat-lost = You no longer hold this seat: you are looking on.
stand-in = A bot plays for you.
stand-in-time = Your time ran out: a bot played for you.
stand-in-resigned = You gave up: a bot plays for you to the end.
stand-in-back = Take my seat back
stand-in-returning = You are back at the next decision.
meanwhile = You are back. Meanwhile the bot played for you:
meanwhile-nothing = You are back. Meanwhile the bot did nothing.
fault-older-rules = This match was played under older rules and cannot be continued.
fault-older-rules-mark = older rules
fault-unreadable = What was stored of this match can no longer be read, so nothing can be played or shown here.
fault-unreadable-mark = cannot be read
connection-lost = Connection lost, trying again …
server-busy = The server is busy, trying again …

log = What happened
log-empty = Nothing has happened yet.
log-missed = While you were away
log-undone = (taken back)
log-missed-count = { $number ->
    [one] One thing happened while you were away
   *[other] { $number } things happened while you were away
}
hint = Hint
hint-not-now = A hint can be had when it is your turn.
hint-lead = A strong player would consider:
hint-chance = Chance of winning
hint-figures = { $chance } to win, margin at the end { $margin }
hint-doubt = Found by trying out many possible worlds that fit what you know; it is not certain.
talk = Table talk
talk-none = Nobody has said anything.
talk-write = Say something
talk-send = Say
end-won = You win!
end-shared = You share the victory with { $names }.
end-placed = You finished { $rank ->
    [1] first
    [2] second
    [3] third
    [4] fourth
   *[5] fifth
}.
rematch = Play again
rematch-join = To the next match
rematch-offered = { $name } wants to play again.
rematch-decline = No, thank you
rematch-waiting = You play again as soon as { $names } { $count ->
    [one] has
   *[other] have
} accepted.
rematch-declined = Not again: { $names }.
rematch-declined-me = You do not play again.
rematch-after-all = Play again after all
rematch-withdraw = I would rather not
rematch-without = Go on without { $names }
rematch-instead = Who gets the seat of { $names }
rematch-with-bot = bot: { $level }
rematch-with-open = leave the seat free
rematch-without-bot = Go on without { $names }, with a bot ({ $level }) instead?
rematch-without-open = Go on without { $names }, with a free seat?
rematch-agree = Yes, without { $names }
rematch-asked = It begins when { $names } agrees.
series = { $matches ->
    [one] After one match
   *[other] After { $matches } matches
}
column-points = Points
stood-in-bot_after_resign = Gave up: a bot took { $decisions } of { $of } decisions.
stood-in-bot_after_time = Ran out of time: a bot took { $decisions } of { $of } decisions.
stood-in-bot_after_leave = Left for a while: a bot took { $decisions } of { $of } decisions.
stood-in-bot_after_absence = Was away: a bot took { $decisions } of { $of } decisions.
stood-in-person_joins = Came late: a bot took the first { $decisions } of { $of } decisions.
replay = Replay
see-table = See the table
see-scores = See the scores
leave-title = Get up from the table
leave = Leave for a while
sure-title-leave = Leave the table?
sure-text-leave = A bot plays for you until you open the table again.
sure-yes-leave = Leave
resign = Resign
sure-title-resign = Resign for good?
sure-text-resign = A bot plays to the end for the others’ sake, and the match counts as lost for you. There is no way back.
sure-yes-resign = Resign for good
stay = Stay
table-menu = Leave, and settings

replay-of = Replay: { $title }
replay-start = The match begins.
replay-back = One step back
replay-forward = One step forward
replay-play = Play
replay-pause = Pause
replay-moment = Moment of the match
replay-seen-by = Seen by
replay-spectator = a spectator
replay-share = Copy a link to this moment
replay-download = Download
review = Turning points
review-thinking = The match is being looked through; that takes some seconds …
review-lead = Here most was lost, judged by what the player could know:
review-nothing = Nothing stands out: no single decision lost much.
review-go = Decision { $number }
review-lesson = { $name } chose: { $played }. Better: { $better } (chance of winning { $before } instead of { $after }).

guide = A first look at the table
guide-next = Next
guide-skip = Skip
guide-done = Let us play

nickname = Your name
option-language = Language
option-theme = Light
option-like-browser = like the browser
theme-light = dusk
theme-dark = night
option-speed = Speed of others’ moves
speed-slow = slow
speed-normal = normal
speed-fast = fast
speed-instant = at once
option-text = Text view: the table in sentences
option-sound = Sounds
option-notify = Notify me when it is my turn
option-notify-insecure = This browser allows notifications only over https, or on the machine the server runs on.
option-notify-refused = This browser does not allow this page to notify you.
vacation = Vacation
vacation-how = At tables with days for a decision your clocks can stand still; { $days ->
    [0] no day is left
    [one] one day is left
   *[other] { $days } days are left
} this year.
vacation-days = Days
vacation-begin = Begin now
vacation-until = Your clocks stand still until { $date }.
vacation-end = I am back
option-guide-again = Show the first steps again
keys-title = Keyboard
key-arrows = ← →
key-arrows-does = to the next thing that can be touched
key-enter = Enter
key-enter-does = touch; again to confirm
key-escape = Esc
key-escape-does = let go, close
key-u = U
key-u-does = take back
key-l = L
key-l-does = what happened
key-r = R
key-r-does = the rule that applies
key-h = H
key-h-does = a hint
key-t = T
key-t-does = text view

lobby-new = New table
lobby-since = open since { $since }
lobby-since-start = played since { $since }
lobby-waiting = Waiting for people
lobby-running = Being played
lobby-none-waiting = No table is waiting. Open a box, invite friends, and let anybody join.
lobby-none-running = No public match is being played.
statistics-nameless = Your finished matches are counted once you have a name. Choose yours under the gear above.
statistics-none = You have not finished a match yet.
ratings = Ratings
ratings-how = From matches at public tables, of people and of bots (OpenSkill; a careful estimate).
ratings-none = No rated match yet.
column-game = Game
column-name = Name
column-played = Played
column-won = Won
column-mean-rank = Mean rank
column-best = Best score
column-rating = Rating

about-what = Caravanserai is a place to play five board games about bazaars and caravans, with friends or against bots, and an open engine to study them.
about-unofficial = This is an unofficial implementation with its own words and drawings, made out of fondness for the games. It is not connected with their authors or publishers. If you like a game, buy it.
about-games = The games
about-numbers = Reconstructed numbers
about-numbers-text = The rules are known from the printed rulebooks. Some numbers are printed on components only, and where nobody here has the component they are reconstructed. These are they; each rules page lists all numbers with their sources, the reconstructed ones marked D.
about-numbers-none = none
about-fair = Fair cards
about-fair-text = Before the cards are dealt the server publishes a fingerprint (SHA-256) of the seed they are shuffled with, and after the match the seed itself. With the downloaded match, “caravanserai verify” checks that nothing was changed on the way.
about-privacy = Privacy
about-privacy-text = No account, no tracking, nothing loaded from elsewhere. One cookie remembers which seats are yours; settings stay on this device.
about-drawings = Drawings and type
about-drawings-text = Icons by the artists of game-icons.net (CC BY 3.0) and Phosphor (MIT); type El Messiri and Source Sans 3 (OFL).

problem-unreachable = The server does not answer. Is the connection there?
problem-unavailable = The server cannot do that right now. Try again in a while.
problem-not-found = There is no such table, or it is not open to you. If you were sent a link, it may be incomplete: copy all of it, or ask for it again.
not-found = There is no such page here.
not-found-lead = The address may be misspelt, or incomplete.
problem-not-known = Choose a name first.
problem-not-yours = That seat is not yours.
problem-not-to-act = Nothing is asked of you now.
problem-too-fast = That was too fast. Wait a moment.
problem-unknown-game = There is no such game here.
