import type * as english from '../../en/clips/file-names.ts'
import type { Wording } from '../../wording.ts'

export const fileNameWords: Wording<typeof english.fileNameWords> = {
  label: 'Noms de fichiers',
  names: {
    quality: 'Qualité',
    title: 'Titre et temps',
  },
}
