# The web table in English: texts of the page itself.

home = Home
home-title = A stopover at dusk
home-lead = { $number ->
    [5] Five bazaar games, open day and night. No account: sit down and play.
   *[other] { $number } bazaar games, open day and night. No account: sit down and play.
}
home-open = Open the box of { $title }
kind-gobi = Bluff and memory
kind-marche = A falling auction: nerve and timing
kind-marracash = Auctions, and customers to lead
kind-samarkand = Trade along one-way roads
kind-tantan = Collect sets, load the caravan
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
preparing = Being prepared: { $percent }%
preparing-game = { $title } is being prepared
preparing-opens = { $title } is being prepared, which happens once. The table opens by itself.
preparing-soon = Opens when ready
preparing-table = The game is being prepared, which happens once. The table opens by itself.
invite-friends = Invite friends
pass-and-play = Pass and play
watch = Watch
replays = Replays
rules = Rules
rules-contents = Parts of the rules
rules-board = The table in the middle of a match
rules-cards = The cards
by = by { $authors }
published-by = published by { $publishers }
for-seats = { $fewest }–{ $most } players
lasts = { $minutes } minutes
back-to-game = The box
my-tables = Your matches
more = Show more
my-replays = Your replays
my-replay-ended = { $when }
no-replays = Matches you finish can be looked at again here.
replay-open = Open a replay from a file
your-turn = Your turn
my-table-open = Not dealt yet: people may still sit down
my-table-you = Waiting for you
my-table-you-since = Waiting for you for { $time }
my-table-others = Waiting for { $names }
my-table-others-since = Waiting for { $names } for { $time }
on-this-device = Kept on this device
time-moment = less than a minute
next-table = { $number ->
    [one] Your turn at a table: go there
   *[other] Your turn at { $number } tables: go to the next
}

table-options = Seats, bots and rules
bot-level = How strong the bots are
edition = Edition (the rules tell the difference)
memory-aids = Memory aids: show what could be remembered
with-friends = With friends
turn-clock = Time
clock-none = all the time in the world
clock-none-told = No clock
clock-group-turn = For each decision
clock-group-bank = For the whole match
clock-group-days = Over days
clock-turn-told = { $span } for a decision
clock-bank-told = { $span } for the match, { $increment ->
    [0] and no more
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
waiting-full = All seats are taken: deal when everybody is ready.
waiting-for-maker = You have a seat. Whoever made the table deals.
waiting-onlooker = All seats are taken. You can look on as soon as the match begins.
name-taken = Somebody at the table has this name already. Choose another.
waiting-came = { $name } has come
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
you = you
you-lead = You are ahead, as far as all can see
you-are = You: { $name }
seat-acting = must decide now
sit-down = Sit down
to-table = To your table
start = Deal
start-with-bots = Deal, with bots in the free seats
invite-how = Send this link, or let them point their phone at the code.
invite-here-only = This address works on this computer only. For other devices, start the caravanserai with --lan.
house-restart = { $minutes ->
    [0] The house is about to close for a moment; your matches go on afterwards.
    [one] In one minute the house closes for a moment; your matches go on afterwards.
   *[other] In { $minutes } minutes the house closes for a moment; your matches go on afterwards.
}
invite-link = Invite link
invite-qr = The invite link as a code for phones
copy-link = Copy the link
copied = Copied
copy-by-hand = Over plain http this browser lets no page copy. The link is selected: copy it by hand.

pass-lead = One device, handed round: everybody sees only their own cards.
pass-people = People at this device
pass-name = Name of player { $number }
pass-alike = Two players have the same name.
hand-over-next = It is { $name }’s turn. Look at what happened, then hand over.
hand-over-now = Hand over
hand-over-to = Hand the device to { $name }
hand-over-why = The table is covered until { $name } has it.
hand-over-ready = I am { $name }
skip = Skip
confirm = Confirm
cancel = Cancel
undo = Take back
wait-loading = The table is being set…
wait-sent = { $what }: on its way…
order-end = Call it off
wait-unreachable = Your decision is kept, and leaves as soon as there is a connection…
wait-for = Waiting for { $names }…
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
connection-lost = Connection lost, trying again…
server-busy = The server is busy, trying again…

log = What happened
log-empty = Nothing has happened yet.
log-missed = While you were away
log-undone = (taken back)
log-look = Show the table as it was then
back-to-now = Back to now
log-missed-count = { $number ->
    [one] One thing happened while you were away
   *[other] { $number } things happened while you were away
}
hint = Hint
hint-not-now = You can have a hint when it is your turn.
hint-lead = A strong player would consider:
hint-chance = Chance of winning
hint-figures = { $chance } chance of winning
hint-why-ahead = You would end { $points ->
    [one] one point
   *[other] { $points } points
} ahead of the best rival.
hint-why-behind = You would end { $points ->
    [one] one point
   *[other] { $points } points
} behind the best rival.
hint-why-level = You would end level with the best rival.
hint-then = Soon after, { $times } times in 10: { $what }.
hint-like = Soon after, { $times } times in 10, something like: { $what }.
hint-keeps = Makes this less likely ({ $times } times in 10 instead of { $otherwise }): { $what }.
hint-play = Play this
hint-growing = Still thinking: the longer you look, the surer this gets.
hint-doubt = Found by trying out many possible worlds that fit what you know; it is not certain.
talk = Table talk
door-unread = { $what }: { $number } unread
talk-aside = looking on
talk-aside-lead = Only those who look on hear you; the players will when the match is over.
talk-more = About what { $name } says
talk-mute = Do not hear { $name }
talk-unmute = Hear { $name } again
talk-report = Report to whoever runs the house
talk-reported = Reported. Thank you.
talk-none = Nobody has said anything.
talk-write = Say something
talk-send = Say
end-won = You win!
end-shared = You share the victory with { $names }.
end-nothing = Nothing that scores.
end-gave-up = You gave up.
end-all-gave-up = { $me ->
    [1] { $count ->
        [one] You gave up: bots played to the end.
       *[other] You all gave up: bots played to the end.
    }
   *[other] All gave up: bots played to the end.
}
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
rematch-declined = Not playing again: { $names }.
rematch-declined-me = You are not playing again.
rematch-after-all = Play again after all
rematch-withdraw = I would rather not
rematch-without = Go on without { $names }
rematch-instead = Who takes the seat of { $names }
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
local-title = This match
local-lead = It is played and kept in this browser: it needs no connection, and waits here for you.
bring-title = Elsewhere
bring-lead = The server can take this match over, so that you can continue it on another device. It will still not count in any statistics.
bring-go-on = Continue on the server
delete-match = Delete this match
sure-title-delete = Delete the match?
sure-text-delete = It is kept on this device only, and will be gone for good.
sure-yes-delete = Delete
sure-no-delete = Keep it
stay = Stay
get-up = Get up
close-table = Close the table
sure-title-close = Close the table?
sure-text-close = Whoever sits here is told, and the invite link leads nowhere any more.
free-seat = Free { $name }’s seat
sure-title-free = Free { $name }’s seat?
sure-text-free = Somebody else can have it then, or a bot. Whoever has the link may sit down again.
table-menu = Leave, and settings

replay-of = Replay: { $title }
replay-start = The match begins.
replay-first = To the beginning
replay-last = To the end
replay-back = One step back
replay-forward = One step forward
replay-play = Play
replay-pause = Pause
replay-moment = Moment of the match
replay-seen-by = Seen by
replay-spectator = a spectator
replay-share = Copy a link to this moment
replay-bring = Share by a short link
replay-brought = Short link copied
played-on-device = Played on one device; not counted in statistics.
log-can-be-saved = What was played can still be saved as a file.
replay-download = Download
moves = All moves
review = Turning points
review-thinking = Looking through the match; that takes some seconds…
review-chances = Everybody’s chances, as they could judge them
review-chances-moment = Moment of the match, by the chances
review-done = How much of it is done
review-lead = Here each player lost most, judged by what they could know:
review-nothing = Nothing stands out: no single decision lost much.
side-played = Played
side-better = Better
review-turns = Where the match turned
review-stretch = Decisions { $from } to { $to }
review-turn = { $name }’s chances of winning went from { $before } to { $after }.
review-lessons = Costly decisions
review-go = Decision { $number }
review-lesson = { $name } chose: { $played }. Better: { $better } (chance of winning { $before } instead of { $after }).

guide = The first steps
guide-sound = With sounds
guide-next = Next
guide-later = Later in the match:
guide-skip = Play without the guide
guide-done = Let’s play

nickname = Your name
option-language = Language
option-theme = Theme
option-like-browser = like the browser
theme-light = light
theme-dark = dark
option-speed = Speed of others’ moves
speed-slow = slow
speed-normal = normal
speed-fast = fast
speed-instant = at once
option-text = Text view: the table in sentences
option-here = Matches against bots, and those on one device, are played in this browser, which also finds hints and turning points
option-forced = Move for me when only one move is possible
option-sound = Sounds
option-volume = Volume
option-notify = Notify me when it is my turn
option-notify-insecure = This browser allows notifications only over https, or on the machine the server runs on.
option-notify-refused = This browser does not allow this page to notify you.
option-notify-open = Only while a page of the Caravanserai is open: this browser cannot be woken.
option-calls = When a table waits for me, tell me
calls-at-once = at once
calls-daily = once a day, in the morning
calls-never = never
option-email = By e-mail to this address
email-none = Nothing is sent before you have confirmed the address.
email-asked = An e-mail is on its way to { $name }. Follow its link to confirm.
email-confirmed = E-mails go to { $name }.
email-ask = Send me an e-mail to confirm
email-forget = No more e-mails
email-wrong = That is not an address that an e-mail can be sent to.
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
learn-again = Learn by playing
keys-title = Keyboard
key-arrows = ← →
key-arrows-does = to the next thing that can be touched
key-enter = Enter
key-enter-does = touch; again to confirm
key-escape = Esc
key-escape-does = drop what you picked, close
key-digits = 1, 2, 3…
key-digits-does = stop for the first, second, third thing on offer
key-g = G
key-g-does = call “Gobi!”
key-q = Q
key-q-does = keep quiet, let the price fall
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
key-replay = ← → M V
key-replay-does = in a replay: back, forward, all moves, turning points; the space bar plays it

lobby-new = New table
lobby-since = Open since { $since }
lobby-since-start = Played since { $since }
lobby-waiting = Waiting for people
lobby-running = Being played
lobby-none-waiting = No table is waiting. Open a box, invite friends, and let anybody join.
lobby-none-running = No public match is being played.
statistics-nameless = Your finished matches are counted once you have a name. Choose yours under the gear above.
statistics-none = You have not finished a match yet.
ratings = Ratings
ratings-how = From matches at public tables, of people and of bots. All begin at 1500; with 400 more one finishes ahead ten times as often as behind. The ± says within what the true strength lies, 19 times in 20. The list goes by what is as good as certain: the rating less that doubt.
ratings-you = (you)
ratings-bot = (bot)
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
about-numbers-text = The rules are known from the printed rulebooks. Some numbers are printed on components only, and where nobody here has the component they are reconstructed. Here they are; each rules page lists all numbers with their sources, the reconstructed ones marked D.
about-numbers-none = none
about-fair = Fair cards
about-fair-text = Before the cards are dealt the server publishes a fingerprint (SHA-256) of the seed they are shuffled with, and after the match the seed itself. With the downloaded match, “caravanserai verify” checks that nothing was changed on the way.
about-privacy = Privacy
about-privacy-text = No account, no tracking, nothing loaded from elsewhere. One cookie remembers who you are; settings stay on this device. All that is kept about you can be seen, downloaded and deleted:
about-drawings = Drawings and type
about-drawings-text = Icons by the artists of game-icons.net (CC BY 3.0) and Phosphor (MIT); type El Messiri and Source Sans 3 (OFL).

you-title = You, on every device
you-name = You are { $name } here. There is no account: a cookie of this browser says so. With a link, a code or a passkey you are { $name } elsewhere too, and again if the cookie is lost.
you-nobody = You have no name here yet. It comes with your first match, or under the gear above.
signed-out = You are signed out here: whoever you were was deleted, or has become one with somebody else, on another device. Play on as somebody new, or come back under “You, on every device”.
carry-title = Continue on another device
carry-text = A link, or a code for the camera of a phone, makes the other device yours too. It works once, within ten minutes. It is for you alone: whoever opens it is you.
carry-local = You have opened this page as { $host }, which no other device can reach. Open it by its name in the network, and make the link there.
carry-make = Make a link
carry-again = Make a new link
carry-link = Link for the other device
carry-qr = The link as a code for phones
carry-left = { $minutes ->
    [one] Good for one more minute.
   *[other] Good for { $minutes } more minutes.
}
carry-ask = Continue here as { $name }?
carry-warn = Only if you made this link yourself, on a device of yours.
carry-yes = Continue as { $name }
carry-here-nobody = Nobody has played on this device yet.
carry-here-empty = So far you are { $old } on this device, who has not played yet: nothing is lost.
carry-here = { $tables ->
    [0] So far you are { $old } on this device, with results of matches.
    [one] So far you are { $old } on this device, with one table.
   *[other] So far you are { $old } on this device, with { $tables } tables.
}
carry-namesake = { $name } (here)
carry-bring = Continue as { $name }, and bring all of { $old } along
carry-bring-text = Seats, matches, results and passkeys of { $old } become { $name }’s; in each game the surer of two ratings stays. { $old } is no more, on other devices too.
carry-leave = Continue as { $name }, and leave { $old } behind
carry-leave-text = { $old } keeps everything. To be { $old } again takes a recovery code or a passkey of theirs, or another device that is { $old }.
carry-done = You are { $name } here now
carry-done-text = Your tables, results and ratings are the same on all your devices.
carry-same = You are { $name } here already
carry-same-text = The link is not used up: open it on the other device.
carry-used = This link was used already
carry-expired = This link has expired
carry-unknown = This link is incomplete, or long out of date
carry-new = A link works once, within ten minutes. Make a new one where you are known: in the settings, under “You, on every device”.
recovery-title = Recovery code
recovery-text = Twenty letters and digits to write down. Typed on any device, they make it yours.
recovery-none = You have none yet.
recovery-since = You have had one since { $when }.
recovery-make = Make a code
recovery-renew = Make a new code
recovery-once = Write it down now: it is shown this once only. No older code works any more.
recovery-remove = Remove the code
passkey-title = Passkeys
passkey-text = By fingerprint, face or PIN of your device, with nothing to remember.
passkey-one = For { $site }, since { $when }
passkey-used = last used { $when }
passkey-add = Add a passkey
passkey-remove = Remove
passkey-why-insecure = Passkeys are not offered here: browsers have them over https only, and this page came over plain http.
passkey-why-number = Passkeys are not offered here: browsers keep them for names, not for numbers such as { $host }. Open this page by its name.
passkey-why-old = Passkeys are not offered here: this browser does not know them yet.
passkey-cancelled = No passkey was given. Nothing has changed.
passkey-known = This device keeps a passkey of yours already.
back-title = Were you somebody else here?
back-text = With a recovery code or a passkey this device becomes yours again.
back-code = Recovery code
back-go = Continue
back-passkey = Use a passkey
back-code-unknown = Nobody has this code. Is it the last one that you made?
back-code-wrong = A code has twenty letters and digits.
back-code-late = That took too long. Try again.
back-passkey-unknown = Nobody here has this passkey. It may have been removed.
back-passkey-wrong = This passkey could not be checked. Try again.
back-passkey-late = That took too long. Try again.
out-title = Sign out here
out-known = This browser will no longer know who you are. You can come back with your recovery code or a passkey.
out-lost = This browser will no longer know who you are. Careful: you have neither a recovery code nor a passkey. Unless another device is { $name }, nobody can be { $name } again.
out = Sign out of this device
out-sure = Yes, sign out
sure-title-out = Sign out of this device?
sure-title-renew-code = Make a new code?
sure-title-remove-code = Remove the code?
sure-text-code = Nobody can come back any more with the one that you have written down.
sure-title-passkey = Remove this passkey?
sure-text-passkey = It signs nobody in here any more. Your device may go on offering it until you delete it there too.
kept-title = What is kept about you
kept-text = See all of it, take it with you, or delete it.
kept-see = See it
kept-nothing = Nothing: you have no name here yet.
kept-name = Your name, { $name }, since { $since }, and when you last gave it: { $seen }.
kept-cookie = A cookie in this browser, which holds a random number that stands for you, and a signature. Your settings stay on this device.
kept-tables = Tables that you made: { $number }
kept-seats = Seats at tables: { $number }
kept-seat = { $game }, { $when }: seat { $place } as { $name }, { $status }
kept-waiting = not begun
kept-running = being played
kept-finished = over
kept-decisions = Decisions in your seats, which are part of the matches: { $number }
kept-results = Results: { $number }
kept-result = { $game }: place { $rank }, { $score } points
kept-ratings = Ratings: { $number }
kept-talk = What you said at tables: { $number }
kept-muted = People you do not want to hear: { $number }
kept-reports = What you reported of table talk: { $number }
kept-passkeys = Passkeys: { $number }
kept-code = That you have a recovery code, since { $when }, and a fingerprint of it from which nobody gets the code.
kept-no-code = No recovery code.
kept-vacation = Vacation from tables, last taken or still on: until { $when }.
kept-called = When you are called to your tables: { $how }. Devices that are woken for it: { $devices }, each by an address of its browser’s maker.
kept-email = Your e-mail address, for e-mails that you asked for: { $email }
kept-else = While you look at a table, that you are there. Nothing else.
kept-download = Download all of it (JSON)
forget-title = Delete all of it
forget-text = Your name, results, ratings and what you wrote are deleted, links and passkeys end, and all your devices are signed out. Bots play on where you sit. Matches that are over stay for the others, without your name. This cannot be undone.
forget-type = To confirm, type your name: { $name }
forget = Delete me for good
forget-other = Your name is { $name }, letter by letter.
forget-done = It is done: nothing is kept about you. You are welcome as somebody new.
talk-departed = Somebody who left
talk-removed = (deleted)

problem-unreachable = The server does not answer. Are you online?
problem-unavailable = The server cannot do that right now. Try again in a while.
problem-not-found = There is no such table, or it is not open to you. If you were sent a link, it may be incomplete: copy all of it, or ask for it again.
offline-title = The gate is closed
offline-lead = The Caravanserai cannot be reached just now. Are you online? Your tables are safe, and wait for you.
offline-again = Try again
not-found = There is no such page here.
not-found-lead = The address may be misspelt, or incomplete.
problem-not-known = Choose a name first.
problem-signed-out = You are signed out here. Choose a name to play on.
problem-not-yours = That seat is not yours.
problem-not-to-act = Nothing is asked of you now.
problem-closed = This table has been closed.
problem-removed = Whoever runs this house has asked you to leave. Have a word with them.
problem-too-fast = That was too fast. Wait a moment.
problem-unknown-game = There is no such game here.
problem-no-server = That needs a server, and this site has none.
no-server = This needs a server
no-server-lead = This site is made of files alone: you can play here against bots or pass one device round, and all that is kept stays in your browser. For friends elsewhere, open tables and ratings, somebody has to run a Caravanserai.
keeps-nothing = Your browser keeps nothing for this site: a match lasts as long as the page is open.
no-server-friends = Friends elsewhere need a server, and this site has none: play against bots, or pass one device round.
problem-no-engine = This browser cannot play by itself: WebAssembly is missing or switched off. This site has no server that could play instead.
problem-not-here = Your browser could not do that. Load the page anew, and try again.
problem-older-page = The games have been renewed since this page was opened. Load it anew; your matches are kept.
problem-older-rules = This match was begun under other rules than those of today: it can be neither shown nor continued.
problem-brought-before = The server has this match already, and it went on differently there: it is among your tables.
problem-too-large = That is more than the server takes.
problem-invalid-log = This is no log of a match that can be shown here: its moves do not fit the rules.
