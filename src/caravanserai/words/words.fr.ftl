# Mots communs à tous les jeux, et ceux de la ligne de commande.

nothing = rien
seat = Place { $number }
counted = { $number } × { $thing }
enumeration-end = { $first } et { $last }

player = Joueur
bot = { $level } { $number }
bot-random = Dé
bot-apprentice = Apprenti
bot-merchant = Marchand

ask-choice = Votre choix
ask-help = un numéro, u pour annuler, t pour relire la table, r pour la règle, q pour quitter
ask-keys = 1–{ $last }, ou ? pour l’aide
ask-unknown = « { $answer } » n’est pas une réponse : donnez un numéro de 1 à { $last }, ou bien u, t, r ou q.
ask-confirm-leave = Quitter la partie ?
cannot-undo = Il n’y a rien à annuler.
taken-back = C’est annulé.
hand-over = Passez l’appareil à { $seat }, qui appuie sur Entrée.
to-act = { $seat }, à vous de décider.
the-table = La table
what-happened = Ce qui s’est passé
final-scores = La fin
match-ended = La partie est finie : { $reason }.
winner = { $count ->
    [one] { $names } gagne.
   *[other] { $names } se partagent la victoire.
}
score-line = { $seat } : { $points }
score-rank = rang { $rank }
saved-log = La partie est enregistrée dans { $file }. Pour la vérifier : caravanserai verify { $file }
column-seat = Place
column-score = Points
column-rank = Rang
column-details = Détail

# Les pages engendrées sur chaque jeu
page-generated = Écrit par `make docs` à partir des données du jeu ; ne pas modifier.
page-about = À propos
page-credits = { $title } est un jeu de { $authors }. Ceci est une adaptation non officielle, avec ses propres mots et dessins.
page-options = Options
page-numbers = Nombres
page-sources = Source de chaque nombre : R la règle imprimée ; F un fait imprimé que la règle omet, trouvé dans des sources publiques ; D reconstitué, faute de posséder le matériel ; Q une décision.
page-number = nombre
page-value = valeur
page-source = source
page-edition = Édition

# Le serveur de tables : les phrases et sa page simple.

phrase-hello = Bonjour !
phrase-good-luck = Bonne chance !
phrase-your-turn = C’est à vous.
phrase-thinking = Je réfléchis.
phrase-well-played = Bien joué !
phrase-ouch = Aïe !
phrase-thanks = Merci !
phrase-sorry = Pardon !
phrase-rematch = On rejoue ?
phrase-bye = Au revoir !

page-title = Caravansérail
page-nickname = Votre pseudonyme
page-save = Enregistrer
page-new-table = Une nouvelle table
page-game = Jeu
page-seats = Places
page-seat = Place
page-public = Tout le monde peut voir la table et s’y asseoir
page-free-talk = On peut écrire ce qu’on veut
page-turn-seconds = Secondes par décision (vide : sans limite)
page-window-seconds = Secondes par réaction (vide : sans limite)
page-create = Ouvrir la table
page-open = n’importe qui
page-me = moi
page-bot = robot
page-person = personne
page-my-tables = Mes tables
page-public-tables = Tables publiques
page-nothing = Rien pour l’instant.
page-look = Regarder
page-sit = S’asseoir ici
page-start = Commencer
page-start-bots = Commencer, robots aux places libres
page-leave = Quitter la table
page-resign = Abandonner
page-rematch = Rejouer
page-to-rematch = Vers la partie suivante
page-back = Retour à l’accueil
page-invite = Lien pour les invités :
page-waiting = en attente de joueurs
page-running = en cours
page-finished = finie
page-your-turn = à vous
page-to-decide = doit décider
page-away = absent
page-stand-in = un robot remplace
page-resigned = a abandonné
page-happened = Ce qui s’est passé
page-table = La table
page-choices = Vos choix
page-undo = Annuler
page-hand-over = Passez l’appareil, puis appuyez ici :
page-look-from = Regarder depuis
page-spectator = spectateur
page-talk = Conversation
page-say = Dire
page-replay = Revoir la partie
page-download = Télécharger la partie
page-first = Début
page-previous = Précédent
page-next = Suivant
page-last = Fin
page-everybody = tout le monde
page-result = Le résultat
page-rules = Règle
page-connecting = Connexion…
page-seconds-left = secondes restantes
page-ratings = Classement
page-played = parties
