import type * as english from '../../en/clips/marks.ts'
import type { Wording } from '../../wording.ts'

const ranges = (count: number): string => `${count}\u00a0${count === 1 ? 'Ausschnitt' : 'Ausschnitte'}`

export const markWords: Wording<typeof english.markWords> = {
  title: 'Teile weglassen',
  list: 'Markierungen des Videos',
  kinds: {
    chapter: 'Kapitel',
    'most-replayed': 'Oft wiederholt',
    sponsor: 'Werbung',
    intro: 'Vorspann',
    outro: 'Abspann',
    selfpromo: 'Eigenwerbung',
    interaction: 'Aufruf zum Abonnieren',
  },
  ofKind: (kind, count) => `${kind} (${count})`,
  times: (start, end) => `${start} bis ${end}`,
  place: (mark, start, end) => `${mark}, ${start} bis ${end}`,
  setAsRange: 'Als Ausschnitt',
  setAsRangeOf: (place) => `Als Ausschnitt: ${place}`,
  leaveOut: 'Weglassen',
  leaveOutOf: (place) => `Weglassen: ${place}`,
  kindsToLeaveOut: 'Alle einer Art weglassen',
  leaveTheseOut: (count) => (count === 1 ? 'Diesen Teil weglassen' : `Diese ${count} weglassen`),
  reading: 'Weitere Markierungen werden gesucht …',
  unread: 'Nicht alle Markierungen konnten gelesen werden.',
  silences: 'Pausen herausschneiden, länger als',
  seconds: 'Sekunden',
  cutOut: 'Herausschneiden',
  notSeconds: (least, most) => `Gib eine Zahl von ${least} bis ${most} Sekunden ein.`,
  unheard: 'Durchsucht wird nur der Ton, den die Zeitleiste schon gezeigt hat.',
  done: (parts, count, length) =>
    `${parts}\u00a0${parts === 1 ? 'Teil' : 'Teile'} weggelassen. ${ranges(count)}, zusammen ${length}.`,
  tooMany: (found, leftOut, most) =>
    `Ein Clip hat höchstens ${ranges(most)}. Darum fallen nur die ${leftOut} längsten von ${found} Teilen weg.`,
  nothingLeft: 'Von deinem Ausschnitt bliebe nichts übrig.',
  none: 'Nichts davon liegt in deinem Ausschnitt.',
  noSilence: 'In deinem Ausschnitt gibt es keine solche Pause.',
}
