# Gobi en français. Espaces insécables devant les signes doubles et dans les guillemets.

about = Chacun pose des chameaux face cachée sur trois piles en disant ce qu’ils portent, sans être tenu à la vérité. Pariez sur le nombre de chameaux d’une pile, gagnez-les, et soyez le premier à en aligner quatre au même chargement. Qui doute de votre parole s’écrie « Gobi ! ».

# Options
option-taktik = Taktik : avec les espions, les brigands, le marchand et le vent de sable
option-turn_limit = Nombre de tours par joueur, après quoi le plus de chameaux pareils l’emporte (0 : sans limite)

# Cartes
rice = riz
tea = thé
jade = jade
gold = or
silk = soie
three = pari « 3 »
four = pari « 4 »
five = pari « 5 ou plus »
spy = { $number ->
    [one] espion
   *[other] espions
}
brigand = { $number ->
    [one] brigand
   *[other] brigands
}
merchant = { $number ->
    [one] marchand
   *[other] marchands
}
sandstorm = { $number ->
    [one] vent de sable
   *[other] vents de sable
}
unknown = inconnue

# Ce qui est attendu
prompt-turn = Piochez et jouez, ou renoncez au tour pour renouveler votre main (vous tenez { $held } { $held ->
    [one] carte
   *[other] cartes
}, une main complète en compte { $size }).
prompt-play = Jouez { $held ->
    [one] votre seule carte
   *[other] une de vos { $held } cartes
} : face cachée sur une pile, ou à découvert.
prompt-announce = Qu’annoncez-vous pour la carte posée sur la pile { $pile } ?
prompt-call = { $seat } pose une carte sur la pile { $pile } et annonce « { $good } » : criez-vous « Gobi ! » ?
prompt-loss = { $liar ->
    [true] Vous voilà pris à mentir
   *[false] Vous avez crié « Gobi ! » à tort
} : défaussez { $held ->
    [one] votre seule carte
   *[other] une de vos { $held } cartes
}.
prompt-trim = Une caravane garde au plus { $limit } chameaux : défaussez-en encore { $number }.
prompt-forfeit = { $caravan ->
    [0] Pari perdu, et pas de caravane : défaussez un chameau de votre main.
    [one] Pari perdu : défaussez l’unique chameau de votre caravane.
   *[other] Pari perdu : défaussez un des { $caravan } chameaux de votre caravane.
}
prompt-look = { $brigand ->
    [true] Vous fouillez la pile { $pile } : prenez une de ses cartes, ou reposez-la telle quelle.
   *[false] Vous regardez la pile { $pile } ; reposez-la quand vous avez fini.
}
prompt-offer = Le marchand découvre un chameau, { $card } : rejoint-il votre caravane ({ $caravan ->
    [0] encore vide
    [one] un chameau
   *[other] { $caravan } chameaux
}) ?
prompt-swap = Vent de sable sur la pile { $pile } : avec quelle pile change-t-elle de place ?
prompt-over = La partie est finie.

# Choix
choice-quiet = se taire
choice-call = crier « Gobi ! »
choice-draw = piocher une carte et jouer
choice-draw-nothing = jouer ; il n’y a rien à piocher
choice-exchange = montrer et défausser toute la main, puis piocher { $number ->
    [one] une nouvelle carte
   *[other] { $number } nouvelles cartes
}
choice-fetch = renoncer au tour et piocher { $number ->
    [one] une carte
   *[other] { $number } cartes
}
choice-refill = renoncer au tour et à un chameau ({ $card }), puis piocher { $number ->
    [one] une carte
   *[other] { $number } cartes
}
choice-pass = passer
choice-announce = annoncer « { $good } », ce qui est vrai
choice-announce-falsely = annoncer « { $good } » (la carte : { $card })
choice-place = poser face cachée sur la pile { $pile } : { $card }
choice-bet = parier que la pile { $pile } compte exactement { $stake } chameaux
choice-bet-more = parier que la pile { $pile } compte au moins { $stake } chameaux
choice-play-spy = envoyer l’espion regarder la pile { $pile }
choice-play-brigand = envoyer le brigand fouiller la pile { $pile } et peut-être y prendre une carte
choice-play-merchant = envoyer le marchand chercher la carte du dessus de la pile { $pile }
choice-play-sandstorm = déchaîner le vent de sable sur la pile { $pile }
choice-discard = défausser : { $card }
choice-drop = se défaire d’un chameau : { $card }
choice-accept = prendre le chameau dans la caravane : { $card }
choice-decline = défausser le chameau : { $card }
choice-swap = échanger les piles { $other } et { $pile }
choice-replace = reposer la pile
choice-steal = prendre la carte n° { $place } à partir du bas : { $card }

# Événements
event-bases = Les bases des piles ont été montrées : { $cards }.
event-drew = { $number ->
    [0] { $seat } n’a rien à piocher.
   *[other] { $seat } pioche une carte.
}
    .you = { $number ->
        [0] Vous n’avez rien à piocher.
       *[other] Vous piochez une carte.
    }
event-received = Vous recevez : { $cards }.
event-exchanged = { $seat } montre une main sans pari et l’échange : { $cards }.
    .you = Vous montrez une main sans pari et l’échangez : { $cards }.
event-fetched = { $seat } renonce au tour et pioche { $number ->
    [one] une carte
   *[other] { $number } cartes
}.
    .you = Vous renoncez à votre tour et piochez { $number ->
        [one] une carte
       *[other] { $number } cartes
    }.
event-refilled = { $seat } renonce au tour et à un chameau ({ $card }), et pioche { $number ->
    [one] une carte
   *[other] { $number } cartes
}.
    .you = Vous renoncez à votre tour et à un chameau ({ $card }), et piochez { $number ->
        [one] une carte
       *[other] { $number } cartes
    }.
event-passed = { $seat } passe.
    .you = Vous passez.
event-laid = { $seat } pose une carte face cachée sur la pile { $pile }.
    .you = Vous posez une carte face cachée sur la pile { $pile }.
event-announced = { $seat } annonce pour la carte posée sur la pile { $pile } : « { $good } ».
    .you = Vous annoncez pour la carte posée sur la pile { $pile } : « { $good } ».
event-believed = Personne ne crie ; on croit { $seat } sur parole.
    .you = Personne ne crie ; on vous croit sur parole.
event-called = { $seat } { $count ->
    [one] crie
   *[other] crient
} « Gobi ! ».
    .you = { $seat } criez « Gobi ! ».
event-honest = On montre la carte : { $card }. { $seat } disait vrai.
    .you = On montre la carte : { $card }. Vous disiez vrai.
event-lied = On montre la carte : { $card }. { $seat } mentait en annonçant « { $good } ».
    .you = On montre la carte : { $card }. Vous mentiez en annonçant « { $good } ».
event-nothing_to_lose = { $seat } n’a aucune carte à perdre.
    .you = Vous n’avez aucune carte à perdre.
event-lost = { $seat } perd une carte : { $card }.
    .you = Vous perdez une carte : { $card }.
event-bet = { $seat } joue à découvert devant la pile { $pile } : { $card }.
    .you = Vous jouez à découvert devant la pile { $pile } : { $card }.
event-revealed = On dévoile la pile : { $cards }.
event-bet_right = { $number ->
    [one] Un chameau
   *[other] { $number } chameaux
} : { $seat } gagne son pari et { $number ->
    [one] le
   *[other] les
} prend.
    .you = { $number ->
        [one] Un chameau
       *[other] { $number } chameaux
    } : vous gagnez votre pari et { $number ->
        [one] le
       *[other] les
    } prenez.
event-bet_wrong = { $number ->
    [0] Aucun chameau
    [one] Un chameau
   *[other] { $number } chameaux
} : { $seat } perd son pari, et la pile est défaussée.
    .you = { $number ->
        [0] Aucun chameau
        [one] Un chameau
       *[other] { $number } chameaux
    } : vous perdez votre pari, et la pile est défaussée.
event-no_camel_to_lose = { $seat } n’a aucun chameau à perdre.
    .you = Vous n’avez aucun chameau à perdre.
event-trimmed = { $seat } a trop de chameaux et en défausse un : { $card }.
    .you = Vous avez trop de chameaux et en défaussez un : { $card }.
event-forfeited = { $seat } paie son pari d’un chameau : { $card }.
    .you = Vous payez votre pari d’un chameau : { $card }.
event-peeked = { $seat } regarde la pile { $pile } avec un { $card }.
    .you = Vous regardez la pile { $pile } avec un { $card }.
event-saw = Vous voyez, du bas vers le haut : { $cards }.
event-replaced = { $seat } repose la pile { $pile }.
    .you = Vous reposez la pile { $pile }.
event-stole = { $seat } prend une carte dans la pile { $pile } et la montre : { $card }.
    .you = Vous prenez une carte dans la pile { $pile } et la montrez : { $card }.
event-traded = { $seat } envoie le marchand sur la pile { $pile } ; la carte du dessus : { $cards }.
    .you = Vous envoyez le marchand sur la pile { $pile } ; la carte du dessus : { $cards }.
event-accepted = { $seat } prend le chameau dans la caravane : { $card }.
    .you = Vous prenez le chameau dans votre caravane : { $card }.
event-declined = { $seat } défausse le chameau : { $card }.
    .you = Vous défaussez le chameau : { $card }.
event-storm = { $seat } déchaîne un vent de sable sur la pile { $pile }.
    .you = Vous déchaînez un vent de sable sur la pile { $pile }.
event-swapped = { $seat } échange les piles { $pile } et { $other }.
    .you = Vous échangez les piles { $pile } et { $other }.
event-reshuffled = On mélange la défausse pour refaire la pioche.
event-base = Une nouvelle pile { $pile } commence par : { $card }.
event-turn = { $seat } joue.
    .you = À vous.
event-over = La partie est finie.

# Pourquoi c’est fini
reason-running = elle continue
reason-four_alike = une caravane compte assez de chameaux au même chargement
reason-turn_limit = chacun a joué le nombre de tours convenu
reason-no_cards = plus personne n’a de carte en main et il n’y a rien à piocher

# La table en phrases
tell-deck = Pioche : { $number ->
    [one] { $number } carte
   *[other] { $number } cartes
} ; défausse : { $discards }.
tell-discards = Cartes défaussées : { $cards } ; sur le dessus : { $top }.
tell-pile = La pile { $pile } est face cachée.
tell-pile-base = La pile { $pile } commence par : { $card }.
tell-pile-empty = La pile { $pile } attend une base.
tell-pile-counted = Pile { $pile }, { $number ->
    [one] une carte
   *[other] { $number } cartes
} du bas vers le haut : { $cards }.
tell-pile-said = Annoncé pour les cartes inconnues de la pile { $pile } : { $goods }.
tell-caravan = Caravane de { $seat } : { $cards }.
tell-hand = Main de { $seat } : { $cards }.
tell-hidden-hand = { $seat } a { $number ->
    [0] la main vide.
    [one] une carte en main.
   *[other] { $number } cartes en main.
}
tell-sure = { $seat } tient à coup sûr : { $cards }.
tell-looking = Entre vos mains, la pile { $pile } du bas vers le haut : { $cards }.
tell-shown = Montré à l’instant : { $cards }.
tell-bet = Devant la pile { $pile } : { $card }.
tell-offer = Le marchand propose un chameau : { $card }.
tell-placing = { $seat } annonce pour la carte posée sur la pile { $pile } : « { $good } ».

# La feuille de score
score-alike = le plus de chameaux au même chargement, { $cards }

# Nombres reconstitués
number-copies = le nombre de cartes de chaque chargement, pari et personnage
number-stakes = chameaux que vaut chaque pari
number-hand_size = cartes d’une main complète
number-caravan_limit = chameaux qu’une caravane peut garder
number-alike = chameaux au même chargement qui gagnent
number-fetch = cartes piochées pour compléter une main sans caravane
