import type * as english from '../../en/clips/save.ts'
import type { Wording } from '../../wording.ts'

export const saveWords: Wording<typeof english.saveWords> = {
  empty: 'Le fichier téléchargé est vide',
  fileRefused: (status, body) => `Erreur ${status}\u202f: ${body}`,
  noWayToSave: 'Ce navigateur ne peut pas enregistrer de fichiers. Essayez-en un autre.',
  linkCopied: 'Lien de téléchargement copié',
  linkCopiedText: 'Collez-le dans un nouvel onglet pour enregistrer le clip.',
  started: 'Téléchargement lancé',
  startedText: (megabytes) => `${megabytes}\u00a0Mo`,
}
