import type * as english from '../../en/clips/tool.ts'
import type { Wording } from '../../wording.ts'

const count = (amount: number, one: string, many: string): string => `${amount} ${amount < 2 ? one : many}`

export const toolWords: Wording<typeof english.toolWords> = {
  result: {
    goneTitle: 'Cette vidéo n’est plus ici',
    goneText: 'Elle a été ouverte dans un autre navigateur ou a expiré. Collez son lien pour la rouvrir.',
    blockedTitle: 'Cette vidéo est bloquée',
    failedTitle: 'Impossible de charger la vidéo',
    retry: 'Réessayer',
    views: (formatted, views) => `${formatted} ${views < 2 ? 'vue' : 'vues'}`,
    badges: { fourK: '4K disponible', mp3: 'Audio MP3', fast: 'Découpe rapide' },
    noThumbnail: 'Pas de miniature',
    noCaptions: 'Cette vidéo n’a pas de sous-titres.',
    playlist: 'Choisir plusieurs vidéos de sa playlist',
    noticeTitle: 'À propos de la plateforme.',
    notice:
      'Les règles de la plateforme vidéo limitent actuellement les téléchargements depuis des serveurs. Cette interface est une démonstration fonctionnelle du système complet\u202f: authentification, interface, gestion des rôles et serveur. Si cette vidéo ne peut pas être téléchargée, nous vous disons pourquoi, et elle ne compte pas dans votre limite.',
    demoTitle: 'Démo du système',
    demo: 'Téléchargez en 360p ou en audio sans compte.',
    signUp: 'Compte gratuit',
    signIn: 'Connexion',
  },
  trim: {
    title: 'Choix précis de l’extrait',
    startTime: 'Début',
    endTime: 'Fin',
    duration: 'Durée',
    frame: '1\u00a0image',
    frameEarlier: (field) => `${field}, 1\u00a0image plus tôt`,
    frameLater: (field) => `${field}, 1\u00a0image plus tard`,
    apply: 'Appliquer',
    applying: 'Application…',
    openPreview: 'Voir l’aperçu',
    closePreview: 'Fermer l’aperçu',
    zoom: 'Zoom',
    zoomWhole: 'Tout',
    zoomRange: 'Extrait',
    zoomIn: 'Zoom avant',
    zoomOut: 'Zoom arrière',
    colon: 'Deux-points',
    notATime: 'Saisissez un temps comme 1:23.450.',
    shortestByHand: (seconds) =>
      `Les poignées s’arrêtent à ${seconds}\u00a0secondes. Pour un clip plus court, saisissez les temps ou avancez image par image.`,
    setTo: (time) => `Placé à ${time}, le temps possible le plus proche.`,
    updatedTitle: 'Extrait mis à jour',
    updated: (start, end) => `${start} à ${end}`,
    failed: 'Impossible de mettre à jour l’extrait',
    openedTitle: 'Aperçu ouvert',
    closedTitle: 'Aperçu fermé',
  },
  preview: {
    player: (title) => `Aperçu de ${title}`,
    note: 'Le fichier téléchargé ne contiendra que l’extrait.',
    play: 'Lire',
    pause: 'Mettre en pause',
    back: 'Reculer d’une image',
    forward: 'Avancer d’une image',
    none: 'Impossible de lire l’aperçu. Vous pouvez quand même télécharger votre clip.',
  },
  downloads: {
    title: 'Téléchargement',
    sizesFor: (duration) => `Tailles estimées pour ${duration}.`,
    left: (left, limit, period) =>
      `Il vous reste ${count(left, 'téléchargement', 'téléchargements')} sur ${limit} ${period === 'today' ? 'aujourd’hui' : 'ce mois-ci'}.`,
    leftUnknown: 'Impossible de savoir combien de téléchargements il vous reste.',
    opensWith: 'Disponible avec',
    freeAccount: 'un compte gratuit',
    account: 'un compte',
    longestClip: (length) => `Ici, les clips durent ${length} au plus`,
    about: 'environ',
    keptFor: 'supprimé dans',
    secondsLeft: (seconds) => (seconds < 1 ? 'presque fini' : `encore ${durationWords(seconds)} environ`),
    inLine: (position, seconds) =>
      `${position === 1 ? `${position}er` : `${position}e`} dans la file${seconds === null ? '' : `, environ ${durationWords(seconds)}`}`,
    fitted: (size, height) => `${size} au plus, en ${height}p`,
    tooLongFor: (size) => `Votre extrait est trop long pour ${size}`,
    fadesMeet: (seconds) => `Chaque fondu peut prendre au plus la moitié du clip\u202f: ${seconds}\u00a0s`,
    cuttingOther: (range) => `découpe de ${range}`,
    stopsAt: (label) => `Disponible jusqu’à ${label} seulement`,
    noAudio: 'Cette vidéo n’a pas de son',
    noVideo: 'Cette vidéo n’existe pas dans cette taille',
    stages: {
      waiting: 'en attente',
      resolving: 'connexion à la source',
      reading: 'lecture de votre extrait',
      encoding: 'encodage des extrémités',
      writing: 'écriture du clip',
      checking: 'vérification du clip',
      done: 'presque fini',
    },
    deletedAfter: 'Expiré et supprimé, comme promis',
    deletedByViewer: 'Vous avez supprimé ce clip',
    notCounted: 'Ne compte pas dans votre limite.',
    joined: (ranges, length) => `${count(ranges, 'extrait assemblé', 'extraits assemblés')}, ${length}`,
    saveRange: (range) => `Enregistrer votre clip de ${range}`,
    badges: {
      free: 'GRATUIT',
      pro: 'PRO',
      admin: 'ADMIN',
      locked: 'VERROUILLÉ',
      none: 'INDISPONIBLE',
      failed: 'ÉCHEC',
      expired: 'EXPIRÉ',
    },
    download: 'Télécharger',
    /** The no-break space keeps number and unit on one line. */
    downloadSize: (megabytes) => `Télécharger (${megabytes}\u00a0Mo)`,
    requesting: 'Téléchargement…',
    processing: 'Découpe…',
    progress: (label) => `${label}, progression`,
    cancel: (label) => `Annuler ${label}`,
    upgrade: 'Réservé à Pro',
    signUp: 'Compte requis',
    unavailable: 'Indisponible',
    limitReached: 'Limite atteinte',
    nextStep: 'Étape suivante',
    cutAgain: 'Redécouper',
  },
  downloadToasts: {
    starting: 'Lancement du téléchargement',
    startingText: (label) => `${label}\u202f: demande en cours.`,
    processing: 'Découpe commencée',
    processingText: (label) => `${label}\u202f: découpe en cours.`,
    ready: 'Téléchargement prêt',
    readyText: (label, megabytes) => `${label}, ${megabytes}\u00a0Mo`,
    error: 'Téléchargement refusé',
    failed: 'Échec du téléchargement',
    premium: 'Réservé à Pro',
    premiumText: (best) =>
      `Les téléchargements en haute qualité sont inclus dans le forfait Pro. Sans lui, vous pouvez télécharger ${best === '360p' ? `en ${best}` : `jusqu’à ${best}`} et en audio.`,
    cancelled: 'Téléchargement annulé',
    cancelledText: 'Il ne compte pas dans votre limite.',
    deleted: 'Clip supprimé',
    deletedText: 'Il a été effacé du serveur.',
  },
  countdown: {
    hours: (hours, minutes) => (minutes === 0 ? `${hours}\u00a0h` : `${hours}\u00a0h ${minutes}\u00a0min`),
    minutes: (minutes) => `${minutes}\u00a0min`,
    seconds: (seconds) => `${seconds}\u00a0s`,
  },
  limit: {
    resets: (moment, wait) => `Remise à zéro ${/^\d/.test(moment) ? 'à ' : ''}${moment}, dans ${wait}.`,
  },
}

function durationWords(seconds: number): string {
  return seconds < 90 ? `${Math.max(1, Math.round(seconds))}\u00a0s` : `${Math.round(seconds / 60)}\u00a0min`
}

export const processingWords: Wording<typeof english.processingWords> = {
  title: 'Ouverture de la vidéo',
  text: 'Patientez, votre vidéo arrive…',
  slow: 'plus long que d’habitude',
  stages: {
    sending: 'Envoi du lien',
    asking: 'Lecture des détails de la vidéo',
    describing: 'Préparation de la timeline',
  },
  cancel: 'Annuler',
}

export const trimTools: Wording<typeof english.trimTools> = {
  copyLink: 'Copier le lien de cet extrait',
  linkCopied: 'Lien copié',
  linkCopiedText: 'Il ouvre cette vidéo avec votre début et votre fin.',
  linkNotCopied: 'Lien non copié',
  linkNotCopiedText:
    'Votre navigateur a bloqué l’accès au presse-papiers. Vous pouvez copier le lien depuis la barre d’adresse.',
  addRange: 'Ajouter un extrait',
  ranged: (start, end) => `L’extrait va de ${start} à ${end}.`,
  doneWithRange: (place) => `Extrait ${place} terminé`,
}

export const snapWords: Wording<typeof english.snapWords> = {
  label: 'Aimantation',
  meaning: 'Ce qui attire les poignées quand vous les faites glisser, cliquez ou utilisez les flèches',
  modes: {
    off: 'Non',
    seconds: 'Secondes',
    frames: 'Images',
    words: 'Mots',
    silences: 'Silences',
    chapters: 'Chapitres',
  },
  second: 'Calé sur une seconde entière',
  frame: 'Calé sur une image',
  end: 'Calé sur la fin de la vidéo',
  silence: 'Calé sur un silence',
  word: (word) => `Calé sur le mot «\u00a0${word}\u00a0»`,
  chapter: (title) => `Calé sur le chapitre «\u00a0${title}\u00a0»`,
}

export const askedWords: Wording<typeof english.askedWords> = {
  seeking: (words) => `Recherche de «\u00a0${words}\u00a0»…`,
  notSaid: (words) => `«\u00a0${words}\u00a0» ne figure pas dans les sous-titres de cette vidéo.`,
  noCaptions: (words) => `«\u00a0${words}\u00a0» est introuvable\u202f: cette vidéo n’a pas de sous-titres.`,
}
