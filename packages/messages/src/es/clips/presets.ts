import type * as en from '../../en/clips/presets.ts'
import type { Wording } from '../../wording.ts'

export const presetWords: Wording<typeof en.presetWords> = {
  title: 'Ajustes guardados',
  name: 'Nombre del ajuste',
  save: 'Guardar como ajuste',
  stored: 'Se guarda en este navegador.',
  nothing: 'Primero elige algo: un tamaño, un recorte, una sonoridad, un fundido o subtítulos.',
  full: (max) => `${max} ajustes como máximo. Elimina uno primero.`,
  saved: (name) => `“${name}” se guardó.`,
  deleted: (name) => `“${name}” se eliminó.`,
  delete: (name) => `Eliminar “${name}”`,
}
