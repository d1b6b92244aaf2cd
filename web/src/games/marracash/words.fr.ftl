# Marracash : les mots dont seul le plateau a besoin.

marracash-you = vous
marracash-gate = Fontaine { $fountain }, près d’une porte : { $visitors }
marracash-fountain = Fontaine { $fountain } : { $visitors }
marracash-nobody = personne
marracash-lead = les emmener
marracash-via = Vers la fontaine { $arrival }, { $way }
marracash-fill = remplir d’abord cette porte
marracash-shop-free = { $shop }, { $kind } : sans propriétaire
marracash-shop-owned = { $shop }, { $kind } : propriétaire { $owner }, clients { $customers }, le prochain paie { $next }
marracash-note-go = Touchez pour les mener ici.
marracash-note-lead = Touchez, puis touchez la fontaine où ils vont.
marracash-note-fountain = Les visiteurs vont de fontaine en fontaine et passent devant les boutiques.
marracash-note-free = Les visiteurs passent devant une boutique sans propriétaire. On peut la mettre aux enchères.
marracash-note-owned = Les visiteurs de sa couleur qui passent y entrent et paient, l’un après l’autre : { $pay }. Les suivants paient autant que le dernier.
marracash-note-outside = Ils attendent autour des murs. Une fontaine foncée vide se remplit par un bout ou l’autre de leur file. Quand il en reste trop peu, chacun joue encore un tour.
marracash-note-souvenir = Un visiteur qui entre dans une boutique de cette couleur l’achète aussi : l’argent va au propriétaire.
marracash-note-money = Vos dirhams. Le plus riche gagne.

marracash-auction = L’enchère
marracash-hammer = Aux enchères : { $kind }
marracash-no-bid = pas encore d’offre
marracash-bid-of = meilleure offre { $amount }
marracash-leads = en tête
marracash-out = a passé
marracash-slide = Votre offre, par pas de { $step }
marracash-exact = Votre offre exacte
marracash-bid = Offrir { $amount }
marracash-up-to = Offrir jusqu’à…
marracash-order = Offres jusqu’à { $amount }
marracash-pass = Passer

marracash-arrivals = Qui entre à la fontaine { $fountain } ?
marracash-other-gate = Une autre porte est vide aussi : touchez sa fontaine pour la remplir d’abord.
marracash-end-left = Du bout gauche
marracash-end-right = Du bout droit
marracash-group = un groupe de { $number }

marracash-action = Action { $action } sur 2
marracash-where = Où vont-ils ? Touchez une fontaine au bout d’une rue éclairée.
marracash-may-move = Touchez une fontaine pour emmener ses visiteurs.
marracash-may-auction = Touchez une boutique pour la mettre aux enchères.
marracash-souvenirs = Souvenirs
marracash-deck = { $number } dans la pioche
marracash-souvenir = { $colour }, vaut { $value }
marracash-outside = { $number } attendent hors des murs
marracash-last = Dernier tour : { $number ->
    [one] plus personne ne joue après
   *[other] encore { $number } joueurs
}
marracash-money = { $money } dirhams
marracash-shops = Vos boutiques { $number }/{ $limit }
marracash-shops-of = { $number } boutiques sur { $limit }
marracash-own-shop = { $shop }, { $kind } : clients { $customers }, le prochain paie { $next }

marracash-guide-aim = Le but : être le plus riche à la fin. Achetez des boutiques, et menez-y les visiteurs : qui entre vous paie.
marracash-guide-shop = Mettez une boutique aux enchères : touchez-en une. Les visiteurs rouges qui passent devant une boutique rouge qui a un propriétaire y entrent et dépensent ; cherchez-en une près de visiteurs de sa couleur.
marracash-guide-auction = C’est ici qu’on enchérit : par une hausse rapide ou une somme de votre choix ; le menu près de la phrase enchérit pour vous jusqu’à une somme. Si un autre achète la boutique que vous proposez, vous touchez une commission.
marracash-guide-move = Menez maintenant les visiteurs : touchez une fontaine où il y a du monde, puis celle où ils vont. Le nombre affiché est votre gain. Ou mettez une boutique aux enchères.
marracash-guide-line = Une fontaine foncée est vide : faites entrer de { $least } à { $most } visiteurs d’un des bouts de la file. La file épuisée, le dernier tour commence.
marracash-guide-pay = Vos boutiques. Les clients paient l’un après l’autre { $pay } : mieux vaut en remplir une que plusieurs. Vous pouvez en avoir { $limit }.
marracash-guide-prompt = Cette phrase dit toujours ce qu’on attend de vous, et ce qui luit peut être touché. Le plus riche gagne.
marracash-magnify = Voir la ville de plus près
