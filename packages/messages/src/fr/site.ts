import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type * as english from '../en/site.ts'
import type { Wording } from '../wording.ts'

export const messages: Wording<typeof english.messages> = {
  layout: {
    noScript: 'Kerf a besoin de JavaScript pour découper des vidéos dans votre navigateur.',
    titleOfVideo: (title) => `${title} | ${PRODUCT_NAME}`,
    home: `${PRODUCT_NAME}, accueil`,
    skipToMain: 'Aller au contenu',
    mainNavigation: 'Menu principal',
    footerNavigation: 'Plus',
    menu: 'Menu',
    features: 'Fonctions',
    faq: 'FAQ',
    signIn: 'Connexion',
    getStarted: 'Commencer',
    contact: 'Contact',
    terms: 'Conditions',
    privacy: 'Confidentialité',
    language: 'Langue',
    theme: 'Thème',
    themes: { system: 'Système', light: 'Clair', dark: 'Sombre' },
  },
  toast: { dismiss: 'Fermer', region: 'Notifications ({hotkey})', announced: 'Notification' },
  connection: {
    offline: 'Vous êtes hors ligne.',
    offlineMore: 'Votre extrait est enregistré. Les téléchargements reprendront au retour de la connexion.',
    offlineFiles: 'Vous pouvez continuer à découper des fichiers ici.',
    serverGone: 'Le serveur ne répond pas.',
    serverGoneMore: 'Votre extrait est enregistré. Kerf tente de se reconnecter.',
  },
  pageFailed: {
    title: 'Impossible de charger cette page',
    text: 'Votre extrait et vos téléchargements sont conservés.',
    reload: 'Recharger',
  },
  link: {
    label: 'Lien de la vidéo',
    placeholder: 'Collez un lien de vidéo',
    paste: 'Coller',
    process: 'Ouvrir',
    processing: 'Ouverture…',
    kinds: { youtube: 'Liens YouTube. ', media: 'Liens multimédias. ' },
    help: 'Sans compte. Votre clip est supprimé dans les 24\u00a0heures.',
    trySample: 'Essayer l’exemple',
    openFile: 'ou ouvrir un fichier',
    clipboardClosed:
      'Votre navigateur bloque le presse-papiers. Appuyez sur Ctrl+V ou gardez le doigt sur le champ pour coller.',
    clipboardEmpty: 'Le presse-papiers ne contient pas de texte.',
    cookiesNeeded: 'Kerf a besoin d’un cookie pour retrouver votre vidéo. Autorisez les cookies pour ce site.',
    invalidTitle: 'Lien non valide',
    invalid: 'Collez un lien YouTube valide.',
    invalidOfAny: 'Collez un lien vidéo valide.',
  },
  /** Handles of the timeline, which the home page shows first. */
  timeline: { start: 'Début', end: 'Fin', playhead: 'Tête de lecture' },
  processing: {
    loadingVideo: 'Chargement de la vidéo',
    successTitle: 'C’est prêt',
    successText: 'Votre vidéo est prête. Placez le début et la fin.',
    errorTitle: 'Erreur',
  },
}

export const pageWords: Wording<typeof english.pageWords> = {
  home: { title: 'découpez exactement le passage voulu' },
  signIn: { title: 'Connexion' },
  signUp: { title: 'Créer un compte' },
  forgotPassword: { title: 'Mot de passe oublié' },
  resetPassword: { title: 'Nouveau mot de passe' },
  confirmEmail: { title: 'Confirmer l’adresse e-mail' },
  confirmNewsletter: { title: 'Confirmer la newsletter' },
  endNewsletter: { title: 'Se désabonner' },
  setup: { title: 'Mise en service' },
  terms: { title: 'Conditions d’utilisation' },
  privacy: { title: 'Politique de confidentialité' },
  contact: { title: 'Nous contacter' },
  subscription: { title: 'Tarifs' },
  device: { title: 'Fichiers de cet appareil' },
  batch: { title: 'Plusieurs liens à la fois' },
  profile: { title: 'Profil' },
  billing: { title: 'Facturation' },
  receipt: { title: 'Reçu' },
  jobs: { title: 'Téléchargements' },
  settings: { title: 'Paramètres' },
  admin: { title: 'Administration' },
  adminTest: { title: 'Données brutes' },
  tools: { title: 'Outils' },
  api: { title: 'API' },
  changelog: { title: 'Nouveautés' },
  dmca: { title: 'DMCA' },
}

export const pageDescriptions: Wording<typeof english.pageDescriptions> = {
  home: 'Collez un lien de vidéo, choisissez le début et la fin à l’image près, et téléchargez exactement ce passage. Jusqu’à 4K ou en MP3. Sans filigrane, sans compte.',
  signIn: 'Connectez-vous à votre compte.',
  signUp: 'Créez un compte\u202f: vos téléchargements sur tous vos appareils.',
  forgotPassword: 'Recevez un lien pour choisir un nouveau mot de passe.',
  resetPassword: 'Choisissez un nouveau mot de passe avec le code reçu par e-mail.',
  confirmEmail: 'Confirmez votre adresse e-mail avec le lien que nous vous avons envoyé.',
  confirmNewsletter: 'Confirmez votre abonnement avec le lien que nous vous avons envoyé.',
  endNewsletter: 'Désabonnez-vous avec le lien de chaque newsletter.',
  setup: 'Créez le premier compte administrateur de ce serveur.',
  terms: 'Ce que vous pouvez attendre de nous, et ce que nous attendons de vous.',
  privacy: 'Ce que ce serveur enregistre sur vous, pendant combien de temps, et comment le supprimer.',
  contact: 'Écrivez aux personnes qui gèrent ce serveur.',
  subscription: 'Free, Pro et Lifetime\u202f: la même coupe exacte, plus de pixels et plus de clips.',
  device: 'Découpez dans le navigateur un fichier vidéo ou audio de cet appareil, à l’image près. Rien n’est envoyé.',
  batch: 'Collez jusqu’à 20 liens, découpez un passage de chacun et enregistrez le tout dans un seul fichier ZIP.',
  profile: 'Votre compte et vos téléchargements.',
  billing: 'Votre forfait et vos reçus.',
  receipt: 'Un reçu à consulter et à imprimer.',
  jobs: 'Vos téléchargements passés et en cours.',
  settings: 'Votre profil, votre mot de passe et vos sessions.',
  admin: 'Comptes, tâches et paramètres.',
  adminTest: 'Statistiques et comptes à l’état brut.',
  tools: 'Des façons d’ouvrir une vidéo ici\u202f: un favori, une application, une extension, un programme.',
  api: 'Tous les appels de l’API\u202f: paramètres, réponses et erreurs.',
  changelog: 'Ce qui a changé, version par version.',
  dmca: 'Signalez une vidéo qui porte atteinte à vos droits d’auteur.',
}

export const landing: Wording<typeof english.landing> = {
  hero: {
    words: ['Coupez', 'Rognez', 'Téléchargez'],
    spoken: 'Coupez, rognez, téléchargez juste ce que vous voulez.',
    restOfLine: ' juste',
    secondLine: 'ce que vous voulez.',
    timeline: 'Essayez les poignées sur l’exemple',
    steps: [
      ['Collez un lien.', 'La vidéo s’ouvre aussitôt.'],
      ['Placez le début et la fin.', 'En glissant, au clavier ou image par image.'],
      ['Téléchargez ce passage.', 'Pas une image de plus.'],
    ],
  },
}

/** French uses the singular below two: `0,5 seconde`, `1,5 seconde`. */
const count = (amount: string, one: string, many: string): string =>
  `${amount} ${/^[01](\D|$)/.test(amount) ? one : many}`

export const timeWords: Wording<typeof english.timeWords> = {
  today: (clock) => clock,
  /** `demain à 22:14`, `dimanche à 10:00`, `le 1er décembre à 01:00` */
  onDay: (day, clock) => `${/^\d/.test(day) ? `le ${day.replace(/^1 /, '1er ')}` : day} à ${clock}`,
  hours: (amount) => count(amount, 'heure', 'heures'),
  minutes: (amount) => count(amount, 'minute', 'minutes'),
  seconds: (amount) => count(amount, 'seconde', 'secondes'),
}

export const unansweredSentences: Wording<typeof english.unansweredSentences> = {
  offline: 'Vous êtes hors ligne. Réessayez au retour de la connexion.',
  serverGone: 'Le serveur ne répond pas. Réessayez dans un instant.',
  unknown: 'Un problème est survenu. Réessayez.',
}
