import type { batchWords as english } from '../../en/clips/batch.ts'
import type { Wording } from '../../wording.ts'

const clips = (count: number): string => `${count}\u00a0${count < 2 ? 'clip' : 'clips'}`
const links = (count: number): string => `${count}\u00a0${count < 2 ? 'lien' : 'liens'}`
const lines = (count: number, one: string, many: string): string =>
  `${count}\u00a0${count < 2 ? `ligne ${one}` : `lignes ${many}`}`

export const batchWords: Wording<typeof english> = {
  heading: 'Plusieurs liens à la fois',
  lead: (max) =>
    `Collez jusqu’à ${links(max)}, découpez un passage de chacun et enregistrez le tout dans un seul fichier ZIP.`,
  loading: 'Chargement',
  tryAgain: 'Réessayer',
  failed: 'Erreur',

  offer: {
    title: 'Inclus dans Pro',
    list: (max) => [
      `Jusqu’à ${links(max)} à la fois, chacun avec son début et sa fin`,
      'Une barre de progression pour tous, et un seul fichier ZIP à la fin',
      'Un lien refusé n’arrête pas les autres',
      'Vos clips sont découpés en priorité',
    ],
    free: 'Sans Pro, vous découpez un lien à la fois, tout aussi exactement.',
    plans: 'Voir les forfaits',
    signIn: 'Se connecter',
    oneLink: 'Découper un lien',
  },

  links: {
    label: 'Liens, un par ligne',
    hint: (max) =>
      `Jusqu’à ${max}. Vous pouvez ajouter des temps après un lien, par exemple https://youtu.be/dQw4w9WgXcQ 1:02-1:15. Sinon, les temps du lien comptent, ou la vidéo entière.`,
    placeholder: 'p.\u00a0ex. kerf:sample 0:05-0:08',
    checked: 'Vos lignes',
    line: (number) => `Ligne ${number}`,
    whole: 'vidéo entière',
    ofClip: 'extrait du clip',
    from: (start) => `à partir de ${start}`,
    until: (end) => `jusqu’à ${end}`,
    range: (start, end) => `de ${start} à ${end}`,
    faults: {
      notALink: 'Ce n’est pas un lien vers une vidéo.',
      playlist: 'C’est une playlist.',
      notTimes: 'Saisissez des temps comme 1:02-1:15.',
      endBeforeStart: 'La fin doit venir après le début.',
      tooShort: 'Un clip doit durer au moins une seconde.',
      tooMany: (max) => `Un lot contient ${links(max)} au plus.`,
    },
    counted: (good, faulty) =>
      faulty === 0 ? `${links(good)}.` : `${links(good)}. ${lines(faulty, 'à corriger', 'à corriger')}.`,
    empty: 'Collez d’abord un lien.',
    process: (count) => (count === 0 ? 'Ouvrir les liens' : `Ouvrir ${links(count)}`),
    mendFirst: 'Corrigez ou supprimez d’abord les lignes signalées.',
  },

  playlist: {
    choose: 'Choisir des vidéos',
    chooseOf: (line) => `Choisir des vidéos de la playlist de la ligne ${line}`,
  },

  clips: {
    list: 'Vos clips',
    quality: 'Qualité pour tous',
    qualityOf: (title) => `Qualité de ${title}`,
    states: { waiting: 'EN ATTENTE', reading: 'LECTURE', ready: 'PRÊT', failed: 'ÉCHEC' },
    retry: 'Réessayer',
    retryNamed: (title) => `Réessayer\u202f: ${title}`,
    removeNamed: (title) => `Retirer ${title}`,
    chaptersOf: (title) => `Un clip par chapitre\u202f: ${title}`,
    startsLate: (length) => `La vidéo ne dure que ${length}. Choisissez un début plus tôt.`,
    shortened: (end) => `Raccourci à ${end}, la fin de la vidéo.`,
    tooShort: 'Il reste moins d’une seconde de vidéo après ce début.',
    instead: (quality, smallerQuality) => `Non disponible en ${quality}, remplacé par ${smallerQuality}.`,
    notOffered: (quality) => `Cette vidéo n’existe ni en ${quality} ni en plus petit.`,
    reading: (done, all) => `${done} sur ${all} ${all < 2 ? 'lien lu' : 'liens lus'}`,
    sum: (count, length, size) => `${clips(count)}, ${length} au total, environ ${size}.`,
    sumOnly: (count, length) => `${clips(count)}, ${length} au total.`,
    leftOut: (count) => `${lines(count, 'sera ignorée', 'seront ignorées')}.`,
    cut: (count) => `Découper ${clips(count)}`,
    sending: 'Envoi…',
    back: 'Modifier les liens',
    refused: (title, reason) => `${title}\u202f: ${reason}`,
    none: 'Aucun des liens n’a pu être lu.',
  },

  status: {
    title: (count) => `Votre lot de ${clips(count)}`,
    progress: 'Progression de tous les clips',
    finished: (done, all) => `${done} sur ${all} ${all < 2 ? 'clip terminé' : 'clips terminés'}`,
    failed: (count) => (count < 2 ? `${count} échec, non compté` : `${count} échecs, non comptés`),
    secondsLeft: (seconds) => (seconds < 1 ? 'presque fini' : `encore ${durationWords(seconds)} environ`),
    cancel: 'Annuler le reste',
    cancelling: 'Annulation…',
    zip: (size) => `Télécharger le ZIP (${size})`,
    preparing: 'Téléchargement…',
    keptFor: 'supprimé dans',
    ownPage: 'Ouvrir sur sa propre page',
    another: 'Nouveau lot',
    endedTitle: 'Téléchargement prêt',
    endedText: (done) => `${clips(done)} dans un fichier ZIP.`,
    noneTitle: 'Échec du téléchargement',
    noneText: 'Aucun des clips n’a pu être découpé. Ils ne comptent pas dans votre limite.',
    cancelledAll: 'Vous avez annulé ce lot avant la fin du premier clip. Rien ne compte dans votre limite.',
    failedAll: 'Aucun des clips n’a pu être découpé. Rien ne compte dans votre limite.',
    expired: 'Les clips de ce lot ont expiré et ont été supprimés, comme promis.',
    startedTitle: 'Téléchargement lancé',
    startedText: (size) => size,
    goneTitle: 'Ce lot n’est plus ici',
    goneText: 'Il appartient à un autre compte, ou il a expiré.',
    notRead: 'Impossible de charger le lot.',
    clips: 'Clips du lot',
    again: 'Redécouper',
    againNamed: (title) => `Redécouper\u202f: ${title}`,
    clip: (number, title) => `Clip ${number}\u202f: ${title}`,
  },
}

function durationWords(seconds: number): string {
  return seconds < 90 ? `${Math.max(1, Math.round(seconds))}\u00a0s` : `${Math.round(seconds / 60)}\u00a0min`
}
