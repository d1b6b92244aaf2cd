# La table en français : les textes de la page elle-même.

home = Accueil
home-title = Halte au crépuscule
home-lead = { $number ->
    [5] Cinq jeux de bazar, ouverts jour et nuit. Pas de compte : asseyez-vous et jouez.
   *[other] { $number } jeux de bazar, ouverts jour et nuit. Pas de compte : asseyez-vous et jouez.
}
home-open = Ouvrir la boîte de { $title }
kind-gobi = Bluff et mémoire
kind-marche = Enchères à prix descendant : du sang-froid
kind-marracash = Enchères, et clients à guider
kind-samarkand = Commerce sur les pistes du désert
kind-tantan = Collections et caravane à charger
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
preparing = En préparation : { $percent } %
preparing-game = { $title } se prépare
preparing-opens = { $title } se prépare, une fois pour toutes. La table s’ouvrira d’elle-même.
preparing-soon = S’ouvre bientôt
preparing-table = Le jeu se prépare, une fois pour toutes. La table s’ouvrira d’elle-même.
invite-friends = Inviter des amis
pass-and-play = Sur un seul appareil
watch = Regarder
replays = Revoir
rules = Règles
rules-contents = Parties des règles
rules-board = La table au milieu d’une partie
rules-cards = Les cartes
by = de { $authors }
published-by = édité par { $publishers }
for-seats = { $fewest } à { $most } joueurs
lasts = { $minutes } minutes
back-to-game = La boîte
my-tables = Vos parties
more = En voir plus
my-replays = Vos parties à revoir
my-replay-ended = le { $when }
no-replays = Les parties que vous finirez pourront être revues ici.
replay-open = Ouvrir une partie à revoir depuis un fichier
your-turn = À vous
my-table-open = Pas encore distribué : on peut encore s’asseoir
my-table-you = On vous attend
my-table-you-since = On vous attend depuis { $time }
my-table-others = On attend { $names }
my-table-others-since = On attend { $names } depuis { $time }
on-this-device = Gardée sur cet appareil
time-moment = moins d’une minute
next-table = { $number ->
    [one] À vous de jouer à une table : y aller
   *[other] À vous de jouer à { $number } tables : aller à la suivante
}

table-options = Places, robots et règles
bot-level = Force des robots
edition = Édition (la règle dit la différence)
memory-aids = Aide-mémoire : montrer ce qu’on pourrait retenir
with-friends = Entre amis
turn-clock = Temps
clock-none = tout le temps qu’il faut
clock-none-told = Sans sablier
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
table-private = Réservée à ceux qui ont le lien
table-free-talk = On peut s’écrire librement
table-bots-open = Un ami en retard peut prendre la place d’un robot
table-how = Comment on y joue
memory-aids-told = avec aide-mémoire
edition-told = édition « { $name } »
option-off = Sans : { $text }
option-value = { $text } : { $value }

waiting-seated = Toute personne qui a le lien peut s’asseoir. Les places libres peuvent être confiées à des robots.
waiting-guest = Choisissez un nom et une place.
waiting-full = Toutes les places sont prises : distribuez quand tout le monde est prêt.
waiting-for-maker = Vous avez une place. La personne qui a ouvert la table distribuera.
waiting-onlooker = Toutes les places sont prises. Vous pourrez regarder dès que la partie commence.
name-taken = Quelqu’un à la table porte déjà ce nom. Choisissez-en un autre.
waiting-came = { $name } est là
seat-open = Libre
seat-who = Qui occupe la place { $number }
seat-bot = Un robot : { $level }
seat-stand-in = { $level } joue à sa place jusqu’à son retour
seat-stand-in-short = robot
seat-away = Hors ligne
seat-resigned = A abandonné : un robot joue jusqu’à la fin
seat-resigned-told = A abandonné
seat-vacation = En vacances jusqu’au { $date }
seat-leads = En tête, d’après ce que tous voient
you = vous
you-lead = Vous êtes en tête, d’après ce que tous voient
you-are = Vous : { $name }
seat-acting = doit décider
sit-down = S’asseoir
to-table = À votre table
start = Distribuer
start-with-bots = Distribuer, des robots aux places libres
invite-how = Envoyez ce lien, ou faites scanner le code avec un téléphone.
invite-here-only = Cette adresse ne vaut que sur cet ordinateur. Pour d’autres appareils, lancez le caravansérail avec --lan.
house-restart = { $minutes ->
    [0] La maison va fermer un instant ; vos parties reprendront ensuite.
    [1] Dans une minute, la maison ferme un instant ; vos parties reprendront ensuite.
   *[other] Dans { $minutes } minutes, la maison ferme un instant ; vos parties reprendront ensuite.
}
invite-link = Lien d’invitation
invite-qr = Le lien d’invitation sous forme de code pour téléphones
copy-link = Copier le lien
copied = Copié
copy-by-hand = Sans https, ce navigateur ne laisse aucune page copier. Le lien est sélectionné : copiez-le à la main.

pass-lead = Un seul appareil, de main en main : chacun ne voit que ses cartes.
pass-people = Personnes à cet appareil
pass-name = Nom du joueur { $number }
pass-alike = Deux joueurs portent le même nom.
hand-over-next = C’est à { $name }. Regardez ce qui s’est passé, puis donnez l’appareil.
hand-over-now = Donner l’appareil
hand-over-to = Donnez l’appareil à { $name }
hand-over-why = La table reste couverte tant que { $name } n’a pas l’appareil.
hand-over-ready = C’est moi, { $name }
skip = Abréger
confirm = Confirmer
cancel = Annuler
undo = Revenir en arrière
wait-loading = On dresse la table…
wait-sent = { $what } : c’est en route…
order-end = Y renoncer
wait-unreachable = Votre décision est gardée et partira dès que la connexion reviendra…
wait-for = On attend { $names }…
wait-since = depuis { $since }
absent-replace = { $count ->
    [0] { $name } n’est pas là : faire jouer un robot
   *[other] D’accord : un robot joue pour { $name }
}
absent-voted = un robot jouera dès que les autres seront d’accord
take-seat-title = Une place vous attend : un robot la garde au chaud.
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
log-undone = (annulé)
log-look = Montrer la table à ce moment-là
back-to-now = Revenir à maintenant
log-missed-count = { $number ->
    [one] Une chose s’est passée en votre absence
   *[other] { $number } choses se sont passées en votre absence
}
hint = Conseil
hint-not-now = Un conseil est possible quand c’est à vous.
hint-lead = Un fin joueur envisagerait :
hint-chance = Chances de gagner
hint-figures = { $chance } de chances de gagner
hint-why-ahead = Vous finiriez avec { $points ->
    [one] un point
   *[other] { $points } points
} d’avance sur le meilleur rival.
hint-why-behind = Vous finiriez avec { $points ->
    [one] un point
   *[other] { $points } points
} de retard sur le meilleur rival.
hint-why-level = Vous finiriez à égalité avec le meilleur rival.
hint-then = Peu après, { $times } fois sur 10 : { $what }.
hint-like = Peu après, { $times } fois sur 10, quelque chose comme : { $what }.
hint-keeps = Rend ceci moins probable ({ $times } fois sur 10 au lieu de { $otherwise }) : { $what }.
hint-play = Jouer ce coup
hint-growing = La réflexion continue : plus vous attendez, plus c’est sûr.
hint-doubt = Trouvé en essayant de nombreux mondes possibles d’après ce que vous savez ; ce n’est pas certain.
talk = Conversation
door-unread = { $what } : { $number } à lire
talk-aside = regarde
talk-aside-lead = Seuls ceux qui regardent vous entendent ; les joueurs liront tout après la partie.
talk-more = À propos de ce que dit { $name }
talk-mute = Ne plus entendre { $name }
talk-unmute = Entendre de nouveau { $name }
talk-report = Signaler à la personne qui tient la maison
talk-reported = C’est signalé. Merci.
talk-none = Personne n’a rien dit.
talk-write = Dire quelque chose
talk-send = Dire
end-won = Vous avez gagné !
end-shared = Vous partagez la victoire avec { $names }.
end-nothing = Rien qui rapporte.
end-gave-up = Vous avez abandonné.
end-all-gave-up = { $me ->
    [1] { $count ->
        [one] Vous avez abandonné : les robots ont joué jusqu’au bout.
       *[other] Vous avez tous abandonné : les robots ont joué jusqu’au bout.
    }
   *[other] Tous ont abandonné : les robots ont joué jusqu’au bout.
}
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
rematch-declined = Ne rejoue pas : { $names }.
rematch-declined-me = Vous ne rejouez pas.
rematch-after-all = Rejouer quand même
rematch-withdraw = Finalement non
rematch-without = Continuer sans { $names }
rematch-instead = Qui prend la place de { $names }
rematch-with-bot = robot : { $level }
rematch-with-open = laisser la place libre
rematch-without-bot = Continuer sans { $names }, avec un robot ({ $level }) à la place ?
rematch-without-open = Continuer sans { $names }, avec une place libre ?
rematch-agree = Oui, sans { $names }
rematch-asked = On commence dès que { $names } est d’accord.
series = { $matches ->
    [one] Après une partie
   *[other] Après { $matches } parties
}
column-points = Points
stood-in-bot_after_resign = A abandonné : un robot a pris { $decisions } décisions sur { $of }.
stood-in-bot_after_time = Temps écoulé : un robot a pris { $decisions } décisions sur { $of }.
stood-in-bot_after_leave = A quitté la table un moment : un robot a pris { $decisions } décisions sur { $of }.
stood-in-bot_after_absence = N’était pas là : un robot a pris { $decisions } décisions sur { $of }.
stood-in-person_joins = En retard : un robot a pris les { $decisions } premières décisions sur { $of }.
replay = Revoir
see-table = Voir la table
see-scores = Voir les scores
leave-title = Se lever de table
leave = Partir un moment
sure-title-leave = Quitter la table ?
sure-text-leave = Un robot joue pour vous jusqu’à ce que vous rouvriez la table.
sure-yes-leave = Partir
resign = Abandonner
sure-title-resign = Abandonner pour de bon ?
sure-text-resign = Un robot joue jusqu’au bout pour les autres, et la partie compte comme perdue pour vous. On ne revient pas en arrière.
sure-yes-resign = Abandonner pour de bon
local-title = Cette partie
local-lead = Elle se joue et se garde dans ce navigateur : elle n’a besoin d’aucune connexion et vous attend ici.
bring-title = Ailleurs
bring-lead = Le serveur peut reprendre cette partie, pour la continuer sur un autre appareil. Elle ne comptera pas davantage dans les statistiques.
bring-go-on = Continuer sur le serveur
delete-match = Supprimer cette partie
sure-title-delete = Supprimer la partie ?
sure-text-delete = Elle n’est gardée que sur cet appareil, et sera perdue pour de bon.
sure-yes-delete = Supprimer
sure-no-delete = La garder
stay = Rester
get-up = Se lever
close-table = Fermer la table
sure-title-close = Fermer la table ?
sure-text-close = Les personnes assises ici en sont averties, et le lien d’invitation ne mène plus nulle part.
free-seat = Libérer la place de { $name }
sure-title-free = Libérer la place de { $name } ?
sure-text-free = Une autre personne pourra la prendre, ou un robot. Avec le lien, on peut se rasseoir.
table-menu = Partir, et réglages

replay-of = Revoir : { $title }
replay-start = La partie commence.
replay-first = Au début
replay-last = À la fin
replay-back = Un pas en arrière
replay-forward = Un pas en avant
replay-play = Lecture
replay-pause = Pause
replay-moment = Moment de la partie
replay-seen-by = Vu par
replay-spectator = un spectateur
replay-share = Copier un lien vers ce moment
replay-bring = Partager par un lien court
replay-brought = Lien court copié
played-on-device = Jouée sur un seul appareil ; hors statistiques.
log-can-be-saved = Ce qui a été joué peut encore être enregistré dans un fichier.
replay-download = Télécharger
moves = Tous les coups
review = Moments clés
review-thinking = On parcourt la partie ; cela prend quelques secondes…
review-chances = Les chances de chacun, telles qu’il pouvait les juger
review-chances-moment = Moment de la partie, d’après les chances
review-done = Avancement
review-lead = Là où chacun a le plus perdu, d’après ce qu’il pouvait savoir :
review-nothing = Rien de marquant : aucune décision n’a coûté cher à elle seule.
side-played = Joué
side-better = Mieux
review-turns = Où la partie a basculé
review-stretch = Décisions { $from } à { $to }
review-turn = Les chances de gagner passent de { $before } à { $after } pour { $name }.
review-lessons = Décisions coûteuses
review-go = Décision { $number }
review-lesson = { $name } a choisi : { $played }. Mieux : { $better } ({ $before } de chances de gagner au lieu de { $after }).

guide = Les premiers pas
guide-sound = Avec des sons
guide-next = Suite
guide-later = Plus tard dans la partie :
guide-skip = Jouer sans guide
guide-done = Jouons

nickname = Votre nom
option-language = Langue
option-theme = Thème
option-like-browser = comme le navigateur
theme-light = clair
theme-dark = sombre
option-speed = Vitesse des coups des autres
speed-slow = lente
speed-normal = normale
speed-fast = rapide
speed-instant = immédiate
option-text = Vue texte : la table en phrases
option-here = Les parties contre les robots, et celles sur un seul appareil, se jouent dans ce navigateur, qui trouve aussi les conseils et les moments clés
option-forced = Jouer à ma place quand un seul coup est possible
option-sound = Sons
option-volume = Volume
option-notify = Me prévenir quand c’est à moi
option-notify-insecure = Ce navigateur ne permet de prévenir qu’en https, ou sur la machine du serveur.
option-notify-refused = Ce navigateur ne permet pas à cette page de vous prévenir.
option-notify-open = Seulement tant qu’une page du Caravanserai est ouverte : ce navigateur ne peut pas être réveillé.
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
vacation = Vacances
vacation-how = Aux tables où l’on a des jours pour décider, vos sabliers peuvent s’arrêter ; { $days ->
    [0] il ne vous reste aucun jour de vacances
    [one] il vous reste un jour
   *[other] il vous reste { $days } jours
} cette année.
vacation-days = Jours
vacation-begin = Commencer maintenant
vacation-until = Vos sabliers sont arrêtés jusqu’au { $date }.
vacation-end = Je suis de retour
option-guide-again = Revoir les premiers pas
learn-again = Apprendre en jouant
keys-title = Clavier
key-arrows = ← →
key-arrows-does = vers la prochaine chose à toucher
key-enter = Entrée
key-enter-does = toucher ; encore pour confirmer
key-escape = Échap
key-escape-does = renoncer à son choix, fermer
key-digits = 1, 2, 3…
key-digits-does = dire stop pour la première, la deuxième, la troisième chose en vente
key-g = G
key-g-does = crier « Gobi ! »
key-q = Q
key-q-does = se taire, laisser baisser le prix
key-u = U
key-u-does = revenir en arrière
key-l = L
key-l-does = ce qui s’est passé
key-r = R
key-r-does = la règle qui s’applique
key-h = H
key-h-does = un conseil
key-t = T
key-t-does = vue texte
key-replay = ← → M V
key-replay-does = en revoyant une partie : reculer, avancer, tous les coups, moments clés ; la barre d’espace la fait défiler

lobby-new = Nouvelle table
lobby-since = Ouverte depuis { $since }
lobby-since-start = En cours depuis { $since }
lobby-waiting = On attend du monde
lobby-running = En cours
lobby-none-waiting = Aucune table n’attend. Ouvrez une boîte, invitez des amis et laissez entrer tout le monde.
lobby-none-running = Aucune partie publique en cours.
statistics-nameless = Vos parties finies sont comptées dès que vous avez un nom. Choisissez-le sous la roue dentée, en haut.
statistics-none = Vous n’avez pas encore fini de partie.
ratings = Classement
ratings-how = D’après les parties aux tables publiques, humains et robots. Tous commencent à 1500 ; avec 400 de plus, on finit devant dix fois plus souvent que derrière. Le ± dit entre quelles bornes se tient la vraie force, 19 fois sur 20. La liste suit ce qui est quasi certain : la cote moins ce doute.
ratings-you = (vous)
ratings-bot = (robot)
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
about-privacy-text = Pas de compte, pas de pistage, rien de chargé d’ailleurs. Un cookie retient qui vous êtes ; les réglages restent sur cet appareil. Tout ce qui est gardé sur vous peut être vu, téléchargé et effacé :
about-drawings = Dessins et caractères
about-drawings-text = Icônes des artistes de game-icons.net (CC BY 3.0) et de Phosphor (MIT) ; caractères El Messiri et Source Sans 3 (OFL).

you-title = Vous, sur tous vos appareils
you-name = Ici, vous êtes { $name }. Il n’y a pas de compte : un cookie de ce navigateur le dit. Avec un lien, un code ou une clé d’accès, vous êtes { $name } ailleurs aussi, et de nouveau si le cookie se perd.
you-nobody = Vous n’avez pas encore de nom ici. Il vient avec votre première partie, ou sous la roue dentée, en haut.
signed-out = On ne vous connaît plus ici : la personne que vous étiez a été effacée, ou réunie avec une autre, depuis un autre appareil. Continuez sous un nouveau nom, ou revenez par « Vous, sur tous vos appareils ».
carry-title = Continuer sur un autre appareil
carry-text = Un lien, ou un code à scanner avec un téléphone, fait de l’autre appareil aussi le vôtre. Il sert une fois, dans les dix minutes. Il n’est que pour vous : qui l’ouvre devient vous.
carry-local = Vous avez ouvert cette page à l’adresse { $host }, qu’aucun autre appareil n’atteint. Ouvrez-la par son nom dans le réseau, et faites-y le lien.
carry-make = Faire un lien
carry-again = Faire un nouveau lien
carry-link = Lien pour l’autre appareil
carry-qr = Le lien sous forme de code pour téléphones
carry-left = { $minutes ->
    [one] Valable encore une minute.
   *[other] Valable encore { $minutes } minutes.
}
carry-ask = Continuer ici en tant que { $name } ?
carry-warn = Seulement si vous avez fait ce lien vous-même, sur un appareil à vous.
carry-yes = Continuer en tant que { $name }
carry-here-nobody = Personne n’a encore joué sur cet appareil.
carry-here-empty = Sur cet appareil vous êtes jusqu’ici { $old }, qui n’a pas encore joué : rien ne se perd.
carry-here = { $tables ->
    [0] Sur cet appareil vous êtes jusqu’ici { $old }, avec des résultats.
    [one] Sur cet appareil vous êtes jusqu’ici { $old }, avec une table.
   *[other] Sur cet appareil vous êtes jusqu’ici { $old }, avec { $tables } tables.
}
carry-namesake = { $name } (ici)
carry-bring = Continuer en tant que { $name }, avec tout ce qu’a { $old }
carry-bring-text = Places, parties, résultats et clés d’accès de { $old } passent à { $name } ; dans chaque jeu, la plus sûre des deux cotes est gardée. { $old } n’existe plus, sur d’autres appareils non plus.
carry-leave = Continuer en tant que { $name }, sans { $old }
carry-leave-text = { $old } garde tout. Pour redevenir { $old }, il faut son code de secours, une de ses clés d’accès ou un autre appareil où vous êtes encore { $old }.
carry-done = Ici, vous êtes maintenant { $name }
carry-done-text = Vos tables, vos résultats et vos cotes sont les mêmes sur tous vos appareils.
carry-same = Ici, vous êtes déjà { $name }
carry-same-text = Le lien n’est pas consommé : ouvrez-le sur l’autre appareil.
carry-used = Ce lien a déjà servi
carry-expired = Ce lien n’est plus valable
carry-unknown = Ce lien est incomplet, ou bien trop ancien
carry-new = Un lien sert une fois, dans les dix minutes. Faites-en un nouveau là où l’on vous connaît : dans les réglages, sous « Vous, sur tous vos appareils ».
recovery-title = Code de secours
recovery-text = Vingt lettres et chiffres à noter. Tapés sur n’importe quel appareil, ils en font le vôtre.
recovery-none = Vous n’en avez pas encore.
recovery-since = Vous en avez un depuis le { $when }.
recovery-make = Faire un code
recovery-renew = Faire un nouveau code
recovery-once = Notez-le maintenant : il n’est montré que cette fois. Aucun code plus ancien ne sert plus.
recovery-remove = Supprimer le code
passkey-title = Clés d’accès
passkey-text = Par empreinte, visage ou code de votre appareil, sans rien à retenir.
passkey-one = Pour { $site }, depuis le { $when }
passkey-used = utilisée le { $when }
passkey-add = Ajouter une clé d’accès
passkey-remove = Supprimer
passkey-why-insecure = Pas de clés d’accès ici : les navigateurs n’en ont qu’en https, et cette page est venue en simple http.
passkey-why-number = Pas de clés d’accès ici : les navigateurs en gardent pour des noms, pas pour des nombres comme { $host }. Ouvrez cette page par son nom.
passkey-why-old = Pas de clés d’accès ici : ce navigateur ne les connaît pas encore.
passkey-cancelled = Aucune clé d’accès n’a été donnée. Rien n’a changé.
passkey-known = Cet appareil garde déjà une clé d’accès à vous.
back-title = Vous étiez quelqu’un d’autre ici ?
back-text = Avec un code de secours ou une clé d’accès, cet appareil redevient le vôtre.
back-code = Code de secours
back-go = Continuer
back-passkey = Utiliser une clé d’accès
back-code-unknown = Personne n’a ce code. Est-ce bien le dernier que vous avez fait ?
back-code-wrong = Un code a vingt lettres et chiffres.
back-code-late = C’était trop long. Essayez encore.
back-passkey-unknown = Personne ici n’a cette clé d’accès. Elle a peut-être été supprimée.
back-passkey-wrong = Cette clé d’accès n’a pas pu être vérifiée. Essayez encore.
back-passkey-late = C’était trop long. Essayez encore.
out-title = Se déconnecter ici
out-known = Ce navigateur ne saura plus qui vous êtes. Vous pourrez revenir avec votre code de secours ou une clé d’accès.
out-lost = Ce navigateur ne saura plus qui vous êtes. Attention : vous n’avez ni code de secours ni clé d’accès. À moins que vous ne soyez { $name } sur un autre appareil, personne ne pourra plus l’être.
out = Déconnecter cet appareil
out-sure = Oui, déconnecter
sure-title-out = Déconnecter cet appareil ?
sure-title-renew-code = Faire un nouveau code ?
sure-title-remove-code = Supprimer le code ?
sure-text-code = Celui que vous avez noté ne permettra plus à personne de revenir.
sure-title-passkey = Supprimer cette clé d’accès ?
sure-text-passkey = Elle ne connectera plus personne ici. Votre appareil la proposera peut-être encore, tant que vous ne l’y effacez pas aussi.
kept-title = Ce qui est gardé sur vous
kept-text = Tout voir, l’emporter, ou l’effacer.
kept-see = Voir
kept-nothing = Rien : vous n’avez pas encore de nom ici.
kept-name = Votre nom, { $name }, depuis le { $since }, et quand vous l’avez donné la dernière fois : { $seen }.
kept-cookie = Un cookie dans ce navigateur : un nombre au hasard qui vous représente, et une signature. Vos réglages restent sur cet appareil.
kept-tables = Tables que vous avez ouvertes : { $number }
kept-seats = Places à des tables : { $number }
kept-seat = { $game }, { $when } : place { $place }, { $name }, { $status }
kept-waiting = pas commencée
kept-running = en cours
kept-finished = finie
kept-decisions = Décisions à vos places, qui font partie des parties : { $number }
kept-results = Résultats : { $number }
kept-result = { $game } : rang { $rank }, { $score } points
kept-ratings = Cotes : { $number }
kept-talk = Ce que vous avez dit à des tables : { $number }
kept-muted = Personnes que vous ne voulez pas entendre : { $number }
kept-reports = Ce que vous avez signalé des conversations : { $number }
kept-passkeys = Clés d’accès : { $number }
kept-code = Le fait que vous avez un code de secours, depuis le { $when }, et une empreinte de ce code, d’où personne ne peut le retrouver.
kept-no-code = Pas de code de secours.
kept-vacation = Vos dernières vacances, ou celles en cours : jusqu’au { $when }.
kept-called = Quand on vous appelle à vos tables : { $how }. Appareils réveillés pour cela : { $devices }, chacun par une adresse du fabricant de son navigateur.
kept-email = Votre adresse électronique, pour les courriels que vous avez demandés : { $email }
kept-else = Pendant que vous regardez une table, le fait que vous y êtes. Rien d’autre.
kept-download = Tout télécharger (JSON)
forget-title = Tout effacer
forget-text = Votre nom, vos résultats, vos cotes et ce que vous avez écrit sont effacés, liens et clés d’accès prennent fin, et tous vos appareils sont déconnectés. Des robots continuent à vos places. Les parties finies restent aux autres, sans votre nom. On ne peut pas revenir en arrière.
forget-type = Pour confirmer, tapez votre nom : { $name }
forget = M’effacer pour de bon
forget-other = Votre nom est { $name }, lettre pour lettre.
forget-done = C’est fait : rien n’est gardé sur vous. Bienvenue sous un nouveau nom.
talk-departed = Quelqu’un qui est parti
talk-removed = (effacé)

problem-unreachable = Le serveur ne répond pas. Êtes-vous bien en ligne ?
problem-unavailable = Le serveur ne peut pas faire cela maintenant. Réessayez dans un moment.
problem-not-found = Cette table n’existe pas, ou ne vous est pas ouverte. Si l’on vous a envoyé un lien, il est peut-être incomplet : copiez-le en entier, ou redemandez-le.
offline-title = La porte est fermée
offline-lead = Le Caravanserai est injoignable en ce moment. Êtes-vous bien en ligne ? Vos tables sont à l’abri et vous attendent.
offline-again = Réessayer
not-found = Cette page n’existe pas ici.
not-found-lead = L’adresse est peut-être mal écrite, ou incomplète.
problem-not-known = Choisissez d’abord un nom.
problem-signed-out = On ne vous connaît plus ici. Choisissez un nom pour continuer.
problem-not-yours = Cette place n’est pas la vôtre.
problem-not-to-act = On n’attend rien de vous maintenant.
problem-closed = Cette table a été fermée.
problem-removed = La personne qui tient la maison vous a demandé de partir. Parlez-lui.
problem-too-fast = C’était trop vite. Attendez un peu.
problem-unknown-game = Ce jeu n’existe pas ici.
problem-no-server = Il faut pour cela un serveur, et ce site n’en a pas.
no-server = Il faut pour cela un serveur
no-server-lead = Ce site n’est fait que de fichiers : on y joue contre des robots ou à plusieurs sur un seul appareil, et tout ce qui est gardé reste dans votre navigateur. Pour des amis ailleurs, des tables ouvertes et des classements, il faut que quelqu’un fasse tourner un caravansérail.
keeps-nothing = Votre navigateur ne conserve rien pour ce site : une partie dure tant que la page est ouverte.
no-server-friends = Pour des amis ailleurs, il faut un serveur, et ce site n’en a pas : jouez contre des robots, ou à plusieurs sur un seul appareil.
problem-no-engine = Ce navigateur ne peut pas jouer tout seul : WebAssembly y manque ou y est désactivé. Ce site n’a pas de serveur qui jouerait à sa place.
problem-not-here = Votre navigateur n’a pas pu le faire. Rechargez la page, puis réessayez.
problem-older-page = Les jeux ont été renouvelés depuis l’ouverture de cette page. Rechargez-la ; vos parties sont conservées.
problem-older-rules = Cette partie a été commencée selon d’autres règles que celles d’aujourd’hui : on ne peut ni la montrer ni la continuer.
problem-brought-before = Le serveur a déjà cette partie, et elle y a continué autrement : elle est parmi vos tables.
problem-too-large = C’est plus que le serveur n’accepte.
problem-invalid-log = Ce n’est pas le journal d’une partie qui puisse être montrée ici : ses coups ne suivent pas les règles.
