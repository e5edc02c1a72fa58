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
  setAsRangeOf: (label) => `Als Ausschnitt: ${label}`,
  leaveOut: 'Weglassen',
  leaveOutOf: (label) => `Weglassen: ${label}`,
  kindsToLeaveOut: 'Alle einer Art weglassen',
  leaveTheseOut: (count) => (count === 1 ? 'Diesen Teil weglassen' : `Diese ${count} weglassen`),
  reading: 'Weitere Markierungen werden gesucht …',
  unread: 'Nicht alle Markierungen konnten gelesen werden.',
  silences: 'Pausen herausschneiden, länger als',
  seconds: 'Sekunden',
  cutOut: 'Herausschneiden',
  notSeconds: (min, max) => `Gib eine Zahl von ${min} bis ${max} Sekunden ein.`,
  unheard: 'Durchsucht wird nur der Ton, den die Zeitleiste schon gezeigt hat.',
  done: (parts, count, length) =>
    `${parts}\u00a0${parts === 1 ? 'Teil' : 'Teile'} weggelassen. ${ranges(count)}, zusammen ${length}.`,
  tooMany: (found, leftOut, max) =>
    `Ein Clip hat höchstens ${ranges(max)}. Darum fallen nur die ${leftOut} längsten von ${found} Teilen weg.`,
  nothingLeft: 'Von deinem Ausschnitt bliebe nichts übrig.',
  none: 'Nichts davon liegt in deinem Ausschnitt.',
  noSilence: 'In deinem Ausschnitt gibt es keine solche Pause.',
}
