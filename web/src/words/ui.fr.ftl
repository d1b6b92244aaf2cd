# La table en français : les textes de la page elle-même.

seat-bot = Un robot : { $level }
seat-stand-in = { $level } joue à sa place jusqu’à son retour
seat-away = Pas connecté
seat-acting = doit décider
clock-left = encore { $seconds } secondes
skip = Passer
confirm = Confirmer
cancel = Annuler
undo = Reprendre
wait-loading = On dresse la table…
wait-sent = Votre décision est en route…
wait-for = On attend { $names }…
