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
my-table-open = Pas encore distribué : on peut encore s’asseoir
my-table-you = On vous attend
my-table-you-since = On vous attend depuis { $time }
my-table-others = On attend { $names }
my-table-others-since = On attend { $names } depuis { $time }
time-moment = moins d’une minute
next-table = { $number ->
    [one] À vous à une table : y aller
   *[other] À vous à { $number } tables : aller à la suivante
}

table-options = Places, robots et règles
bot-level = Force des robots
edition = Édition (la règle dit la différence)
memory-aids = Aide-mémoire : montrer ce qu’on pourrait retenir
with-friends = Entre amis
turn-clock = Temps par décision
clock-none = tout le temps qu’il faut
clock-seconds = { $seconds } secondes
clock-days = { $days ->
    [one] un jour
   *[other] { $days } jours
}
clock-left = encore { $seconds } secondes
clock-standing = le sablier est arrêté, encore { $seconds } secondes
table-public = N’importe qui peut s’asseoir ou regarder
table-free-talk = On peut s’écrire librement

waiting-seated = Qui a le lien peut s’asseoir. Les places libres peuvent aller à des robots.
waiting-guest = Choisissez un nom et une place.
seat-open = Libre
seat-who = Qui occupe la place { $number }
seat-bot = Un robot : { $level }
seat-stand-in = { $level } joue à sa place jusqu’à son retour
seat-stand-in-short = robot
seat-away = Pas connecté
seat-resigned = A abandonné : un robot joue jusqu’à la fin
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
replay = Revoir
see-table = Voir la table
see-scores = Voir les scores
leave-title = Se lever de table
leave-text = Si vous partez, un robot joue pour vous jusqu’à votre retour. Si vous abandonnez, il joue jusqu’au bout.
leave = Partir
resign = Abandonner
resign-sure = Oui, abandonner pour de bon

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
option-notify-open = Seulement tant qu’une page du Caravanserai est ouverte : ce navigateur ne peut pas être réveillé.
option-calls = Quand une table m’attend, me prévenir
calls-at-once = tout de suite
calls-daily = une fois par jour, le matin
calls-never = jamais
option-email = Par courriel à cette adresse
email-none = Rien n’est envoyé avant que vous ayez confirmé l’adresse.
email-asked = Un courriel est parti vers { $name }. Suivez son lien pour confirmer.
email-confirmed = Les courriels vont à { $name }.
email-ask = M’envoyer un courriel de confirmation
email-forget = Plus de courriels
email-wrong = On ne peut pas envoyer de courriel à cette adresse.
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
offline-title = La porte est fermée
offline-lead = Le Caravanserai est injoignable en ce moment. Le réseau est-il là ? Vos tables sont à l’abri et vous attendent.
offline-again = Réessayer
not-found = Cette page n’existe pas ici.
not-found-lead = L’adresse est peut-être mal écrite, ou incomplète.
problem-not-known = Choisissez d’abord un nom.
problem-not-yours = Cette place n’est pas la vôtre.
problem-not-to-act = On n’attend rien de vous maintenant.
problem-too-fast = C’était trop vite. Attendez un peu.
problem-unknown-game = Ce jeu n’existe pas ici.
