# Marracash en français.

about = Achetez des boutiques dans les ruelles de la vieille ville et menez-y les visiteurs, de fontaine en fontaine. Chaque client dépense plus que le précédent ; et si vous le conduisez chez un rival, vous touchez au moins une commission.

option-souvenirs = Souvenirs : les visiteurs achètent aussi les souvenirs exposés
option-turn_limit = Nombre de tours par joueur, après quoi le plus riche gagne (0 : sans limite)

# Visiteurs
blue = { $number ->
    [one] bleu
   *[other] bleus
}
green = { $number ->
    [one] vert
   *[other] verts
}
purple = { $number ->
    [one] mauve
   *[other] mauves
}
red = { $number ->
    [one] rouge
   *[other] rouges
}
yellow = { $number ->
    [one] jaune
   *[other] jaunes
}

# Boutiques
shop-blue = la boutique bleue
shop-green = la boutique verte
shop-purple = la boutique mauve
shop-red = la boutique rouge
shop-yellow = la boutique jaune

# Souvenirs
souvenir-blue = souvenir bleu
souvenir-green = souvenir vert
souvenir-purple = souvenir mauve
souvenir-red = souvenir rouge
souvenir-yellow = souvenir jaune

# Sorties d’une fontaine
north = par le nord
east = par l’est
south = par le sud
west = par l’ouest

# Ce qui est attendu
prompt-first = Premier tour : mettez une boutique aux enchères ; la première offre est de { $lowest } au moins.
prompt-turn = Action { $action } sur 2 : déplacez les visiteurs d’une fontaine, ou mettez une boutique aux enchères.
prompt-turn-auction = Action { $action } sur 2, après une enchère : mettez une autre boutique aux enchères.
prompt-opening = Ouvrez l’enchère sur { $kind } { $shop } à { $lowest } au moins ; vous avez { $money }.
prompt-bidding = { $rival } offre { $bid } pour { $kind } { $shop } : montez à { $lowest } au moins, ou passez ; vous avez { $money }.
prompt-souvenir = Dans { $kind } { $shop }, un visiteur achète un souvenir : choisissez lequel des deux vous vendez.
prompt-arrival = Plus personne { $number ->
    [one] à la fontaine foncée { $gates }
   *[other] aux fontaines foncées { $gates }
} : faites entrer de { $least } à { $most } visiteurs sur les { $left } qui attendent dehors.
prompt-over = La partie est finie.

# Choix
choice-move = { $visitors } : de la fontaine { $start }, { $way }, à la fontaine { $arrival }
choice-move-enter = { $visitors } : de la fontaine { $start }, { $way }, à la fontaine { $arrival } ; clients pour { $shops }, vous gagnez { $gain }
choice-move-souvenirs = { $visitors } : de la fontaine { $start }, { $way }, à la fontaine { $arrival } ; clients pour { $shops }, vous gagnez { $gain }, ou plus avec les souvenirs
choice-auction = mettre aux enchères { $kind } { $shop }
choice-bring-left = faire entrer { $number } visiteurs de l’extrémité gauche à la fontaine { $fountain } : { $visitors }
choice-bring-right = faire entrer { $number } visiteurs de l’extrémité droite à la fontaine { $fountain } : { $visitors }
choice-bring-all = faire entrer les { $number } derniers visiteurs à la fontaine { $fountain } : { $visitors }
choice-sell = vendre le { $colour } pour { $value }
choice-pass = passer
choice-bid = offrir { $amount }

# Événements
event-named = { $seat } met aux enchères { $kind } { $shop }.
    .you = Vous mettez aux enchères { $kind } { $shop }.
event-bid = { $seat } offre { $amount }.
    .you = Vous offrez { $amount }.
event-passed = { $seat } passe.
    .you = Vous passez.
event-bought = { $seat } achète { $kind } { $shop } pour { $price }.
    .you = Vous achetez { $kind } { $shop } pour { $price }.
event-commission = { $seat } touche une commission de { $amount }.
    .you = Vous touchez une commission de { $amount }.
event-moved = { $seat } mène { $visitors } de la fontaine { $start } à la fontaine { $arrival }.
    .you = Vous menez { $visitors } de la fontaine { $start } à la fontaine { $arrival }.
event-led = { $seat } fait partir { $visitors } de la fontaine { $start }.
    .you = Vous faites partir { $visitors } de la fontaine { $start }.
event-entered = { $visitors } { $number ->
    [one] entre
   *[other] entrent
} dans { $kind } { $shop }, où { $seat } encaisse { $amount }.
    .you = { $visitors } { $number ->
        [one] entre
       *[other] entrent
    } dans { $kind } { $shop }, où vous encaissez { $amount }.
event-souvenir = { $seat } vend le { $colour } pour { $value }.
    .you = Vous vendez le { $colour } pour { $value }.
event-fee = { $seat } verse { $amount } à { $rival } pour les avoir amenés.
    .you = Vous versez { $amount } à { $rival } pour les avoir amenés.
    .yours = { $seat } vous verse { $amount } pour les avoir amenés.
event-arrived = Les autres arrivent à la fontaine { $arrival } : { $visitors }.
event-turned = Un nouveau { $colour } est exposé, il vaut { $value }.
event-brought = { $seat } fait entrer { $visitors } à la fontaine { $fountain }.
    .you = Vous faites entrer { $visitors } à la fontaine { $fountain }.
event-last_turns = { $left ->
    [0] Plus personne n’attend dehors :
    [one] Un seul visiteur reste dehors :
   *[other] Trop peu de visiteurs restent dehors :
} chacun joue encore un tour, { $seat } en dernier.
    .you = { $left ->
        [0] Plus personne n’attend dehors :
        [one] Un seul visiteur reste dehors :
       *[other] Trop peu de visiteurs restent dehors :
    } chacun joue encore un tour, vous en dernier.
event-skipped = { $seat } ne peut rien faire : son tour est sauté.
    .you = Vous ne pouvez rien faire : votre tour est sauté.
event-turn = { $seat } joue.
    .you = À vous.
event-over = La partie est finie.

# Pourquoi c’est fini
reason-running = elle continue
reason-last_turns = il n’y avait plus de groupe à faire entrer et chacun a joué son dernier tour
reason-turn_limit = le nombre de tours convenu a été joué

# La table en phrases
tell-outside = Hors des murs : { $number ->
    [0] personne.
    [one] un visiteur, { $visitors }.
   *[other] { $number } visiteurs, de gauche à droite : { $visitors }.
}
tell-gate = Fontaine { $fountain }, près d’une porte : { $visitors }.
tell-fountain = Fontaine { $fountain } : { $visitors }.
tell-shop = { $seat } possède { $kind } { $shop }, { $number ->
    [0] sans client ;
    [one] un client ;
   *[other] { $number } clients ;
} le prochain paiera { $next }.
tell-free = Boutiques sans propriétaire : { $shops }.
tell-seat = { $seat } a { $money } dirhams et { $number ->
    [0] aucune boutique
    [one] une boutique
   *[other] { $number } boutiques
} sur { $limit }.
tell-opening = Aux enchères : { $kind } { $shop }, aucune offre encore.
tell-auction = Aux enchères : { $kind } { $shop } ; { $seat } offre { $bid }.
tell-moving = Encore en chemin : { $visitors }.
tell-souvenir = Exposé : { $colour }, qui vaut { $value }.
tell-deck = Souvenirs dans la pile : { $number }.
tell-last-turns = Dernier tour : { $number ->
    [one] plus personne ne joue après.
   *[other] encore { $number } joueurs, celui-ci compris.
}

# La feuille de score
score-start = argent de départ
score-takings = dépensé par les clients
score-souvenirs = souvenirs vendus
score-commissions = commissions sur les enchères
score-guiding = commissions pour des clients amenés chez des rivaux
score-guides = commissions versées aux rivaux
score-shops = achats de boutiques

# Nombres imprimés
number-board = la ville
number-gates = les fontaines foncées, une derrière chaque porte
number-copies = visiteurs de chaque couleur
number-first_group = visiteurs à chaque fontaine foncée au départ
number-group = visiteurs qui entrent à la fois
number-money = dirhams au départ
number-shop_limit = boutiques qu’on peut avoir
number-opening = première offre, au moins
number-raise_by = hausse, au moins
number-auction_fee = commission de l’organisateur d’une enchère
number-pay = ce que paient les clients l’un après l’autre
number-guide_fee = commission du rival qui a mené des clients
number-souvenirs = valeurs des souvenirs de chaque couleur
