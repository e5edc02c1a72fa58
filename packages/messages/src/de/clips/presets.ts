import type * as en from '../../en/clips/presets.ts'
import type { Wording } from '../../wording.ts'

export const presetWords: Wording<typeof en.presetWords> = {
  title: 'Vorlagen',
  name: 'Name der Vorlage',
  save: 'Als Vorlage speichern',
  stored: 'Bleibt in diesem Browser.',
  nothing: 'Wähle zuerst etwas: Größe, Bildzuschnitt, Lautheit, Blende oder Untertitel.',
  full: (max) => `Höchstens ${max} Vorlagen. Lösche zuerst eine.`,
  saved: (name) => `„${name}“ ist gespeichert.`,
  deleted: (name) => `„${name}“ ist gelöscht.`,
  delete: (name) => `„${name}“ löschen`,
}
