# Tan-Tan Caravan : les mots dont seul le plateau a besoin.

tantan-caravan = La caravane
tantan-places = { $free ->
    [0] Aucune place libre sur { $places }
    [one] Une place libre sur { $places }
   *[other] { $free } places libres sur { $places }
}
tantan-arrived = La caravane est arrivée !
tantan-free-place = une place libre
tantan-market = Le marché
tantan-purse = Bourse : { $card }, argent { $money }
tantan-money = argent { $money }
tantan-stall = { $card }, prix { $cost }
tantan-cost = Coûte { $cost }
tantan-empty-stall = Un étal vide.
tantan-pile = Pioche de { $number }, dessus : { $card }
tantan-left = encore { $number }
tantan-hand = Votre main
tantan-hand-empty = Rien encore : achetez au marché.
tantan-riches = Vos richesses
tantan-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
} pour l’instant
tantan-points-of = { $points ->
    [one] { $points } point
   *[other] { $points } points
} pour l’instant, d’après les richesses étalées
tantan-shares = Ce que le dernier partage a donné
tantan-share = { $name } : { $cards }
tantan-share-nothing = { $name } : rien, car il ne restait rien à prendre
tantan-share-lost = Abîmé par une souris : { $cards }
tantan-riches-empty = Rien d’étalé encore.
tantan-holds = { $number ->
    [0] Aucune carte en main
    [one] Une carte en main
   *[other] { $number } cartes en main
}

tantan-note-purse = La bourse : vos achats du tour ne peuvent coûter plus que la valeur de cette carte en argent. Après l’achat, la carte rejoint la caravane.
tantan-note-pile = La pioche : tous voient la carte du dessus. Quand elle est vide, le prochain partage est le dernier.
tantan-note-good = Une marchandise : { $points } points chacune. Dans la bourse, elle vaut { $worth }.
tantan-note-lamp = Les lampes rapportent leur nombre au carré : 1, 4, 9, 16…
tantan-note-princess = Si vous en avez le plus, chacune rapporte un point par carte de votre plus grand lot d’une même marchandise.
tantan-note-merchant = Si vous en avez le plus, chacun rapporte { $merchant } points par marchandise différente.
tantan-note-thief = Pris dans la caravane, il vole une carte au hasard dans la main d’un rival.
tantan-note-mouse = Échoit à ceux qui choisissent ensuite, et abîme une de leurs richesses. Le premier à choisir ne la craint pas.

tantan-guide-aim = Le but : être le plus riche à la fin. Achetez des cartes, chargez-les sur la caravane, et prenez votre part quand elle est pleine.
tantan-guide-market = Achetez quelque chose : touchez une carte ; l’étiquette au-dessous est son prix. Le nombre d’une carte, ce sont ses points ; celui du disque sombre, ce qu’elle vaut en argent : sur la carte de la bourse, c’est ce que vous pouvez dépenser ce tour-ci.
tantan-guide-prompt = La carte est dans votre main, cachée des autres. Achetez encore, revenez en arrière ou validez : la carte de la bourse rejoint alors la caravane. La phrase dit toujours ce qu’on attend de vous, et ce qui luit peut être touché.
tantan-guide-hand = Vous pouvez maintenant charger : touchez des cartes d’un seul type dans votre main pour les mettre sur les chameaux. La dernière place prise, on partage la caravane.
tantan-guide-share = Le partage : prenez dans la caravane toutes les cartes d’un type ; elles deviennent vos richesses. Les suivants reçoivent aussi une souris, qui abîme une carte.
tantan-guide-end = Quand cette pioche est vide, le prochain partage est le dernier. Le plus riche gagne.
