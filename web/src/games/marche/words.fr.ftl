# Le marché de Samarkand : les mots dont seul le plateau a besoin.

marche-round = Tour { $round } sur { $rounds }
marche-doyen = Doyen : { $name }
marche-is-doyen = { $name } est le doyen
marche-note-doyen = Le doyen frappe le gong. Si plusieurs disent stop pour la même chose et que le doyen en est, c’est lui qui l’obtient. Le joueur à sa gauche est le doyen suivant.
marche-gong = Le gong : le prix est { $price }
marche-gong-still = Le gong se tait : chacun choisit une carte
marche-gong-closed = Le marché est fermé
marche-note-gong = Le prix de tout ce qui est en vente. Il baisse de 1 tant qu’il reste quelque chose à vendre. Touchez le gong pour garder le silence et laisser baisser.
marche-pass = Laisser baisser
marche-fall-to = Laisser baisser à…
marche-order = Silence jusqu’à { $price }
marche-passed = Vous vous taisez
marche-stalls = Le marché
marche-yours = Votre étal
marche-bank = Banque
marche-camel-post = Chameau
marche-on-offer = { $good } { $value }, en vente chez { $name }
marche-sells = { $name } vend : { $good } ; rien sur l’étal
marche-camel = Un chameau pour { $places } marchandises
marche-carries = porte { $places }
marche-note-camel = { $number ->
    [0] Un chameau porte autant de marchandises que son nombre l’indique. La pioche est vide.
   *[other] Un chameau porte autant de marchandises que son nombre l’indique ; encore { $number } dans la pioche. Les marchandises sans place restent ici, et chaque place vide coûte { $empty } points.
}
marche-no-camel = Pas de chameau en vente
marche-no-camels = aucun
marche-pile-camels = Dans la pioche : { $camels }
marche-note-bank = La banque vend : { $good }, une carte par tour ; reste { $number }.
marche-bank-pile = Dans sa pile : { $values }
marche-stop = Stop !
marche-sure = Sûr ?
marche-fine = Amende { $fine }
marche-sold = Vendu !
marche-chosen = Votre stop
marche-secret = Face cachée
marche-own-stall = Votre propre carte : ce qu’elle rapporte vous revient.
marche-gone = Hors du jeu :
marche-dispute = Dispute !
marche-respect = Respect !
marche-nobody = Pour personne !

marche-hand = Votre étal
marche-hand-empty = Tout a été vendu ou proposé.
marche-hand-card = { $good } { $value }
marche-note-hand = Mise en vente en secret ; toutes les cartes sont révélées ensemble. Chacune de vos cartes est proposée une fois.
marche-goods = Vos achats
marche-goods-none = aucun
marche-note-goods = La marchandise dont vous avez le moins de cartes rapporte la somme de ses valeurs ; s’il en manque une, rien. Les cartes de même valeur forment des séries : { $series } points à partir de la deuxième carte.
marche-leave = Touchez ce que vous laissez sur place
marche-screen = Derrière votre paravent
marche-money = { $money ->
    [0] Pas un dirham
    [one] Un dirham
   *[other] { $money } dirhams
}
marche-note-money = Caché aux autres. À la fin, le plus riche et ceux qui le suivent marquent : { $wealth } points.
marche-load = { $load } sur { $places } places
marche-note-load = Vos chameaux : { $camels }. Ils portent { $places } ; vous avez { $load }. Ce qu’ils ne peuvent porter reste ici ; chaque place vide coûte { $empty } points.
marche-over = { $number } de trop
marche-free = { $number ->
    [one] { $number } vide, −{ $empty }
   *[other] { $number } vides, −{ $empty } chacun
}

marche-tent-sells = Vend : { $good } ; { $number ->
    [0] plus aucune carte
    [one] encore une carte
   *[other] encore { $number } cartes
}
marche-tent-hand = Encore en main : { $values }
marche-tent-bought = A acheté
marche-tent-nothing = N’a encore rien acheté
marche-tent-hidden = Achats, argent et chameaux sont derrière le paravent
marche-tent-screen = Argent et chameaux sont derrière le paravent
marche-tent-open = { $money } dirhams ; chameaux : { $camels } ({ $places } places)

marche-guide-aim = Le but : rapporter un peu de chaque marchandise, des cartes de même valeur, et juste assez de chameaux pour les porter. Le plus de points gagne.
marche-guide-hand = Vous vendez une seule marchandise, une carte par tour. Touchez la carte que vous mettez en vente, puis encore une fois pour confirmer. Toutes sont révélées ensemble.
marche-guide-gong = Le gong décompte à partir de { $first } : c’est le prix de tout ce qui est en vente. Touchez le gong pour vous taire et laisser baisser le prix ; le menu près de la phrase le laisse baisser davantage.
marche-guide-stop = Une chose vous plaît ? Touchez-la sur son étal pour arrêter le décompte et l’acheter à ce prix. Vous payez son vendeur. Sans assez d’argent, l’amende est de { $fine }.
marche-guide-camel = Il faut des chameaux pour rapporter vos achats. Eux aussi sont en vente ; le nombre dit combien de cartes chacun porte.
marche-guide-dispute = Si plusieurs disent stop pour la même chose, il y a dispute : le doyen l’obtient. Si le doyen n’en est pas, chacun paie la moitié et personne ne l’obtient.
marche-guide-goods = Vos achats sont ici. Prenez un peu de tout : c’est la marchandise dont vous avez le moins qui compte. Les cartes de même valeur forment des séries.
marche-guide-purse = Argent et chameaux sont cachés aux autres. Les places vides sur les chameaux coûtent des points, et l’argent qui reste en rapporte.
