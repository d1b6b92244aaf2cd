# Gobi : les mots propres au plateau.

gobi-pile = Pile { $number }
gobi-pile-base = Pile { $number }, commencée par : { $card }
gobi-face-down = À poser ici
gobi-bet = Parier
gobi-openly = À découvert
gobi-said-to-be = annoncé « { $good } »
gobi-remembered = { $number ->
    [0] Aucune carte
    [one] Une carte
   *[other] { $number } cartes
}, du bas vers le haut : { $cards }

gobi-deck = Pioche, { $number ->
    [0] vide
    [one] une carte
   *[other] { $number } cartes
}
gobi-left = { $number } à piocher
gobi-draw = Piocher et jouer
gobi-pass = Passer
gobi-discards = Défausse, { $number ->
    [0] vide
    [one] une carte
   *[other] { $number } cartes
}
gobi-discards-top = sur le dessus : { $card }
gobi-discarded = Défausse
gobi-exchange = Changer toute la main
gobi-decline = Refuser le chameau

gobi-gobi = GOBI !
gobi-quiet = Me taire
gobi-you-called = Vous criez « Gobi ! ». Les autres réfléchissent encore.
gobi-you-quiet = Vous vous taisez. Les autres réfléchissent encore.
gobi-you = Vous
gobi-say = Vous annoncez :
gobi-true = la vérité
gobi-said = « { $good } »
gobi-truth = Vrai !
gobi-lie = Mensonge !
gobi-camels = { $number ->
    [0] Aucun chameau
    [one] Un chameau
   *[other] { $number } chameaux
}
gobi-looking = La pile { $number } entre vos mains
gobi-bottom = bas
gobi-top = haut
gobi-where = Choisissez maintenant une pile pour : { $card }
gobi-where-open = Sur une pile, face cachée comme un chameau, ou devant, à découvert : { $card }
gobi-just-shown = À l’instant
gobi-bases = Les piles commencent par ces cartes. Retenez-les !

gobi-hand = Votre main
gobi-hold = prendre en main : { $card }
gobi-missing = { $number ->
    [one] Une carte manque
   *[other] { $number } cartes manquent
} pour une main complète
gobi-fetch = compléter
gobi-refill = ou cédez un chameau pour la compléter
gobi-caravan = Votre caravane
gobi-alike = { $number } sur { $alike } pareils
gobi-camel = chameau, chargement : { $card }
gobi-free-place = une place pour un chameau

gobi-holds = { $number ->
    [0] Aucune carte en main
    [one] Une carte en main
   *[other] { $number } cartes en main
}
gobi-sure = Dont à coup sûr : { $cards }
gobi-caravan-of = Caravane : { $cards }
gobi-no-caravan = Pas encore de caravane
gobi-owes = Doit défausser une carte

gobi-note-camel = Un chameau. Posez-le face cachée sur une pile et annoncez son chargement, vrai ou faux. Avec { $alike } du même dans votre caravane, vous gagnez.
gobi-note-three = À découvert devant une pile d’exactement { $three } chameaux, il les gagne. Sinon la pile et un chameau sont perdus.
gobi-note-four = À découvert devant une pile d’exactement { $four } chameaux, il les gagne. Sinon la pile et un chameau sont perdus.
gobi-note-five = À découvert devant une pile de { $five } chameaux ou plus, il les gagne. Sinon la pile et un chameau sont perdus.
gobi-note-spy = À découvert, il vous laisse regarder toute une pile en secret.
gobi-note-brigand = À découvert, il vous laisse fouiller une pile et y prendre une carte, que vous montrez.
gobi-note-merchant = À découvert, il prend la place de la carte du dessus ; si c’est un chameau, il peut rejoindre votre caravane.
gobi-note-sandstorm = À découvert, il fait changer de place deux piles.
gobi-note-pile = Nul ne peut la compter : retenez ce qu’on y pose, et ce qui était vrai.
gobi-note-empty = Elle attend une première carte.
gobi-note-deck = Piochez une carte, puis jouez-en une. Quand elle est vide, on mélange la défausse.
gobi-note-discards = Sans pari en main, vous pouvez montrer et défausser ici toute votre main et en piocher autant. C’est votre tour.
gobi-note-fetch = Sans caravane, vous pouvez renoncer au tour et piocher jusqu’à { $fetch } cartes.
gobi-note-refill = Vous pouvez renoncer au tour et à un chameau de votre caravane, et compléter votre main : touchez le chameau.
gobi-note-caravan = Dès que { $alike } chameaux ont le même chargement, vous gagnez. Une caravane garde au plus { $limit } chameaux.
gobi-note-call = La carte est montrée à tous. Si l’annonce était fausse, le menteur défausse une carte ; si elle était vraie, tous ceux qui ont crié.
gobi-note-quiet = L’annonce tient, et la carte reste cachée. Ne rien dire jusqu’à la fin du temps revient au même.

gobi-guide-aim = Le but : réunir le premier { $alike } chameaux au même chargement dans sa caravane. On les gagne dans les trois piles.
gobi-guide-turn = Votre tour commence : touchez la pioche pour prendre une carte. Les cartes sont des chameaux, chacun avec l’un des cinq chargements, et des paris, avec un nombre ; personne d’autre ne voit votre main.
gobi-guide-lay = Posez maintenant une carte : touchez-en une dans votre main, puis la pile où elle ira. Elle reste face cachée, et nul ne la reverra : retenez-la.
gobi-guide-say = Annoncez votre carte, vrai ou faux : si personne n’en doute, personne n’en saura rien.
gobi-guide-call = Quelqu’un a posé une carte. Le croyez-vous ? Frappez GOBI ! ou taisez-vous. S’il a menti, il perd une carte ; sinon, c’est vous.
gobi-guide-bet = Un pari posé à découvert devant une pile y annonce { $three }, { $four }, ou { $five } chameaux et plus. Juste : vous les gagnez. Faux : la pile est perdue, et un de vos chameaux aussi. Vous en avez un : posez-le quand vous pensez savoir.
gobi-guide-renew = Mauvaises cartes ? Au lieu de piocher, vous pouvez changer ici toute votre main, puisqu’elle n’a pas de pari.
gobi-guide-prompt = Cette phrase dit toujours ce qu’on attend de vous. Ce qui luit se touche ; un appui long explique tout.
