# Lamplight en français.

about = Une seule lampe brûle encore au bazar, et à sa lumière repose ce que la dernière caravane a laissé. Offrez quelques pièces en secret : l’offre la plus haute emporte tout, à moins que quelqu’un n’ait pensé au même nombre.

# Marchandises
tea = thé
spices = épices
carpets = tapis
silk = soie
jade = jade

# Ce qui est attendu
prompt-offer = Combien de pièces offrez-vous pour l’étal ?
prompt-gift = L’étal est à vous : donnez une de ses marchandises à { $rival }.
prompt-over = La partie est finie.

# Choix
choice-offer = { $coins ->
    [0] ne rien offrir
    [one] offrir 1 pièce
   *[other] offrir { $coins } pièces
}
choice-give = donner : { $good }

# Événements
event-promised = { $seat } offre { $coins } en secret.
    .you = Vous offrez { $coins } en secret.
event-offered = { $seat } offre { $coins }.
    .you = Vous offrez { $coins }.
event-took = { $seat } paie et prend { $cards }.
    .you = Vous payez et prenez { $cards }.
event-nobody = Personne n’emporte l’étal ce soir.
event-gave = { $seat } en donne une part à { $rival } : { $good }.
    .you = Vous en donnez une part à { $rival } : { $good }.
    .yours = { $seat } vous en donne une part : { $good }.
event-evening = Un nouveau soir. À la lumière : { $good }.
event-over = La lampe s’éteint.

# Pourquoi c’est fini
reason-running = elle continue
reason-last_evening = le dernier soir est passé

# Comment le plateau nomme les parties d’une vue
view-left = { $number ->
    [0] Le dernier soir
    [one] Encore un soir
   *[other] Encore { $number } soirs
}
view-stall = À la lumière de la lampe
view-points = Points
view-order_points = +{ $number } par marchandise de votre commande
view-coins = { $number ->
    [one] { $number } pièce
   *[other] { $number } pièces
}
view-goods = Marchandises
view-order = Commande
view-offer = offre { $number } ce soir
view-offered = dernière offre : { $number }

# La table en phrases
tell-evening = Soir { $evening } sur { $evenings }.
tell-stall = À la lumière de la lampe : { $cards }.
tell-coins = { $seat } a { $coins ->
    [one] { $coins } pièce.
   *[other] { $coins } pièces.
}
tell-goods = Marchandises de { $seat } : { $cards }.
tell-order = Commande de { $seat } : { $good }.

# La feuille de score
score-goods = { $cards }
score-order = la commande : { $good }
score-coins = pièces
