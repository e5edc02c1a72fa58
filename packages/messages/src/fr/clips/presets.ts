import type * as en from '../../en/clips/presets.ts'
import type { Wording } from '../../wording.ts'

export const presetWords: Wording<typeof en.presetWords> = {
  title: 'Préréglages',
  name: 'Nom du préréglage',
  save: 'Enregistrer comme préréglage',
  stored: 'Conservé dans ce navigateur.',
  nothing: 'Choisissez d’abord quelque chose\u202f: taille, recadrage, niveau sonore, fondu ou sous-titres.',
  full: (max) => `${max} préréglages au plus. Supprimez-en un d’abord.`,
  saved: (name) => `«\u202f${name}\u202f» est enregistré.`,
  deleted: (name) => `«\u202f${name}\u202f» est supprimé.`,
  delete: (name) => `Supprimer «\u202f${name}\u202f»`,
}
