import type * as english from '../../en/clips/marks.ts'
import type { Wording } from '../../wording.ts'

const ranges = (count: number): string => `${count}\u00a0${count < 2 ? 'extrait' : 'extraits'}`
const passages = (count: number): string => `${count}\u00a0${count < 2 ? 'passage omis' : 'passages omis'}`

export const markWords: Wording<typeof english.markWords> = {
  title: 'Omettre des passages',
  list: 'Repères de la vidéo',
  kinds: {
    chapter: 'Chapitre',
    'most-replayed': 'Les plus revus',
    sponsor: 'Sponsor vidéo',
    intro: 'Introduction',
    outro: 'Générique de fin',
    selfpromo: 'Autopromotion',
    interaction: 'Appel à s’abonner',
  },
  ofKind: (kind, count) => `${kind} (${count})`,
  times: (start, end) => `de ${start} à ${end}`,
  place: (mark, start, end) => `${mark}, de ${start} à ${end}`,
  setAsRange: 'En faire l’extrait',
  setAsRangeOf: (label) => `En faire l’extrait\u202f: ${label}`,
  leaveOut: 'Omettre',
  leaveOutOf: (label) => `Omettre\u202f: ${label}`,
  kindsToLeaveOut: 'Omettre tous les repères d’un type',
  leaveTheseOut: (count) => (count < 2 ? 'Omettre ce passage' : `Omettre ces ${count}\u00a0passages`),
  reading: 'Recherche d’autres repères…',
  unread: 'Certains repères n’ont pas pu être lus.',
  silences: 'Couper les silences de plus de',
  seconds: 'secondes',
  cutOut: 'Couper',
  notSeconds: (min, max) => `Saisissez un nombre de secondes entre ${min} et ${max}.`,
  unheard: 'Seul le son déjà affiché sur la timeline est analysé.',
  done: (parts, count, length) => `${passages(parts)}. ${ranges(count)}, ${length} au total.`,
  tooMany: (found, leftOut, max) =>
    `Un clip contient ${ranges(max)} au plus\u202f: seuls les ${leftOut} plus longs passages sur ${found} sont omis.`,
  nothingLeft: 'Il ne resterait rien de votre extrait.',
  none: 'Aucun de ces passages n’est dans votre extrait.',
  noSilence: 'Votre extrait ne contient aucun silence de cette durée.',
}
