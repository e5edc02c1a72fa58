import type { severalWords as english } from '../en/several.ts'
import type { Wording } from '../wording.ts'

const clips = (count: number): string => (count === 1 ? '1\u00a0Clip' : `${count}\u00a0Clips`)

export const severalWords: Wording<typeof english> = {
  title: 'Ausschnitte',
  one: 'Nimm noch einen dazu, um beide auf einmal zu schneiden.',
  sum: (ranges, length) => `${ranges}\u00a0Ausschnitte, zusammen ${length}. Nur sie werden geschnitten.`,
  full: (most) => `Mehr als ${most}\u00a0Ausschnitte gehen nicht auf einmal.`,
  list: 'Ausschnitte in ihrer Reihenfolge',
  place: (place) => `Ausschnitt ${place}`,
  range: (start, end) => `${start} bis ${end}`,
  edit: 'Ändern',
  done: 'Fertig',
  editPlace: (place) => `Ausschnitt ${place} auf dem Streifen ändern`,
  donePlace: (place) => `Fertig mit Ausschnitt ${place}`,
  earlier: (place) => `Ausschnitt ${place} nach oben`,
  later: (place) => `Ausschnitt ${place} nach unten`,
  remove: (place) => `Ausschnitt ${place} entfernen`,
  moved: (place) => `Jetzt an Stelle ${place}.`,
  removed: (place) => `Ausschnitt ${place} ist weg.`,
  as: 'Schneiden als',
  joined: 'Ein Clip, verbunden',
  separate: 'Einzelne Clips',
  join: (ranges) => `${ranges}\u00a0Teile verbinden`,
  cut: (count) => `${clips(count)} schneiden`,
  pro: {
    title: 'Nur mit Pro',
    text: 'Mehrere Ausschnitte und Stapel gehören zu Pro. Jeden Ausschnitt für sich gibt es auch ohne.',
    listed:
      'Dieser Link nennt mehrere Ausschnitte. Sie auf einmal zu schneiden gehört zu Pro. Einzeln geht es auch ohne: Ausschnitt ändern, dann herunterladen.',
    plans: 'Tarife ansehen',
  },
}
