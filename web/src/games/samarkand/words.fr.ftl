# Samarkand : les mots dont seul le plateau a besoin.

samarkand-map = Les pistes
samarkand-prices = Ce que paient les marchés
samarkand-cards = cartes
samarkand-offer = { $city }, { $ware } : { $number } cartes pour { $price }
samarkand-market = { $city }, { $ware }
samarkand-chip = un jeton de verre : le prix d’une carte de moins
samarkand-chips = Jetons à côté du plateau : { $number }
samarkand-pile = Pioche, { $number ->
    [0] vide
    [one] une carte
   *[other] { $number } cartes
}
samarkand-camp-at = Camp { $space }
samarkand-oasis-at = Oasis { $space }
samarkand-start = Où vous voulez
samarkand-start-hint = Près des cartes voulues, ou de leur marché
samarkand-walk = À pied : touchez la case suivante
samarkand-ride = Chevaucher pour { $price }
samarkand-die = Le dé montre { $rolled ->
    [0] « reculer »
   *[other] { $rolled }
}
samarkand-die-waits = Le dé
samarkand-order = En route vers { $space }
samarkand-steps = { $number ->
    [one] encore une case : touchez l’arrivée
   *[other] encore { $number } cases : touchez l’arrivée
}
samarkand-step-back = une case à contresens
samarkand-free = une place pour une carte
samarkand-gift = Touchez la carte de votre main que vous offrez
samarkand-swap-give = Échange : touchez une carte de votre main
samarkand-swap-take = Contre { $give-some }, touchez ce que vous prenez
samarkand-hold = proposer à l’échange : { $good }
samarkand-let-go = garder : { $good }
samarkand-lot = { $number ->
    [one] 1 carte
   *[other] { $number } cartes
}
samarkand-lay = mettre en vente : { $good }
samarkand-take-back = reprendre : { $good }
samarkand-lay-out = Touchez des cartes de votre main, ou un prix
samarkand-too-few = Pas encore une vente : ajoutez des cartes
samarkand-sell = Vendre pour { $price }
samarkand-choose-chip = Quel jeton se déplace ?
samarkand-laid-off = Défausses
samarkand-shown = { $seat } montre
samarkand-none = aucune carte
samarkand-bank = La banque

samarkand-hand = Votre main
samarkand-hand-empty = Aucune carte.
samarkand-hand-count = { $number ->
    [one] { $number } carte
   *[other] { $number } cartes
}
samarkand-purse = { $money } piastres sur { $target }
samarkand-turns = Tour { $number } sur { $limit }
samarkand-holds = { $number ->
    [0] Aucune carte en main
    [one] Une carte en main
   *[other] { $number } cartes en main
}
samarkand-known = À coup sûr parmi elles : { $cards }
samarkand-sells-for = Au mieux à présent : { $price } pour { $number }, à { $city }
samarkand-sells-not = Se vend à { $city }, à partir de { $number } cartes

samarkand-note-camp = S’il n’est pas plein : offrez une carte, puis échangez autant que vous voulez, ou poursuivez si vous êtes venu à pied. Plein : payez { $full } et prenez toutes ses cartes.
samarkand-note-oasis = Il faut acheter, de la pioche : une carte pour { $one }, ou { $many } pour le prix inscrit. Qui ne peut payer perd { $lost } cartes.
samarkand-note-city = Vendez à l’un des deux marchés : des cartes de sa marchandise, ou un assortiment de marchandises différentes. Qui ne peut vendre montre sa main et paie { $fine }.
samarkand-note-ride = Payez, lancez le dé et avancez d’autant de cases exactement ; aux bifurcations, vous choisissez. « Reculer » : une case à contresens.
samarkand-note-pile = D’ici viennent les cartes achetées aux oasis ; celles qu’on vend y retournent. Quand la dernière est piochée, les mains de plus de { $limit } cartes sont réduites.
samarkand-note-chips = Après une vente, le marché reçoit un jeton : tant qu’il y est, on y paie le prix d’une carte de moins. S’ils sont tous posés, le vendeur en déplace un.
samarkand-note-purse = Le premier à posséder { $target } piastres gagne aussitôt. Les cartes ne comptent pas.
samarkand-note-bank = La banque paie ce qui est vendu, et ne s’épuise jamais.

samarkand-guide-aim = Le but : posséder le premier la somme inscrite près des pièces. Réunissez des cartes d’une marchandise, et vendez-les ensemble là où on les veut.
samarkand-guide-map = Des pistes à sens unique entre camps (tentes), oasis (palmiers) et villes (arches). Pour commencer, posez votre pion sur une case : près de cartes qui vous plaisent, ou de leur marché.
samarkand-guide-move = À votre tour : avancez gratuitement d’une case en la touchant sur la carte, ou payez et chevauchez en touchant le dé.
samarkand-guide-camp = Un camp : offrez-lui une carte de votre main. Puis vous pouvez échanger avec lui, carte contre carte. Quand toutes ses places sont prises, le prochain emporte tout pour { $full }.
samarkand-guide-oasis = Une oasis : achetez une carte pour { $one }, ou { $many } pour le prix inscrit.
samarkand-guide-city = Une ville : étalez des cartes de votre main et vendez-les ; un assortiment, c’est une carte de chacune de plusieurs marchandises. Qui peut vendre le doit. Puis un jeton de verre couvre ce marché, qui paie moins pendant un temps.
samarkand-guide-prices = Ce que paie chaque marché. Une grande série rapporte bien plus que quelques cartes ; le prix encadré est celui que votre main rapporterait à présent.
samarkand-guide-prompt = Cette phrase dit toujours ce qu’on attend de vous. Ce qui luit peut être touché ; un appui long explique tout.
samarkand-beside = À côté de la carte
samarkand-here = Ici
samarkand-prices-short = Prix
