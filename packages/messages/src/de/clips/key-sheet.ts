import type * as english from '../../en/clips/key-sheet.ts'
import type { Wording } from '../../wording.ts'

export const keySheetWords: Wording<typeof english.keySheetWords> = {
  title: 'Tasten',
  text: 'Sie gelten überall, nur nicht beim Tippen.',
  open: 'Tasten',
  close: 'Schließen',
  keys: {
    left: 'Links',
    right: 'Rechts',
    shift: 'Umschalt',
    space: 'Leertaste',
    ctrl: 'Strg',
  },
  meanings: {
    second: 'gewählten Anfang oder Ende um 1\u00a0Sekunde bewegen',
    fiveSeconds: 'um 5\u00a0Sekunden bewegen',
    frame: '1\u00a0Bild zurück oder vor',
    here: 'Anfang oder Ende hier setzen',
    preview: 'Vorschau öffnen oder schließen',
    pace: 'langsamer, Pause, schneller',
    download: 'herunterladen',
    addRange: 'Abschnitt hinzufügen',
    undo: 'rückgängig, wiederholen',
    sheet: 'diese Tasten zeigen',
  },
}
