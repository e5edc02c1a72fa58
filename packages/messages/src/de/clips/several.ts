import type * as english from '../../en/clips/several.ts'
import type { Wording } from '../../wording.ts'

const clips = (count: number): string => (count === 1 ? '1\u00a0Clip' : `${count}\u00a0Clips`)

export const severalWords: Wording<typeof english.severalWords> = {
  title: 'Ausschnitte',
  one: 'Füge noch einen hinzu, um beide auf einmal zu schneiden.',
  sum: (ranges, length) => `${ranges}\u00a0Ausschnitte, zusammen ${length}. Nur sie werden geschnitten.`,
  full: (max) => `Mehr als ${max}\u00a0Ausschnitte gehen nicht auf einmal.`,
  list: 'Ausschnitte der Reihe nach',
  place: (position) => `Ausschnitt ${position}`,
  range: (start, end) => `${start} bis ${end}`,
  edit: 'Ändern',
  done: 'Fertig',
  editPlace: (position) => `Ausschnitt ${position} auf der Zeitleiste ändern`,
  donePlace: (position) => `Fertig mit Ausschnitt ${position}`,
  earlier: (position) => `Ausschnitt ${position} nach oben`,
  later: (position) => `Ausschnitt ${position} nach unten`,
  remove: (position) => `Ausschnitt ${position} entfernen`,
  moved: (position) => `Jetzt auf Platz ${position}.`,
  removed: (position) => `Ausschnitt ${position} entfernt.`,
  as: 'Schneiden als',
  joined: 'Ein Clip, verbunden',
  separate: 'Einzelne Clips',
  join: (ranges) => `${ranges}\u00a0Ausschnitte verbinden`,
  cut: (count) => `${clips(count)} schneiden`,
  pro: {
    text: 'Mehrere Ausschnitte und Stapel gehören zu Pro. Ohne Pro schneidest du einen Ausschnitt nach dem anderen.',
    listed:
      'Dieser Link enthält mehrere Ausschnitte. Alle auf einmal zu schneiden gehört zu Pro. Ohne Pro kannst du jeden einzeln ändern und herunterladen.',
  },
}
