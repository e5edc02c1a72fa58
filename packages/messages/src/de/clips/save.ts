import type * as english from '../../en/clips/save.ts'
import type { Wording } from '../../wording.ts'

export const saveWords: Wording<typeof english.saveWords> = {
  empty: 'Die heruntergeladene Datei ist leer',
  fileRefused: (status, body) => `Fehler ${status}: ${body}`,
  noWayToSave: 'Dieser Browser kann keine Dateien speichern. Bitte nimm einen anderen.',
  linkCopied: 'Download-Link kopiert',
  linkCopiedText: 'Füg ihn in einem neuen Tab ein, um den Clip zu speichern.',
  started: 'Download läuft',
  startedText: (megabytes) => `${megabytes}\u00a0MB`,
}
