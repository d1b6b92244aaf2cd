# The web table in English: texts of the page itself.

seat-bot = A bot: { $level }
seat-stand-in = { $level } plays in their place until they are back
seat-away = Not connected
seat-acting = must decide now
clock-left = { $seconds } seconds left
skip = Skip
confirm = Confirm
cancel = Cancel
undo = Take back
wait-loading = The table is being laid …
wait-sent = Your decision is on its way …
wait-for = Waiting for { $names } …
