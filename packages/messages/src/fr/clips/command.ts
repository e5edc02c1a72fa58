import type * as en from '../../en/clips/command.ts'
import type { Wording } from '../../wording.ts'

export const commandWords: Wording<typeof en.commandWords> = {
  copy: 'Copier comme commande',
  copied: 'Commande copiée',
  copiedText: 'Elle produit ce clip dans un terminal avec kerf.',
  notCopied: 'Commande non copiée',
  notCopiedText: 'Votre navigateur bloque l’accès au presse-papiers.',
}
