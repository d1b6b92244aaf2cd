# Samarkand en français.

about = Suivez les pistes à sens unique entre camps nomades, oasis et villes. Échangez et achetez jusqu’à réunir une belle série d’une même marchandise, puis portez-la dans la seule ville qui en veut. Le premier à posséder 500 piastres gagne.

option-target = Somme à atteindre pour gagner, en piastres
option-turn_limit = Nombre de tours par joueur après lequel le plus riche gagne (0 : sans limite)

# Marchandises
grain = blé
    .some = du blé
fruit = { $number ->
    [one] fruit
   *[other] fruits
}
    .some = un fruit
copper = cuivre
    .some = du cuivre
carpets = tapis
    .some = un tapis
camels = { $number ->
    [one] chameau
   *[other] chameaux
}
    .some = un chameau
gems = { $number ->
    [one] pierre précieuse
   *[other] pierres précieuses
}
    .some = une pierre précieuse

# Ce que les marchés achètent
ware-grain = blé
ware-fruit = fruits
ware-copper = cuivre
ware-carpets = tapis
ware-camels = chameaux
ware-gems = pierres précieuses
ware-assortment = assortiments

# Villes
samarkand = Samarkand
isfahan = Isfahan
bukhara = Boukhara
kashgar = Kachgar

# Une case du plateau
no-space = hors du plateau
place = { $space }, { $kind ->
    [camp] camp, { $number ->
        [one] { $number } carte
       *[other] { $number } cartes
    } sur { $room } : { $cards }
    [oasis] oasis, une carte pour { $one } ou { $many } pour { $price }
   *[city] { $city } ; on y achète : { $first }{ $first_chip ->
        [0] {""}
       *[other] {" "}(jeton)
    } et { $second }{ $second_chip ->
        [0] {""}
       *[other] {" "}(jeton)
    }
}

# Ce qui est attendu
prompt-place = Posez votre pion sur la case de votre choix ; elle n’a encore aucun effet.
prompt-turn = { $can_ride ->
    [0] Avancez d’une case dans le sens d’une flèche ; avec { $money } piastres, vous ne pouvez pas payer les { $price } d’une chevauchée.
   *[other] Avancez gratuitement d’une case dans le sens d’une flèche, ou payez { $price } de vos { $money } piastres pour une chevauchée.
}
prompt-riding = Vous avez fait { $rolled } : choisissez votre chemin à la bifurcation, { $number ->
    [one] il reste une case.
   *[other] il reste { $number } cases.
}
prompt-back = Le dé dit « reculer » : choisissez la flèche que vous remontez.
prompt-gift = Offrez une carte de votre main au camp { $space } ; il en contient { $number } sur { $room }.
prompt-camp = { $afoot ->
    [0] Échangez encore des cartes avec le camp { $space }, une contre une, ou terminez votre tour.
   *[other] Échangez des cartes avec le camp { $space }, une contre une, ou poursuivez plutôt votre marche, ou terminez votre tour.
}
prompt-oasis = Achetez une carte pour { $one } ou { $many } pour { $price } ; vous avez { $money } piastres.
prompt-city = Vendez à l’un des deux marchés. Vous êtes en { place }.
prompt-chip = Tous les jetons sont sur le plateau : choisissez celui qui passe sur le marché { $city }, { $ware }.
prompt-discard = La pioche est épuisée : { $number ->
    [0] qui a plus de { $limit } cartes défausse l’excédent.
    [one] défaussez une carte pour en garder { $limit }.
   *[other] défaussez { $number } cartes, l’une après l’autre, pour en garder { $limit }.
}
prompt-over = La partie est finie.

# Choix
choice-start = partir de { place }
choice-walk = marcher jusqu’à { place }
choice-walk-on = poursuivre jusqu’à { place }
choice-ride-to = chevaucher jusqu’à { place }
choice-ride-back = reculer jusqu’à { place }
choice-ride-by = passer par { $space }, puis { $number ->
    [one] encore une case
   *[other] encore { $number } cases
}
choice-ride = payer { $price } et lancer le dé
choice-done = terminer le tour
choice-give = offrir : { $good }
choice-discard = défausser : { $good }
choice-buy = acheter { $number ->
    [one] une carte
   *[other] { $number } cartes
} pour { $price }
choice-swap = échange : donner { $give-some }, prendre { $take-some }
choice-uncover = déplacer le jeton du marché { $city }, { $ware }
choice-sell = vendre { $cards } pour { $price }
choice-assort = vendre un assortiment pour { $price } : { $goods }

# Événements
event-placed = { $seat } part de { $space }.
    .you = Vous partez de { $space }.
event-walked = { $seat } marche jusqu’à { $space }, { $kind ->
    [camp] un camp.
    [oasis] une oasis.
   *[city] { $city }.
}
    .you = Vous marchez jusqu’à { $space }, { $kind ->
        [camp] un camp.
        [oasis] une oasis.
       *[city] { $city }.
    }
event-walked_on = { $seat } poursuit jusqu’à { $space }, { $kind ->
    [camp] un camp.
    [oasis] une oasis.
   *[city] { $city }.
}
    .you = Vous poursuivez jusqu’à { $space }, { $kind ->
        [camp] un camp.
        [oasis] une oasis.
       *[city] { $city }.
    }
event-rolled = { $seat } paie { $price } et lance le dé : { $rolled ->
    [0] « reculer ».
   *[other] { $rolled }.
}
    .you = Vous payez { $price } et lancez le dé : { $rolled ->
        [0] « reculer ».
       *[other] { $rolled }.
    }
event-at_fork = { $seat } est à une bifurcation, en { $space } ; { $number ->
    [one] il reste une case.
   *[other] il reste { $number } cases.
}
    .you = Vous êtes à une bifurcation, en { $space } ; { $number ->
        [one] il vous reste une case.
       *[other] il vous reste { $number } cases.
    }
event-rode = { $seat } chevauche jusqu’à { $space }, { $kind ->
    [camp] un camp.
    [oasis] une oasis.
   *[city] { $city }.
}
    .you = Vous chevauchez jusqu’à { $space }, { $kind ->
        [camp] un camp.
        [oasis] une oasis.
       *[city] { $city }.
    }
event-gave = { $seat } fait un cadeau au camp : { $good }.
    .you = Vous faites un cadeau au camp : { $good }.
event-swapped = { $seat } échange { $give-some } contre { $take-some }.
    .you = Vous échangez { $give-some } contre { $take-some }.
event-left = { $seat } en reste là.
    .you = Vous en restez là.
event-bought_out = Le camp est plein : { $seat } paie { $price } et prend { $cards }.
    .you = Le camp est plein : vous payez { $price } et prenez { $cards }.
event-stocked = De la pioche au camp { $space } : { $cards }.
event-empty_handed = { $seat } n’a aucune carte à offrir et paie { $price }.
    .you = Vous n’avez aucune carte à offrir et payez { $price }.
event-bought = { $seat } paie { $price } et { $number ->
    [0] ne pioche rien, faute de cartes.
   *[other] pioche { $own ->
        [0] { $number ->
            [one] une carte.
           *[other] { $number } cartes.
        }
       *[other] { $cards }.
    }
}
    .you = Vous payez { $price } et { $number ->
        [0] ne piochez rien, faute de cartes.
       *[other] piochez { $own ->
            [0] { $number ->
                [one] une carte.
               *[other] { $number } cartes.
            }
           *[other] { $cards }.
        }
    }
event-drew = { $seat } poursuit et pioche { $own ->
    [0] { $number ->
        [one] une carte.
       *[other] { $number } cartes.
    }
   *[other] { $cards }.
}
    .you = Vous poursuivez et piochez { $own ->
        [0] { $number ->
            [one] une carte.
           *[other] { $number } cartes.
        }
       *[other] { $cards }.
    }
event-lost = { $seat } n’a pas de quoi acheter une carte et { $number ->
    [0] n’en a aucune à perdre.
   *[other] perd au hasard { $own ->
        [0] { $number ->
            [one] une carte.
           *[other] { $number } cartes.
        }
       *[other] { $cards }.
    }
}
    .you = Vous n’avez pas de quoi acheter une carte et { $number ->
        [0] n’en avez aucune à perdre.
       *[other] perdez au hasard { $own ->
            [0] { $number ->
                [one] une carte.
               *[other] { $number } cartes.
            }
           *[other] { $cards }.
        }
    }
event-sold = { $seat } vend { $cards } à { $city } pour { $price }.
    .you = Vous vendez { $cards } à { $city } pour { $price }.
event-covered = Un jeton couvre désormais le marché { $city }, { $ware }.
event-uncovered = Le jeton quitte le marché { $city }, { $ware }.
event-showed = { $seat } n’a rien à vendre ici, montre { $number ->
    [0] une main vide
   *[other] { $cards }
} et paie { $price }.
    .you = Vous n’avez rien à vendre ici, montrez { $number ->
        [0] une main vide
       *[other] { $cards }
    } et payez { $price }.
event-pile_empty = La dernière carte de la pioche est tirée : les mains de plus de { $limit } cartes sont ramenées à { $limit }.
event-discarded = { $seat } défausse { $good-some }.
    .you = Vous défaussez { $good-some }.
event-new_pile = Les cartes défaussées forment la nouvelle pioche : { $number ->
    [one] une carte.
   *[other] { $number } cartes.
}
event-turn = { $seat } joue.
    .you = À vous.
event-over = La partie est finie.

# Pourquoi c’est fini
reason-running = elle continue
reason-target_reached = la somme à atteindre est atteinte
reason-turn_limit = chacun a joué tous ses tours

# La table en phrases
tell-target = Il faut { $target } piastres pour gagner.
tell-rounds = { $rounds } tours par joueur sur { $limit } sont passés.
tell-space = { place } ; mène à { $exits }.
tell-prices = Prix, { $ware }, de { $least } à { $most } cartes : { $prices }.
tell-pile = Pioche : { $number ->
    [0] vide
    [one] une carte
   *[other] { $number } cartes
} ; jetons hors du plateau : { $chips }.
tell-discards = Cartes défaussées : { $cards }.
tell-seat = { $seat } : { $money } piastres, { $space }.
tell-hand = Main de { $seat } : { $cards }.
tell-hidden-hand = { $seat } a { $number ->
    [0] la main vide.
    [one] une carte en main.
   *[other] { $number } cartes en main.
}
tell-known = Tous savent que { $seat } a au moins { $cards }.

# La feuille de score
score-money = argent
score-cards = cartes, qui ne comptent pas : { $cards }

# Nombres reconstitués
number-many_price = le prix du gros achat à chaque oasis
number-kind = l’emplacement des camps, des oasis et des villes
number-room = le nombre de cartes qui remplissent chaque camp
number-exits = le sens des flèches
number-markets = ce qu’achète chaque ville
number-prices = la plupart des prix des marchés
number-copies = cartes de chaque marchandise
number-removed = cartes de chaque marchandise laissées dans la boîte
number-hand = cartes données à chaque joueur
number-money = piastres au départ
number-stock = cartes posées sur un camp au départ et après son achat
number-hand_limit = cartes qu’on peut garder quand la pioche est vide
number-chips = jetons de marché
number-die = les faces du dé ; 0 est « reculer »
number-ride_price = prix d’une chevauchée
number-empty_hand_fee = prix d’un cadeau pris à la pioche
number-full_camp_price = prix d’un camp complet
number-no_sale_fee = amende quand on montre qu’on ne peut pas vendre
number-lost = cartes perdues à l’oasis par qui ne peut payer
number-many = cartes du grand achat à l’oasis
number-one_price = prix d’une carte à l’oasis
part-camp = camp
part-oasis = oasis
part-assortment = assortiments
