import type * as english from '../../en/clips/transcript.ts'
import type { Wording } from '../../wording.ts'

export const transcriptWords: Wording<typeof english.transcriptWords> = {
  title: 'Transkript',
  loading: 'Das Transkript wird geladen\u00a0…',
  failed: 'Das Transkript ließ sich nicht laden.',
  empty: 'Diese Untertitel enthalten keine Wörter.',
  captions: 'Untertitel',
  automatic: (label) => `${label} (automatisch)`,
  search: 'Transkript durchsuchen',
  hit: (hitNumber, total) => `${hitNumber} von ${total}`,
  noHits: 'Nicht gefunden',
  previousHit: 'Voriger Treffer',
  nextHit: 'Nächster Treffer',
  takeHit: 'Als Ausschnitt',
  list: 'Gesprochenes mit Zeiten',
  keys: 'Die Pfeiltasten gehen von Zeile zu Zeile und von Wort zu Wort. Die Eingabetaste setzt den Anfang, mit der Umschalttaste das Ende.',
  pressStart: 'Drück auf das erste Wort deines Clips, oder zieh über mehrere.',
  tapStart: 'Tipp auf das erste Wort deines Clips, oder halte es gedrückt und zieh über mehrere.',
  pressEnd: 'Drück jetzt auf das letzte Wort.',
  follow: 'Wiedergabe folgen',
  inRange: (counted, count) => `${counted} ${count === 1 ? 'Wort' : 'Wörter'} im Ausschnitt`,
  noneInRange: 'Keine Wörter im Ausschnitt',
  copy: 'Wörter kopieren',
  copied: 'Wörter kopiert',
  copiedText: (counted, count) =>
    count === 1
      ? 'Das Wort deines Ausschnitts ist in der Zwischenablage.'
      : `Die ${counted} Wörter deines Ausschnitts sind in der Zwischenablage.`,
  notCopied: 'Wörter nicht kopiert',
  notCopiedText: 'Dein Browser hat den Zugriff auf die Zwischenablage gesperrt.',
}
