# Le marché de Samarkand en français.

about = Au grand souk de Samarkand, les prix descendent : attendez, et tout devient moins cher ; attendez trop, et un autre dit « stop ». Rapportez un peu de tout, des cartes assorties, et juste assez de chameaux pour les porter.

# Marchandises et chameaux
carpets = tapis
spices = épices
fruits = fruits
jewels = bijoux
clothes = vêtements
camel-2 = { $number ->
    [one] chameau à 2 places
   *[other] chameaux à 2 places
}
camel-3 = { $number ->
    [one] chameau à 3 places
   *[other] chameaux à 3 places
}
camel-4 = { $number ->
    [one] chameau à 4 places
   *[other] chameaux à 4 places
}
camel-5 = { $number ->
    [one] chameau à 5 places
   *[other] chameaux à 5 places
}

# Options
option-hidden_goods = Les marchandises achetées sont cachées elles aussi derrière les paravents

# Ce qui est attendu
prompt-pick = Tour { $round } sur { $rounds } : choisissez en secret la carte que vous mettez en vente.
prompt-count = Le décompte est à { $price } : gardez le silence, ou arrêtez-le pour une chose en vente.
prompt-transport = Vos chameaux ne peuvent pas tout porter : choisissez { $number ->
    [one] encore une carte
   *[other] encore { $number } cartes
} à laisser sur place.
prompt-waiting = Ceux qui ont trop peu de chameaux choisissent ce qu’ils laissent sur place.
prompt-over = La partie est finie.

# Choix
choice-pick = mettre en vente : { $good } { $value }
choice-silence = garder le silence à { $price }
choice-stop = stop : acheter les { $good } { $value } à { $rival } pour { $price }
choice-stop-bank = stop : acheter les { $good } { $value } à la banque pour { $price }
choice-stop-camel = stop : acheter le chameau à { $places } places pour { $price }
choice-penniless = stop pour { $kind ->
    [camel_card] le chameau à { $places } places
    [from_bank] les { $good } { $value } que vend la banque
   *[from_seat] les { $good } { $value } que vend { $rival }
}, sans avoir les { $price } dirhams { $fine ->
    [0] (ni de quoi payer une amende)
   *[other] (amende : { $fine })
}
choice-discard = laisser sur place : { $good } { $value }

# Événements
event-offered = { $kind ->
    [from_bank] La banque met en vente : { $good } { $value }.
   *[from_seat] { $rival } met en vente : { $good } { $value }.
}
    .yours = { $kind ->
        [from_bank] La banque met en vente : { $good } { $value }.
       *[from_seat] Vous mettez en vente : { $good } { $value }.
    }
event-count = { $seat }, doyen du souk, lance le compte à rebours à partir de { $price }.
    .you = Vous êtes doyen du souk et lancez le compte à rebours à partir de { $price }.
event-price = { $price } : personne ne dit stop.
event-fined = { $price } : { $seat } dit stop pour { $kind ->
    [camel_card] le chameau à { $places } places
    [from_bank] les { $good } { $value } que vend la banque
   *[from_seat] les { $good } { $value } que vend { $rival }
}, mais n’a pas de quoi payer{ $fine ->
    [0] , pas même une amende.
   *[other] { " " }: amende de { $fine }.
}
    .you = { $price } : vous dites stop pour { $kind ->
        [camel_card] le chameau à { $places } places
        [from_bank] les { $good } { $value } que vend la banque
       *[from_seat] les { $good } { $value } que vend { $rival }
    }, mais n’avez pas de quoi payer{ $fine ->
        [0] , pas même une amende.
       *[other] { " " }: amende de { $fine }.
    }
    .yours = { $price } : { $seat } dit stop pour { $kind ->
        [camel_card] le chameau à { $places } places
        [from_bank] les { $good } { $value } que vend la banque
       *[from_seat] les { $good } { $value } que vous vendez
    }, mais n’a pas de quoi payer{ $fine ->
        [0] , pas même une amende.
       *[other] { " " }: amende de { $fine }.
    }
event-bought = { $price } : { $seat } dit stop et achète { $kind ->
    [camel_card] le chameau à { $places } places.
    [from_bank] les { $good } { $value } à la banque.
   *[from_seat] les { $good } { $value } à { $rival }.
}
    .you = { $price } : vous dites stop et achetez { $kind ->
        [camel_card] le chameau à { $places } places.
        [from_bank] les { $good } { $value } à la banque.
       *[from_seat] les { $good } { $value } à { $rival }.
    }
    .yours = { $price } : { $seat } dit stop et achète { $kind ->
        [camel_card] le chameau à { $places } places.
        [from_bank] les { $good } { $value } à la banque.
       *[from_seat] vos { $good } { $value }.
    }
event-disputed = { $price } : { $seat } disent stop ensemble pour { $kind ->
    [camel_card] le chameau à { $places } places.
    [from_bank] les { $good } { $value } que vend la banque.
   *[from_seat] les { $good } { $value } que vend { $rival }.
}
    .you = { $price } : { $seat } dites stop ensemble pour { $kind ->
        [camel_card] le chameau à { $places } places.
        [from_bank] les { $good } { $value } que vend la banque.
       *[from_seat] les { $good } { $value } que vend { $rival }.
    }
    .yours = { $price } : { $seat } disent stop ensemble pour { $kind ->
        [camel_card] le chameau à { $places } places.
        [from_bank] les { $good } { $value } que vend la banque.
       *[from_seat] les { $good } { $value } que vous vendez.
    }
event-doyen_wins = Par respect, c’est { $seat }, doyen du souk, qui l’emporte pour { $price } ; les autres ne paient rien.
    .you = Par respect, c’est vous, doyen du souk, qui l’emportez pour { $price } ; les autres ne paient rien.
event-nobody_wins = Chacun paie { $half } et personne ne l’emporte : { $kind ->
    [camel_card] le chameau retourne dans la pioche, que l’on mélange.
   *[other] la carte quitte le jeu.
}
event-unsold = { $kind ->
    [from_bank] La banque ne vend pas sa carte : { $good } { $value }.
   *[from_seat] { $rival } ne vend pas sa carte : { $good } { $value }.
}
    .yours = { $kind ->
        [from_bank] La banque ne vend pas sa carte : { $good } { $value }.
       *[from_seat] Vous ne vendez pas votre carte : { $good } { $value }.
    }
event-round = Le tour { $round } commence ; { $seat } est doyen du souk.
    .you = Le tour { $round } commence ; vous êtes doyen du souk.
event-camel_turned = On retourne un nouveau chameau : il a { $places } places.
event-market_closed = Le marché ferme : on baisse les paravents et on charge les chameaux.
event-no_camel = { $seat } n’a aucun chameau et ne rapporte rien.
    .you = Vous n’avez aucun chameau et ne rapportez rien.
event-discarded = { $seat } laisse sur place : { $good } { $values }.
    .you = Vous laissez sur place : { $good } { $values }.
event-over = La partie est finie.

# Pourquoi c’est fini
reason-running = elle continue
reason-last_round = le dernier tour a été joué

# La table en phrases
tell-round = Tour { $round } sur { $rounds } ; { $seat } est doyen du souk.
tell-price = Le décompte est à { $price }.
tell-camel = En vente : un chameau à { $places } places ; { $number ->
    [0] la pioche est vide.
    [one] il en reste un dans la pioche.
   *[other] il en reste { $number } dans la pioche.
}
tell-no-camel = Aucun chameau en vente ; { $number ->
    [0] la pioche est vide.
    [one] il en reste un dans la pioche.
   *[other] il en reste { $number } dans la pioche.
}
tell-offer = En vente : { $good } { $value }, par { $seat }.
tell-sells = { $seat } vend : { $good } ; { $number ->
    [0] il ne lui reste aucune carte.
    [one] il lui reste une carte.
   *[other] il lui reste { $number } cartes.
}
tell-hand = { $seat } peut encore mettre en vente : { $good } { $values }.
tell-screen = { $seat } a { $money ->
    [0] 0 dirham
    [one] un dirham
   *[other] { $money } dirhams
} ; chameaux : { $camels } (places : { $places }).
tell-bought = { $seat } a acheté : { $good } { $values }.
tell-bank-offer = En vente : { $good } { $value }, par la banque, à qui il { $number ->
    [0] n’en reste aucune.
    [one] en reste une.
   *[other] en reste { $number }.
}
tell-bank = La banque vend : { $good } ; { $number ->
    [0] il ne lui reste aucune carte.
    [one] il lui reste une carte.
   *[other] il lui reste { $number } cartes.
}

# La feuille de score
score-wealth = { $money ->
    [0] 0 dirham
    [one] un dirham
   *[other] { $money } dirhams
}, { $place ->
    [1] la plus grosse somme
    [2] la deuxième somme
   *[other] la troisième somme
}
score-rarest = marchandise la plus rare, { $good } { $values }
score-rarest-none = aucune carte « { $good } », donc rien pour la marchandise la plus rare
score-series = série de { $cards } cartes de valeur { $value }
score-empty = { $number ->
    [one] une place vide
   *[other] { $number } places vides
} sur les chameaux

# Nombres reconstitués
number-copies = le nombre de cartes de chaque valeur dans une marchandise
number-camels = le nombre de chameaux portant 2, 3, 4 ou 5 marchandises
number-rounds = tours
number-money = dirhams au départ
number-first_price = où commence le décompte
number-fine = amende pour un stop sans l’argent
number-wealth = points de la plus grosse fortune, de la suivante et de la troisième
number-series = points de 2, 3, 4, 5, et de 6 cartes ou plus de même valeur
number-empty_place = points perdus par place vide sur les chameaux
