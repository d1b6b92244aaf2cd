# Mots communs à tous les jeux, et ceux de la ligne de commande.

nothing = rien
seat = Place { $number }
departed = Quelqu’un qui est parti ({ $number })
counted = { $number } × { $thing }
enumeration-end = { $head } et { $tail }

player = Joueur
bot = { $number ->
    [1] Sindbad
    [2] Morgiane
    [3] Nasreddin
    [4] Zobéide
    [5] Dinarzade
   *[other] { $level } { $number }
}
bot-random = Dé
bot-apprentice = Apprenti
bot-merchant = Marchand
bot-caravaneer = Caravanier
bot-vizier = Vizir
bot-learned = Élève

ask-choice = Votre choix
ask-help = un numéro, h pour un conseil, u pour annuler, t pour relire la table, r pour la règle, q pour quitter
ask-keys = 1–{ $last }, ou « ? » pour l’aide
ask-unknown = « { $answer } » n’est pas une réponse : donnez un numéro de 1 à { $last }, ou bien h, u, t, r ou q.
ask-amount = Le montant, de { $lowest } à { $highest } par pas de { $step }
ask-amount-unknown = « { $answer } » n’est pas une réponse : donnez un montant de { $lowest } à { $highest } par pas de { $step }.
ask-confirm-leave = Quitter la partie ?
cannot-undo = Il n’y a rien à annuler.
taken-back = C’est annulé.
event-taken_back = { $seat } revient sur sa dernière décision.
    .you = Vous revenez sur votre dernière décision.
hand-over = Donnez l’appareil à { $seat }, qui appuie sur Entrée.
to-act = { $seat }, à vous de décider.
the-table = La table
what-happened = Ce qui s’est passé
final-scores = La fin
match-ended = La partie est finie : { $reason }.
winner = { $count ->
    [one] { $names } gagne.
   *[other] { $names } se partagent la victoire.
}
hint-title = Ce qu’un vizir envisagerait
hint-thinking = Le vizir réfléchit…
hint-ahead = { $choice } : environ { $percent } % de chances de gagner, en moyenne { $points ->
    [one] { $points } point
   *[other] { $points } points
} d’avance sur le meilleur rival
hint-behind = { $choice } : environ { $percent } % de chances de gagner, en moyenne { $points ->
    [one] { $points } point
   *[other] { $points } points
} de retard sur le meilleur rival
hint-level = { $choice } : environ { $percent } % de chances de gagner, à égalité en moyenne avec le meilleur rival
review-none = Le vizir ne trouve aucune décision qui ait coûté cher.
review-title = Décision { $decision }, { $seat }
review-played = Joué : { $hint }.
review-better = Mieux : { $hint }.
score-line = { $what } : { $points }
score-rank = rang { $rank }
saved-log = La partie est enregistrée dans { $file }. Pour la vérifier : caravanserai verify { $file }
column-seat = Place
column-score = Points
column-rank = Rang
column-details = Détail

# Les pages engendrées sur chaque jeu
page-generated = Écrit par `make docs` à partir des données du jeu ; ne pas modifier.
page-about = À propos
page-credits = { $title } est un jeu de { $authors }. Ceci est une adaptation non officielle, avec ses propres mots et dessins.
page-publishers = Édité par : { $publishers }.
page-options = Options
page-option = (de { $low } à { $high }, d’habitude { $usual } ; `{ $name }`)
page-numbers = Nombres
page-sources = Source de chaque nombre : R la règle imprimée ; F un fait imprimé que la règle omet, trouvé dans des sources publiques ; D reconstitué, faute de posséder le matériel ; Q une décision.
page-number = nombre
page-value = valeur
page-source = source
page-exception = { $part } : { $letter }
page-edition = Édition
page-seats = à { $number } :

# Parties de nombres
part-least = au moins
part-most = au plus
part-up_to = limite
part-small = jusque-là
part-large = au-delà

# Ce que l’on peut se dire à table.

phrase-hello = Bonjour !
phrase-good-luck = Bonne chance !
phrase-your-turn = C’est à vous.
phrase-thinking = Je réfléchis.
phrase-well-played = Bien joué !
phrase-ouch = Aïe !
phrase-thanks = Merci !
phrase-sorry = Pardon !
phrase-rematch = On rejoue ?
phrase-bye = Au revoir !

# Ce qu’on dit des places : qui y joue.

event-bot_after_time = Le temps de { $seat } est écoulé : un robot joue à sa place.
    .you = Votre temps est écoulé : un robot joue à votre place.
event-bot_after_leave = { $seat } quitte la table : un robot joue à sa place.
    .you = Vous quittez la table : un robot joue à votre place.
event-bot_after_resign = { $seat } abandonne : un robot joue jusqu’à la fin.
    .you = Vous abandonnez : un robot joue à votre place jusqu’à la fin.
event-bot_after_removal = On a demandé à { $seat } de partir : un robot joue jusqu’à la fin.
    .you = On vous a demandé de partir : un robot joue jusqu’à la fin.
event-bot_after_absence = { $seat } n’est pas là : un robot joue à sa place.
    .you = Vous n’êtes pas là : un robot joue à votre place.
event-person_joins = { $seat } prend la place d’un robot.
    .you = Vous prenez la place d’un robot.
event-person_back = { $seat } est de retour.
    .you = Vous êtes de retour.

# Appeler les gens aux tables qui les attendent.

call-turn = À vous
call-table = { $what }, avec { $names }
call-digest = { $number ->
    [one] Une table vous attend
   *[other] { $number } tables vous attendent
}
mail-lead = C’est à vous :
mail-foot = Vous recevez ce courriel parce que vous l’avez demandé dans les réglages du Caravanserai, où vous choisissez aussi à quel rythme. Pour n’en plus recevoir :
mail-confirm-subject = Des courriels du Caravanserai ?
mail-confirm = Quelqu’un, vous sans doute, veut être prévenu à cette adresse quand une table l’attend. Si c’est bien vous, dites-le ici :
mail-confirm-not = Si ce n’est pas vous, ne faites rien : aucun autre courriel ne viendra. Pour en être tout à fait sûr :
mail-page-confirm = Le Caravanserai peut-il vous écrire quand une table vous attend ?
mail-page-confirm-button = Oui, écrivez-moi
mail-page-confirmed = Merci. On vous préviendra quand une table vous attend, comme vous l’avez choisi dans les réglages.
mail-page-leave = Le Caravanserai doit-il cesser de vous écrire ?
mail-page-leave-button = Plus de courriels
mail-page-left = Vous ne recevrez plus de courriels. Si vous en voulez de nouveau, cela se règle sous la roue dentée.
mail-page-late = Ce lien n’est plus valable. Soit vous ne recevez déjà plus de courriels, soit le lien d’un courriel plus récent convient. Tout se choisit aussi dans les réglages, sous la roue dentée.
mail-page-later = Ce n’est pas possible en ce moment. Réessayez un peu plus tard.
mail-page-home = Vers les jeux

# Ce qu’on montre d’un lien avant que quelqu’un le suive.

preview-locale = fr_FR
preview-home = Cinq jeux de bazar, ouverts jour et nuit, entre amis ou contre des robots. Pas de compte : asseyez-vous et jouez.
preview-invite = Une place vous attend : { $what }
