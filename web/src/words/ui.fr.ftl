# La table en français : les textes de la page elle-même.

home = Accueil
home-title = Halte au crépuscule
home-lead = Cinq jeux de bazar, ouverts jour et nuit. Pas de compte : asseyez-vous et jouez.
home-open = Ouvrir la boîte de { $title }
nav = Pages
nav-lobby = Salon
nav-statistics = Statistiques
nav-about = À propos
drawers = Autour de la table
options = Réglages
close = Fermer
seats = Places
minutes = Minutes
traveller = Voyageur
play-now = Jouer
invite-friends = Inviter des amis
pass-and-play = Sur un seul appareil
watch = Regarder
replays = Revoir
rules = Règle
by = de { $authors }
published-by = édité par { $publishers }
for-seats = { $fewest }–{ $most } places
lasts = { $minutes } minutes
back-to-game = La boîte
my-tables = Vos parties
my-replays = Vos parties à revoir
no-replays = Les parties que vous finirez pourront être revues ici.
your-turn = À vous

table-options = Places, robots et règles
bot-level = Force des robots
edition = Édition (la règle dit la différence)
memory-aids = Aide-mémoire : montrer ce qu’on pourrait retenir
with-friends = Entre amis
turn-clock = Temps
clock-none = tout le temps qu’il faut
clock-none-told = sans sablier
clock-group-turn = Par décision
clock-group-bank = Pour toute la partie
clock-group-days = Sur plusieurs jours
clock-turn-told = { $span } par décision
clock-bank-told = { $span } pour la partie, { $increment ->
    [0] rien de plus
   *[other] et { $increment } secondes de plus à chaque tour
}
clock-seconds = { $seconds } secondes
clock-minutes = { $minutes } minutes
clock-hours = { $hours ->
    [one] une heure
   *[other] { $hours } heures
}
clock-days = { $days ->
    [one] un jour
   *[other] { $days } jours
}
clock-left = encore { $seconds } secondes
clock-standing = le sablier est arrêté, encore { $seconds } secondes
table-public = N’importe qui peut s’asseoir ou regarder
table-private = Réservée à qui a le lien
table-free-talk = On peut s’écrire librement
table-bots-open = Un ami en retard peut prendre la place d’un robot
table-how = Comment on y joue
memory-aids-told = avec aide-mémoire
edition-told = édition « { $name } »
option-off = Sans : { $text }
option-value = { $text } : { $value }

waiting-seated = Qui a le lien peut s’asseoir. Les places libres peuvent aller à des robots.
waiting-guest = Choisissez un nom et une place.
seat-open = Libre
seat-who = Qui occupe la place { $number }
seat-bot = Un robot : { $level }
seat-stand-in = { $level } joue à sa place jusqu’à son retour
seat-stand-in-short = robot
seat-away = Pas connecté
seat-resigned = A abandonné : un robot joue jusqu’à la fin
seat-resigned-told = A abandonné
seat-vacation = En vacances jusqu’au { $date }
seat-leads = En tête, d’après ce que tous voient
you-lead = Vous êtes en tête, d’après ce que tous voient
you-are = Vous : { $name }
seat-acting = doit décider
sit-down = S’asseoir
start = Distribuer
start-with-bots = Distribuer, des robots aux places libres
invite-how = Envoyez ce lien, ou faites viser le code avec un téléphone.
invite-link = Lien d’invitation
invite-qr = Le lien d’invitation sous forme de code pour téléphones
copy-link = Copier le lien
copied = Copié
copy-by-hand = Sans https, ce navigateur ne laisse aucune page copier. Le lien est sélectionné : copiez-le à la main.

hand-over-to = Passez l’appareil à { $name }
hand-over-ready = C’est moi, { $name }
skip = Passer
confirm = Confirmer
cancel = Annuler
undo = Reprendre
wait-loading = On dresse la table…
wait-sent = Votre décision est en route…
wait-for = On attend { $names }…
wait-since = depuis { $since }
absent-replace = { $count ->
    [0] { $name } n’est pas là : faire jouer un robot
   *[other] D’accord : un robot joue pour { $name }
}
absent-voted = un robot jouera dès que les autres seront d’accord
take-seat-title = Une place vous attend : un robot la garde au chaud.
take-seat = Prendre la place de { $name }
take-seat-which = La place de quel robot
take-seat-no = Seulement regarder
seat-lost = Cette place n’est plus la vôtre : vous regardez la partie.
stand-in = Un robot joue pour vous.
stand-in-time = Votre temps est écoulé : un robot a joué pour vous.
stand-in-resigned = Vous avez abandonné : un robot joue pour vous jusqu’à la fin.
stand-in-back = Reprendre ma place
stand-in-returning = Vous revenez à la prochaine décision.
meanwhile = Vous revoilà. Entre-temps, le robot a joué pour vous :
meanwhile-nothing = Vous revoilà. Entre-temps, le robot n’a rien fait.
fault-older-rules = Cette partie a été jouée selon d’anciennes règles et ne peut pas être continuée.
fault-older-rules-mark = anciennes règles
fault-unreadable = Ce qui a été gardé de cette partie n’est plus lisible : on ne peut plus rien y jouer ni montrer.
fault-unreadable-mark = illisible
connection-lost = Connexion perdue, nouvel essai…
server-busy = Le serveur est occupé, nouvel essai…

log = Ce qui s’est passé
log-empty = Rien ne s’est encore passé.
log-missed = Pendant votre absence
log-undone = (repris)
log-missed-count = { $number ->
    [one] Une chose s’est passée en votre absence
   *[other] { $number } choses se sont passées en votre absence
}
hint = Conseil
hint-not-now = Un conseil est possible quand c’est à vous.
hint-lead = Un fin joueur envisagerait :
hint-chance = Chances de gagner
hint-figures = { $chance } de gagner, écart final { $margin }
hint-doubt = Trouvé en essayant de nombreux mondes possibles d’après ce que vous savez ; ce n’est pas certain.
talk = Conversation
talk-none = Personne n’a rien dit.
talk-write = Dire quelque chose
talk-send = Dire
end-won = Vous avez gagné !
end-shared = Vous partagez la victoire avec { $names }.
end-placed = Vous terminez { $rank ->
    [1] à la première place
    [2] deuxième
    [3] troisième
    [4] quatrième
   *[5] cinquième
}.
rematch = Rejouer
rematch-join = À la partie suivante
rematch-offered = { $name } propose de rejouer.
rematch-decline = Non merci
rematch-waiting = Vous rejouez dès que { $names } { $count ->
    [one] accepte
   *[other] acceptent
}.
rematch-declined = Ne rejoue pas : { $names }.
rematch-declined-me = Vous ne rejouez pas.
rematch-after-all = Rejouer quand même
rematch-withdraw = Finalement non
rematch-without = Continuer sans { $names }
rematch-instead = Qui prend la place de { $names }
rematch-with-bot = robot : { $level }
rematch-with-open = laisser la place libre
rematch-without-bot = Continuer sans { $names }, avec un robot ({ $level }) à la place ?
rematch-without-open = Continuer sans { $names }, avec une place libre ?
rematch-agree = Oui, sans { $names }
rematch-asked = On commence dès que { $names } est d’accord.
series = { $matches ->
    [one] Après une partie
   *[other] Après { $matches } parties
}
column-points = Points
stood-in-bot_after_resign = A abandonné : un robot a pris { $decisions } décisions sur { $of }.
stood-in-bot_after_time = Temps écoulé : un robot a pris { $decisions } décisions sur { $of }.
stood-in-bot_after_leave = Parti un moment : un robot a pris { $decisions } décisions sur { $of }.
stood-in-bot_after_absence = Absent : un robot a pris { $decisions } décisions sur { $of }.
stood-in-person_joins = Arrivé en retard : un robot a pris les { $decisions } premières décisions sur { $of }.
replay = Revoir
see-table = Voir la table
see-scores = Voir les scores
leave-title = Se lever de table
leave = Partir un moment
sure-title-leave = Quitter la table ?
sure-text-leave = Un robot joue pour vous jusqu’à ce que vous rouvriez la table.
sure-yes-leave = Partir
resign = Abandonner
sure-title-resign = Abandonner pour de bon ?
sure-text-resign = Un robot joue jusqu’au bout pour les autres, et la partie compte comme perdue pour vous. On ne revient pas en arrière.
sure-yes-resign = Abandonner pour de bon
stay = Rester
table-menu = Partir, et réglages

replay-of = Revoir : { $title }
replay-start = La partie commence.
replay-back = Un pas en arrière
replay-forward = Un pas en avant
replay-play = Lecture
replay-pause = Pause
replay-moment = Moment de la partie
replay-seen-by = Vu par
replay-spectator = un spectateur
replay-share = Copier un lien vers ce moment
replay-download = Télécharger
review = Tournants
review-thinking = On parcourt la partie ; cela prend quelques secondes…
review-lead = Là où l’on a le plus perdu, d’après ce que le joueur pouvait savoir :
review-nothing = Rien de marquant : aucune décision n’a coûté cher à elle seule.
review-go = Décision { $number }
review-lesson = { $name } a choisi : { $played }. Mieux : { $better } ({ $before } de chances de gagner au lieu de { $after }).

guide = Premier regard sur la table
guide-next = Suite
guide-skip = Passer
guide-done = Jouons

nickname = Votre nom
option-language = Langue
option-theme = Lumière
option-like-browser = comme le navigateur
theme-light = crépuscule
theme-dark = nuit
option-speed = Vitesse des coups des autres
speed-slow = lente
speed-normal = normale
speed-fast = rapide
speed-instant = immédiate
option-text = Vue texte : la table en phrases
option-sound = Sons
option-notify = Me prévenir quand c’est à moi
option-notify-insecure = Ce navigateur ne permet de prévenir qu’en https, ou sur la machine du serveur.
option-notify-refused = Ce navigateur ne permet pas à cette page de vous prévenir.
vacation = Vacances
vacation-how = Aux tables où l’on a des jours pour décider, vos sabliers peuvent s’arrêter ; il reste { $days ->
    [0] zéro jour
    [one] un jour
   *[other] { $days } jours
} cette année.
vacation-days = Jours
vacation-begin = Commencer maintenant
vacation-until = Vos sabliers sont arrêtés jusqu’au { $date }.
vacation-end = Je suis de retour
option-guide-again = Remontrer les premiers pas
keys-title = Clavier
key-arrows = ← →
key-arrows-does = vers la prochaine chose à toucher
key-enter = Entrée
key-enter-does = toucher ; encore pour confirmer
key-escape = Échap
key-escape-does = lâcher, fermer
key-u = U
key-u-does = reprendre
key-l = L
key-l-does = ce qui s’est passé
key-r = R
key-r-does = la règle qui s’applique
key-h = H
key-h-does = un conseil
key-t = T
key-t-does = vue texte

lobby-new = Nouvelle table
lobby-since = ouverte depuis { $since }
lobby-since-start = en cours depuis { $since }
lobby-waiting = On attend du monde
lobby-running = En cours
lobby-none-waiting = Aucune table n’attend. Ouvrez une boîte, invitez des amis et laissez entrer tout le monde.
lobby-none-running = Aucune partie publique en cours.
statistics-nameless = Vos parties finies sont comptées dès que vous avez un nom. Choisissez-le sous la roue dentée, en haut.
statistics-none = Vous n’avez pas encore fini de partie.
ratings = Classement
ratings-how = D’après les parties aux tables publiques, des gens et des robots (OpenSkill ; estimation prudente).
ratings-none = Aucune partie classée.
column-game = Jeu
column-name = Nom
column-played = Jouées
column-won = Gagnées
column-mean-rank = Rang moyen
column-best = Meilleur score
column-rating = Cote

about-what = Caravanserai est un lieu où jouer à cinq jeux de bazars et de caravanes, entre amis ou contre des robots, et un moteur ouvert pour les étudier.
about-unofficial = Ceci est une adaptation non officielle, avec ses propres mots et dessins, faite par affection pour ces jeux. Elle n’a aucun lien avec leurs auteurs ni leurs éditeurs. Si un jeu vous plaît, achetez-le.
about-games = Les jeux
about-numbers = Nombres reconstitués
about-numbers-text = Les règles sont connues par les livrets imprimés. Certains nombres ne figurent que sur le matériel ; là où personne ici ne le possède, ils sont reconstitués. Les voici ; chaque page de règle donne tous les nombres avec leur source, et marque D ceux qui sont reconstitués.
about-numbers-none = aucun
about-fair = Cartes honnêtes
about-fair-text = Avant la distribution, le serveur publie l’empreinte (SHA-256) de la graine qui mélange les cartes, et après la partie la graine elle-même. Avec la partie téléchargée, « caravanserai verify » contrôle que rien n’a été changé en route.
about-privacy = Vie privée
about-privacy-text = Pas de compte, pas de pistage, rien de chargé d’ailleurs. Un témoin de connexion retient vos places ; les réglages restent sur cet appareil.
about-drawings = Dessins et caractères
about-drawings-text = Icônes des artistes de game-icons.net (CC BY 3.0) et de Phosphor (MIT) ; caractères El Messiri et Source Sans 3 (OFL).

problem-unreachable = Le serveur ne répond pas. La connexion est-elle là ?
problem-unavailable = Le serveur ne peut pas faire cela maintenant. Réessayez dans un moment.
problem-not-found = Cette table n’existe pas, ou ne vous est pas ouverte. Si l’on vous a envoyé un lien, il est peut-être incomplet : copiez-le en entier, ou redemandez-le.
not-found = Cette page n’existe pas ici.
not-found-lead = L’adresse est peut-être mal écrite, ou incomplète.
problem-not-known = Choisissez d’abord un nom.
problem-not-yours = Cette place n’est pas la vôtre.
problem-not-to-act = On n’attend rien de vous maintenant.
problem-too-fast = C’était trop vite. Attendez un peu.
problem-unknown-game = Ce jeu n’existe pas ici.
