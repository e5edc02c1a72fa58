import { cookieRows, storedRows } from '@kerf/domain/site/privacy-rows'
import type * as en from '../en/legal.ts'
import type { Wording } from '../wording.ts'

export const legalWords: Wording<typeof en.legalWords> = {
  changed: 'Dernière modification\u202f: {changed}',
  contents: 'Sur cette page',
  related: 'Voir aussi',
  terms: {
    lead: '[Six|Cinq] courtes sections. Ici, «\u00a0nous\u00a0» désigne l’exploitant de ce serveur, et «\u00a0vous\u00a0» toute personne qui l’utilise.',
    sections: [
      {
        title: 'Utilisation acceptable',
        text: [
          'Vous pouvez utiliser ce service pour découper des passages de vidéos et les conserver, dans le navigateur ou[, dans les limites de votre forfait,] avec l’API.',
          '[Free et Pro sont réservés à un usage personnel. Vous ne pouvez pas les utiliser, ni les clips réalisés avec eux, dans un travail rémunéré, dans de la publicité ou dans quoi que ce soit que vous vendez. Lifetime Access comprend l’usage commercial.]',
          'Vous ne pouvez pas l’utiliser pour enfreindre la loi, contourner ses limites, le surcharger ou surcharger les sources qu’il lit, accéder à ce qui ne vous est pas destiné, ou le revendre comme le vôtre. Il ne contourne ni connexion, ni paiement, ni protection contre la copie, et vous ne devez pas le pousser à essayer.',
          'Nous pouvons ralentir, refuser ou suspendre toute utilisation de ce genre.',
        ],
      },
      {
        title: 'Seulement ce que vous avez le droit de télécharger',
        text: [
          'Ne découpez et ne conservez que ce que vous avez le droit d’utiliser\u202f: vos propres vidéos, celles dont la licence le permet, et ce que permet la loi là où vous vivez, comme la citation. Les droits sur une vidéo restent à la personne qui l’a faite. Nous ne vous en donnons aucun.',
          'Les plateformes ont leurs propres conditions, et certaines limitent le téléchargement. Il vous appartient de les respecter.',
          'Si quelque chose fait ici touche à vos droits, écrivez-nous. La page DMCA indique ce que nous devons savoir.',
        ],
      },
      {
        title: 'Comptes',
        text: [
          'Vous n’avez pas besoin de compte pour découper une vidéo.[ Sans compte, vous avez {anonymousDaily} téléchargements par jour et {anonymousMonthly} par mois, en 360p ou en audio.]',
          'Avec un compte, indiquez une adresse e-mail à laquelle on peut vous joindre, gardez votre mot de passe pour vous et prévenez-nous si quelqu’un d’autre l’a. Un mot de passe contient au moins {passwordMinimum} caractères. Un compte est destiné à une seule personne. Vous répondez de ce qui est fait avec.',
          'Vous pouvez supprimer votre compte à tout moment dans les Paramètres.[ Le reste de votre forfait prend fin avec lui.] Nous pouvons suspendre un compte qui enfreint ces conditions, et nous dirons pourquoi.',
        ],
      },
      {
        title: 'Forfaits et paiement',
        text: [
          'Free ne coûte rien\u202f: vidéo jusqu’à {freeQuality}, et audio, {freeDaily} téléchargements par jour. Pro coûte {proMonthly} pour un mois ou {proYearly} pour un an. Lifetime Access coûte {lifetime} une seule fois et dure aussi longtemps que ce service. Tous les prix sont en dollars américains.',
          'Vous payez une fois, à l’avance, par PayPal, avec un compte ou une carte. Rien ne se renouvelle automatiquement\u202f: quand la durée payée est écoulée, vous revenez à Free. Un forfait commence quand PayPal confirme que le paiement est terminé\u202f; un paiement en attente ou refusé ne donne droit à aucun forfait. Nous vous écrivons par e-mail une semaine et un jour avant la fin d’un forfait.',
          'Ce que vous achetez avant la fin de Pro s’y ajoute. Lifetime Access commence immédiatement et remplace le reste de Pro, qui n’est pas remboursé. Un paiement rendu en entier, par remboursement ou à la suite d’un litige, met fin au forfait qu’il payait\u202f; un remboursement partiel, non. Vos droits légaux de rétractation restent inchangés.',
        ],
      },
      {
        title: 'Disponibilité et responsabilité',
        text: [
          'Nous nous efforçons de maintenir le service et de faire des coupes exactes, mais nous ne pouvons garantir ni l’un ni l’autre. Des sources changent, refusent ou disparaissent sans nous consulter. Un téléchargement qui échoue n’est pas compté.',
          'Vos clips sont supprimés au plus tard {retentionHours} heures après leur création. Ceci n’est pas un service de stockage\u202f: enregistrez ce que vous voulez garder. Avec un lien public que vous créez pour un clip, toute personne qui l’a peut voir et enregistrer le clip, jusqu’à ce que vous repreniez le lien ou que le clip soit supprimé. Le serveur compte combien de fois il est ouvert, et non par qui.',
          'Le service est fourni en l’état. Dans la mesure où la loi le permet, nous ne répondons pas des pertes dues à son utilisation ou à l’impossibilité de l’utiliser. Là où la loi ne le permet pas, notamment en cas de faute intentionnelle, de faute lourde ou de dommage corporel, la loi s’applique.',
        ],
      },
      {
        title: 'Modifications et contact',
        text: [
          'Nous pouvons modifier ces conditions. La date ci-dessus indique la dernière fois, et la page Nouveautés ce qui a changé dans le produit.[ Une modification ne raccourcit pas un forfait déjà payé.]',
          'Si une phrase de ce texte se révèle non valable, les autres restent applicables. Vous pouvez nous joindre par la page de contact.',
        ],
      },
    ],
  },
  privacy: {
    lead: 'Ce que ce serveur enregistre sur vous, pendant combien de temps, qui d’autre le voit, et comment le supprimer.',
    sections: [
      {
        title: 'En bref',
        text: [
          'Une simple visite n’enregistre rien sur vous sur ce serveur. Vos clips sont supprimés dans les {retentionHours} heures. Il n’y a ni traceurs ni mesure d’audience. Votre navigateur ne contacte YouTube [ou PayPal ]que si vous ouvrez un aperçu YouTube[ ou choisissez un forfait payant].',
        ],
      },
      {
        title: 'Sans compte',
        text: [
          'Quand vous ouvrez votre premier lien, un cookie nommé kerf_viewer est déposé, pour {cookieDays} jours. Il contient un nombre aléatoire, et le serveur n’en garde qu’une empreinte\u202f: assez pour vous reconnaître, pas assez pour savoir qui vous êtes.',
          'Sous ce nombre, le serveur enregistre les liens que vous ouvrez, avec ce que leur source dit de la vidéo, comme son titre, sa chaîne et sa durée\u202f; l’extrait que vous choisissez\u202f; vos téléchargements, avec leur heure, leur qualité et leur résultat\u202f; et combien vous en avez fait par jour et par mois. Ces entrées sont supprimées après {strangerDays} jours. Elles ne contiennent ni votre nom ni votre adresse IP. Pour qu’effacer le cookie ne remette pas la limite à zéro, les téléchargements sans compte sont aussi comptés par adresse IP, enregistrée seulement sous forme d’empreinte à clé, jusqu’à la fin du mois.',
        ],
      },
      {
        title: 'Avec un compte',
        text: [
          'Un compte contient votre nom, votre nom d’utilisateur et votre adresse e-mail, confirmée ou non, votre mot de passe sous forme d’une empreinte impossible à inverser, votre rôle[ et votre forfait avec leurs dates], la date de votre inscription et celle de votre dernière activité. Si vous activez un second facteur, il contient aussi son secret et ses codes de secours, chiffrés.',
          'Pour chaque session, afin que vous puissiez la reconnaître et la fermer, le serveur enregistre le nom que se donne votre navigateur, quand la session a commencé et quand elle a servi pour la dernière fois. Votre adresse IP n’est pas enregistrée. Une session prend fin après {idleDays} jours sans utilisation, et au plus tard après {sessionDays} jours.',
          'Les liens que vous ouvrez, les extraits que vous choisissez, vos téléchargements et leur nombre sont enregistrés comme sans compte, mais sous votre compte. Ce que vous aviez ouvert avant de vous connecter y est transféré.',
          'Une clé d’API est enregistrée sous forme de hachage, avec son nom, ses premiers caractères et sa dernière utilisation. Un webhook est enregistré avec son adresse et son secret chiffré, et chaque envoi pendant 30\u00a0jours. Les deux ne servent que comme vous les avez configurés.',
          'Si vous êtes venu par une invitation, le serveur enregistre qui vous a invité, pour quelle adresse e-mail et quand vous avez accepté, jusqu’à 30 jours après. Si vous vous connectez par un fournisseur d’identité, il enregistre le numéro sous lequel celui-ci vous connaît.',
          'Pour empêcher de deviner des mots de passe ou de demander des e-mails sans fin, ces tentatives sont comptées par compte, adresse e-mail et adresse IP. Chacun n’est enregistré que sous forme d’empreinte, et le compteur expire {triesMinutes} minutes après la dernière tentative.',
          '[Pour un paiement, le serveur enregistre ses numéros chez PayPal, le forfait, le montant, les dates, le numéro de son reçu et ce qu’il est devenu. L’achat, l’attribution ou le remboursement d’un forfait est inscrit dans un registre qui n’est jamais modifié, seulement complété, pour que chaque forfait puisse être expliqué. Le serveur ne voit jamais de numéro de carte.]',
          'Tout cela reste jusqu’à ce que vous supprimiez votre compte, dans les Paramètres et avec effet immédiat[, sauf les paiements, leurs reçus et ce registre\u202f: la loi nous oblige à tenir nos comptes, et un paiement peut encore être remboursé après la suppression du compte. Ils contiennent alors le numéro du compte, pas votre nom ni votre adresse e-mail|. Seules restent les données de vos paiements, si vous en avez fait ici\u202f: la loi nous oblige à tenir nos comptes]. Dans les Paramètres, vous pouvez aussi tout télécharger dans un fichier.',
        ],
      },
      {
        title: 'Les clips',
        text: [
          'Un clip terminé reste {retentionHours} heures au plus sur ce serveur, et moins si vous appuyez sur Supprimer. Les restes d’une découpe échouée sont supprimés aussi. Ce qu’une source dit d’une vidéo est gardé en cache une demi-journée au plus, sans indiquer qui l’a demandé, pour ne pas le demander deux fois.',
        ],
      },
      {
        title: 'Dans votre navigateur',
        text: [
          'Votre navigateur enregistre vos choix et ce que vous n’avez pas encore envoyé. Rien n’en sort sans que vous l’envoyiez. Si plusieurs onglets sont ouverts, ils se préviennent entre eux, au sein de votre navigateur, quand vous vous connectez ou vous déconnectez et quand un clip est prêt.',
          'Un fichier de cet appareil que vous ouvrez sur la page «\u00a0Fichiers de cet appareil\u00a0» ne quitte jamais l’appareil. Votre navigateur le découpe, et la page ne peut se connecter à rien. Le clip reste dans le stockage du navigateur jusqu’à ce que vous découpiez le suivant. Si vous fermez la page avant, il est supprimé à l’ouverture du fichier suivant.',
          'Si vous laissez votre navigateur découper un lien vers un fichier multimédia, cette page se connecte au seul site du lien. Ce site voit votre adresse réseau, comme pour tout téléchargement. Ce serveur apprend le lien, et rien du fichier.',
        ],
        list: storedRows({
          theme: 'le thème que vous avez choisi, jusqu’à ce que vous choisissiez à nouveau Système.',
          snap: 'ce sur quoi s’alignent les poignées de la timeline, jusqu’à ce que vous le désactiviez.',
          'source-codec': 'que vous voulez le codec de la source, jusqu’à ce que vous choisissiez autrement.',
          presets: 'vos préréglages, jusqu’à ce que vous les supprimiez.',
          'file-names': 'comment vos fichiers sont nommés, jusqu’à ce que vous choisissiez autrement.',
          clips:
            'que vous avez coupé des clips ici, jusqu’à ce qu’il n’en reste aucun. La page d’accueil les affiche alors.',
          link: 'le lien du champ, jusqu’à la fermeture de l’onglet.',
          links: 'la liste de liens du champ pour plusieurs, jusqu’à la fermeture de l’onglet.',
          video:
            'l’adresse de la vidéo sur laquelle vous travaillez, avec son extrait, jusqu’à la fermeture de l’onglet.',
          batch:
            'le numéro des clips demandés pour une vidéo, suivi du numéro de la vidéo. Jusqu’à la fermeture de l’onglet.',
          device:
            'la page des fichiers de cet appareil et son outil de découpe, pour qu’elle fonctionne sans réseau. Jusqu’à ce que vous supprimiez les données de ce site dans votre navigateur.',
        }),
      },
      {
        title: 'Cookies',
        text: ['Ceux-ci, et aucun autre. Personne d’autre ne les lit.'],
        list: cookieRows({
          viewer:
            'vous reconnaît sans compte\u202f: un nombre aléatoire, à partir de votre premier lien, pour {cookieDays} jours ou jusqu’à votre connexion.',
          session:
            'est votre session tant qu’elle reste ouverte\u202f: un jeton de session aléatoire, pour {sessionDays} jours au plus. La déconnexion le supprime.',
          signedIn:
            'indique seulement à la page qu’il y a une session, car la page ne peut pas lire le cookie de session. Il est déposé et supprimé avec lui.',
          device:
            'indique que ce navigateur s’est déjà connecté à votre compte, pour {cookieDays} jours. Si quelqu’un d’autre essaie de deviner votre mot de passe, vous n’avez pas à attendre à cause de cela.',
          oidc: 'lie une connexion par le fournisseur d’identité à ce navigateur, pendant dix minutes.',
          check:
            'vérifie dans l’administration que les cookies reviennent, pendant une minute. Seuls les administrateurs le reçoivent.',
          language: 'enregistre la langue de la page dès que vous en choisissez une, pendant un an.',
        }),
      },
      {
        title: 'Qui d’autre voit quoi',
        list: [
          [
            'La source d’une vidéo',
            'est contactée par ce serveur, pas par votre navigateur\u202f: elle voit que quelqu’un s’y intéresse, mais pas qui. Les miniatures vous parviennent aussi par ce serveur.',
          ],
          [
            'YouTube',
            'voit votre adresse IP et la vidéo que vous regardez quand vous ouvrez l’aperçu d’une vidéo YouTube, car il est lu dans le lecteur de YouTube, depuis youtube-nocookie.com. Jamais avant.',
          ],
          [
            'PayPal',
            '[voit votre adresse IP quand vous choisissez un forfait payant avec votre compte, car ses boutons sont chargés depuis ses propres serveurs\u202f; il peut alors déposer ses propres cookies. Quand vous payez, il reçoit ce que vous y saisissez. Nous lui envoyons le forfait, le montant et un numéro de commande, pas qui vous êtes. Il nous indique si vous avez payé et si le paiement a été remboursé.]',
          ],
          [
            'Le fournisseur d’identité',
            'que l’exploitant peut utiliser pour la connexion apprend que vous vous connectez ici, et quand. Il indique à ce serveur votre nom, votre adresse e-mail et, si l’exploitant le souhaite, vos groupes.',
          ],
          [
            'Les admins',
            'de ce serveur voient les noms, adresses e-mail[, forfaits] et dates des comptes et, pour chaque clip, qui a demandé quel extrait de quelle vidéo. Quand l’un d’eux ouvre un clip, ou modifie ou supprime un compte, et quand vous partagez un clip ou le reprenez, c’est inscrit dans un journal que personne ne peut modifier et qui ne désigne les comptes et les visiteurs que par leur numéro.',
          ],
          [
            'Le serveur de messagerie',
            'qu’utilise l’exploitant de ce serveur achemine les e-mails que nous vous envoyons\u202f: pour confirmer votre adresse, choisir un nouveau mot de passe, vous informer de changements[ et de paiements, et de la fin prochaine d’un forfait]. Il peut en lire le contenu.',
          ],
          [
            'Le serveur de repères',
            'que l’exploitant peut indiquer reçoit les quatre premiers caractères d’une empreinte de l’identifiant d’une vidéo. Il n’apprend ni la vidéo ni qui l’ouvre. Il nous dit quelles parties sont de la publicité.',
          ],
          [
            'Toute autre personne',
            'ne reçoit rien de nous. Nous ne vendons rien et ne partageons rien, sauf si la loi l’exige.',
          ],
        ],
      },
      {
        title: 'Journaux',
        text: [
          'Le journal du serveur contient les démarrages, les clips terminés et échoués, et les erreurs. Il ne contient ni votre adresse IP ni vos liens\u202f; si une vidéo n’a pas pu être lue, il contient le message d’erreur de la source, qui peut nommer la vidéo. Pour éviter qu’une seule personne ne surcharge le serveur, les appels sont comptés par adresse IP, en mémoire, pendant une minute. Un proxy placé devant ce serveur peut tenir son propre journal.',
        ],
      },
      {
        title: 'Messages et newsletter',
        text: [
          'Ce que vous écrivez dans le formulaire de contact est enregistré avec le nom et l’adresse e-mail que vous indiquez[ et le fait que vous aviez ou non un forfait payant], pour que quelqu’un puisse répondre. C’est aussi envoyé dans la boîte de l’exploitant.',
          'Un signalement DMCA est enregistré tel qu’il a été envoyé, avec son nom, son adresse postale, son numéro de téléphone, son adresse e-mail et sa signature, et il est envoyé dans cette même boîte. C’est une pièce juridique, qui reste quand un compte est supprimé\u202f: les personnes qui se prononcent à son sujet, et celles qui le contestent plus tard, doivent pouvoir le lire.',
          'Si vous vous abonnez à la newsletter, vous recevez d’abord un e-mail avec un lien, et rien de plus tant que vous ne l’ouvrez pas. Votre adresse e-mail est enregistrée jusqu’à ce que vous vous désabonniez avec le lien d’une newsletter, puis supprimée.',
        ],
      },
      {
        title: 'Comment supprimer vos données',
        list: [
          ['Un clip', 'Appuyez sur Supprimer sous son rapport. Le fichier disparaît aussitôt.'],
          [
            'L’activité sans compte',
            'Supprimez le cookie kerf_viewer dans votre navigateur. Les données enregistrées ne peuvent alors plus vous être rattachées.',
          ],
          [
            'Un compte',
            'Supprimez-le dans les Paramètres, où vous pouvez aussi télécharger vos données. Les sessions, vidéos, téléchargements et clips sont supprimés avec lui[\u202f; les données de paiement restent, comme expliqué plus haut].',
          ],
          [
            'Dans les sauvegardes',
            'Le serveur peut sauvegarder sa base de données chaque jour. Ce que vous supprimez reste dans ces copies jusqu’à leur propre suppression, en général après une semaine.',
          ],
          [
            'Tout le reste',
            'Écrivez-nous. Nous vous dirons ce que nous enregistrons sur vous, le corrigerons ou le supprimerons.',
          ],
        ],
      },
    ],
  },
}
