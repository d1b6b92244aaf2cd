prompt-turn = Posez un caillou ou deux.
choice-lay = poser { $pebbles }
event-laid = { $seat } pose { $pebbles }.
tell-seat = { $seat } a { $pebbles } cailloux.
score-laid = cailloux
reason-all_laid = tous les cailloux sont posés
option-sound = personne ne reste coincé
about = On pose des cailloux jusqu’au dernier, ou jusqu’à ce que quelqu’un reste coincé.
