# Tan-Tan Caravan en français.

about = Parcourez les ruelles de Tan-Tan, remplissez votre main au marché et chargez la caravane. Qui pose le dernier ballot choisit le premier au partage, et n’a pas à craindre les souris.

# Cartes
food = nourriture
    .some = de la nourriture
    .moves = la nourriture passe
clothes = vêtements
    .some = des vêtements
    .moves = les vêtements passent
cloth = tissu
    .some = du tissu
    .moves = le tissu passe
lanterns = { $number ->
    [one] lanterne
   *[other] lanternes
}
    .some = une lanterne
    .moves = la lanterne passe
spices = épices
    .some = des épices
    .moves = les épices passent
jewels = bijoux
    .some = des bijoux
    .moves = les bijoux passent
lamp = { $number ->
    [one] lampe de génie
   *[other] lampes de génie
}
    .some = une lampe de génie
    .moves = la lampe de génie passe
princess = { $number ->
    [one] princesse
   *[other] princesses
}
    .some = une princesse
    .moves = la princesse passe
merchant = { $number ->
    [one] marchand
   *[other] marchands
}
    .some = un marchand
    .moves = le marchand passe
thief = { $number ->
    [one] voleur
   *[other] voleurs
}
    .some = un voleur
    .moves = le voleur passe
mouse = souris
    .some = une souris
    .moves = la souris passe

# Ce qui est attendu
prompt-turn = Achetez au marché, ou chargez la caravane.
prompt-buying = Prenez encore une carte, ou validez l’achat.
prompt-loading = Ajoutez une carte au chargement, ou validez-le.
prompt-lot = On partage la caravane : prenez toutes les cartes d’un type.
prompt-theft = Votre voleur passe à l’action : choisissez un adversaire.
prompt-bite = Une souris ronge vos richesses : choisissez la carte qu’elle abîme.
prompt-over = La partie est finie.

# Choix
choice-take = acheter { $card-some } pour { $cost }
choice-load = charger : { $card }
choice-confirm-load = valider le chargement
choice-confirm-purchase = valider l’achat : { $card-moves } de la bourse à la caravane
choice-lot = prendre le lot : { $card }
choice-steal = voler { $rival }
choice-feed = sacrifier : { $card }

# Événements
event-took = { $seat } prend { $card-some } pour { $cost }.
    .you = Vous prenez { $card-some } pour { $cost }.
event-packed = { $seat } charge { $card-some }.
    .you = Vous chargez { $card-some }.
event-purse_moved = { $seat } valide l’achat ; { $card-moves } de la bourse à la caravane.
    .you = Vous validez l’achat ; { $card-moves } de la bourse à la caravane.
event-loaded = { $seat } valide le chargement.
    .you = Vous validez le chargement.
event-caravan_full = La caravane est pleine : on la partage en commençant par { $seat }.
    .you = La caravane est pleine : on la partage en commençant par vous.
event-caravan_last = Personne ne peut ajouter de carte : dernier partage de la caravane, en commençant par { $seat }.
    .you = Personne ne peut ajouter de carte : dernier partage de la caravane, en commençant par vous.
event-lot = { $seat } prend { $cards } dans la caravane.
    .you = Vous prenez { $cards } dans la caravane.
event-stole = { $seat } vole { $card-some } à { $rival }.
    .you = Vous volez { $card-some } à { $rival }.
    .yours = { $seat } vous vole { $card-some }.
event-mice = { $number ->
    [one] Une souris s’invite.
   *[other] { $number } souris s’invitent.
}
event-nothing = { $seat } n’a rien : il ne restait rien à prendre.
    .you = Vous n’avez rien : il ne restait rien à prendre.
event-fed = { $seat } perd { $card-some } à cause d’une souris.
    .you = Vous perdez { $card-some } à cause d’une souris.
event-turn = { $seat } joue.
    .you = À vous.
event-over = La partie est finie.

# Pourquoi c’est fini
reason-running = elle continue
reason-pile_empty = la pioche était vide et la dernière caravane a été partagée
reason-nothing_to_add = personne ne pouvait plus charger la caravane

# La table en phrases
tell-pile = Pioche : { $number ->
    [0] vide.
    [one] une carte, { $card }.
   *[other] { $number } cartes, { $card } au-dessus.
}
tell-purse = Bourse : { $card }, argent { $money }.
tell-slot = Étal { $slot }, prix { $cost } : { $card }.
tell-caravan = Caravane : { $cards } ; { $free } places libres sur { $places }.
tell-laid = Richesses de { $seat } : { $cards } ; { $points ->
    [one] un point
   *[other] { $points } points
} pour l’instant.
tell-hand = Main de { $seat } : { $cards }.
tell-hidden-hand = { $seat } a { $number ->
    [0] la main vide.
    [one] une carte en main.
   *[other] { $number } cartes en main.
}
tell-distribution = Partage de la caravane, commencé par { $seat }.

# La feuille de score
score-goods = { $cards }
score-lamps = { $number } { $number ->
    [one] lampe
   *[other] lampes
}, au carré
score-princess = { $number ->
    [one] une princesse
   *[other] { $number } princesses
} (maximum à la table : { $most }) × { $each } dans le plus grand lot
score-merchant = { $number ->
    [one] un marchand
   *[other] { $number } marchands
} (maximum à la table : { $most }) × { $each }

# Nombres reconstitués
number-purse = la valeur de chaque carte comme argent dans la bourse
number-copies = cartes de chaque type
number-points = points de chaque marchandise
number-slot_cost = prix des étals, de gauche à droite
number-places = places de la caravane
number-removed = cartes laissées dans la boîte
number-hand_limit = cartes qu’on peut avoir en main
number-merchant_points = points d’un marchand par marchandise différente
