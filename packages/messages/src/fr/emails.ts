import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type * as english from '../en/emails.ts'
import type { Wording } from '../wording.ts'

const replyToAnswer = 'Répondez à cet e-mail pour répondre à la personne. Son adresse n’a pas été vérifiée.'

export const emailWords: Wording<typeof english.emailWords> = {
  hello: (name) => (name ? `Bonjour ${name},` : 'Bonjour,'),
  verifyEmail: {
    subject: 'Confirmez votre adresse e-mail',
    lead: `Un compte a été créé chez ${PRODUCT_NAME} avec cette adresse e-mail. Si c’était vous, confirmez-la ici.`,
    open: 'Confirmer l’adresse',
    validFor: (duration) => `Le lien sert une seule fois et reste valable ${duration}.`,
    notYou: 'Si vous n’avez pas créé de compte, vous n’avez rien à faire.',
  },
  welcome: {
    subject: `Bienvenue chez ${PRODUCT_NAME}`,
    lead: 'Votre adresse e-mail est confirmée. Collez un lien, choisissez le début et la fin, et téléchargez exactement ce passage.',
    open: 'Découper une vidéo',
    account: 'Vos téléchargements sont dans votre compte, sur tous vos appareils.',
  },
  test: {
    subject: `E-mail de test de ${PRODUCT_NAME}`,
    lead: 'Si vous lisez ceci, les e-mails de ce serveur arrivent.',
    address: 'Vérifiez que le lien ci-dessous ouvre l’adresse que vous utilisez. Sinon, définissez PUBLIC_URL.',
    open: 'Ouvrir l’administration',
  },
  resetPassword: {
    subject: 'Choisissez un nouveau mot de passe',
    lead: `Un nouveau mot de passe a été demandé pour votre compte ${PRODUCT_NAME}. Si c’était vous, choisissez-le ici.`,
    open: 'Choisir un mot de passe',
    token: 'Ou saisissez ce code de réinitialisation',
    validFor: (duration) =>
      `Le lien et le code servent une seule fois et restent valables ${duration}. Un nouveau mot de passe ferme vos sessions sur tous vos appareils.`,
    notYou: 'Si ce n’était pas vous, vous n’avez rien à faire. Votre mot de passe reste le même.',
  },
  passwordChanged: {
    subject: 'Votre mot de passe a été modifié',
    lead: `Le mot de passe de votre compte ${PRODUCT_NAME} a été modifié. Si c’était vous, vous n’avez rien à faire.`,
    notYou:
      'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe. Toutes les sessions seront fermées.',
    open: 'Choisir un mot de passe',
  },
  changeEmail: {
    subject: 'Confirmez votre nouvelle adresse e-mail',
    lead: `Quelqu’un souhaite utiliser cette adresse e-mail pour un compte ${PRODUCT_NAME}. Si c’était vous, confirmez-la ici.`,
    open: 'Confirmer l’adresse',
    validFor: (duration) =>
      `Le lien sert une seule fois et reste valable ${duration}. L’adresse actuelle reste en place jusqu’à votre confirmation.`,
    notYou: 'Si vous n’avez rien demandé, vous n’avez rien à faire.',
  },
  emailChanged: {
    subject: 'Votre adresse e-mail a été modifiée',
    lead: `L’adresse e-mail de votre compte ${PRODUCT_NAME} a été modifiée. Vous ne recevrez plus d’e-mails à ce sujet à cette adresse.`,
    notYou: 'Si ce n’était pas vous, écrivez immédiatement aux personnes qui gèrent ce serveur.',
    open: 'Nous contacter',
  },
  accountDeleted: {
    subject: 'Votre compte a été supprimé',
    lead: `Votre compte ${PRODUCT_NAME} a été supprimé, avec ses vidéos et ses téléchargements. Il ne peut pas être rétabli.`,
    last: 'Ceci est le dernier e-mail à ce sujet.',
    notYou: 'Si ce n’était pas vous, écrivez aux personnes qui gèrent ce serveur\u202f:',
  },
  paymentReceipt: {
    subject: (plan, amount) => `Reçu\u202f: ${plan}, ${amount}`,
    received: `Nous avons reçu votre paiement à ${PRODUCT_NAME}. Votre forfait est maintenant actif et ne se renouvelle pas automatiquement.`,
    extended: (plan, day) =>
      `Nous avons reçu votre paiement à ${PRODUCT_NAME}. Il prolonge ${plan} à partir du ${day}. Le forfait ne se renouvelle pas automatiquement.`,
    periods: { none: 'gratuit', month: 'un mois', year: 'un an', forever: 'pour toujours' },
    open: 'Imprimer le reçu',
  },
  planRefunded: {
    subject: (plan, amount) => `Remboursement\u202f: ${plan}, ${amount}`,
    lead: `Ce paiement à ${PRODUCT_NAME} a été remboursé, et le forfait qu’il payait a pris fin. Vos autres forfaits payés restent actifs.`,
    open: 'Voir vos paiements',
  },
  planEnds: {
    subject: (plan, day) => `${plan} se termine le ${day}`,
    lead: (plan, time) =>
      `Votre forfait ${plan} chez ${PRODUCT_NAME} se termine le ${time}. Il ne se renouvelle pas automatiquement et rien n’est débité\u202f: ensuite, votre compte passe à Free.`,
    buyAgain: 'Pour continuer, achetez-le à nouveau. Si vous le faites avant la fin, la durée s’ajoute.',
    open: 'Voir les forfaits',
  },
  accessAdded: {
    key: {
      subject: 'Une nouvelle clé d’API',
      lead: (name) =>
        `La clé d’API « ${name} » a été créée pour votre compte ${PRODUCT_NAME}. Les programmes qui la possèdent coupent des clips comme vous. Si c’était vous, vous n’avez rien à faire.`,
    },
    webhook: {
      subject: 'Un nouveau webhook',
      lead: (host) =>
        `Un webhook vers ${host} a été ajouté à votre compte ${PRODUCT_NAME}. Il prévient ce serveur quand un de vos clips est prêt. Si c’était vous, vous n’avez rien à faire.`,
    },
    notYou:
      'Si ce n’était pas vous, une autre personne est connectée à votre compte. Choisissez un nouveau mot de passe dans les paramètres : il déconnecte tous les autres, révoque toutes les clés et désactive tous les webhooks.',
    open: 'Ouvrir les paramètres',
  },
  webhookOff: {
    subject: 'Un webhook a été désactivé',
    lead: (host) =>
      `Depuis environ un jour, ${host} n’accepte pas ce que ${PRODUCT_NAME} envoie à votre webhook. Le webhook est maintenant désactivé.`,
    waits: 'Les événements en attente seront envoyés quand vous le réactiverez.',
    open: 'Ouvrir les paramètres',
  },
  confirmNewsletter: {
    subject: 'Confirmez votre abonnement à la newsletter',
    lead: `Cette adresse e-mail a été saisie pour la newsletter de ${PRODUCT_NAME}. Si c’était vous, confirmez-la ici.`,
    open: 'Confirmer l’abonnement',
    validFor: (duration) =>
      `Le lien sert une seule fois et reste valable ${duration}. Si vous ne l’ouvrez pas, nous ne vous écrirons plus.`,
    notYou:
      'Si vous n’avez rien demandé, vous n’avez rien à faire. Pour supprimer tout de suite votre adresse de la liste\u202f:',
  },
  newsletter: {
    unsubscribe:
      'Vous recevez cet e-mail à la suite de votre abonnement à la newsletter. Pour vous désabonner et faire supprimer votre adresse\u202f:',
  },
  newsletterSubscribed: {
    subject: 'nouvel abonnement à la newsletter',
    lead: (email) => `L’adresse ${email} est abonnée à la newsletter et confirmée.`,
    list: 'Tous les abonnements se trouvent dans l’administration.',
  },
  contactMessage: {
    lead: 'Vous avez un nouveau message du formulaire de contact.',
    reply: replyToAnswer,
  },
  takedownNotice: {
    subject: 'Signalement DMCA',
    lead: 'Quelqu’un a signalé une atteinte aux droits d’auteur.',
    address: 'Son adresse postale\u202f:',
    work: 'L’œuvre\u202f:',
    links: 'Les liens en cause, selon le signalement\u202f:',
    statements:
      'Cette personne déclare de bonne foi que l’utilisation n’est pas autorisée et, sous peine de parjure, que le signalement est exact et qu’elle peut agir au nom du titulaire.',
    decide: `Vous pouvez vous prononcer dans l’administration, sous Signalements. ${replyToAnswer}`,
  },
  labels: {
    plan: 'Forfait',
    until: 'Valable jusqu’au',
    amount: 'Montant',
    paid: 'Payé le',
    receipt: 'Reçu',
    order: 'Commande',
    reference: 'Référence',
    from: 'De',
    written: 'Écrit le',
    subject: 'Objet',
    phone: 'Téléphone',
    signature: 'Signé par',
  },
}
