import type * as english from '../../en/clips/save.ts'
import type { Wording } from '../../wording.ts'

export const saveWords: Wording<typeof english.saveWords> = {
  empty: 'El archivo descargado está vacío',
  fileRefused: (status, body) => `Error ${status}: ${body}`,
  noWayToSave: 'Este navegador no puede guardar archivos. Prueba con otro.',
  linkCopied: 'Enlace de descarga copiado',
  linkCopiedText: 'Pégalo en una pestaña nueva para guardar el clip.',
  started: 'Descarga iniciada',
  startedText: (megabytes) => `${megabytes}\u00a0MB`,
}
