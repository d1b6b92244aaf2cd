prompt-turn = Lay one pebble or two.
choice-lay = lay { $pebbles }
event-laid = { $seat } lays { $pebbles }.
tell-seat = { $seat } has { $pebbles } pebbles.
score-laid = pebbles
reason-all_laid = all pebbles are laid
option-sound = nobody gets stuck
about = Pebbles are laid until all lie, or somebody is stuck.
