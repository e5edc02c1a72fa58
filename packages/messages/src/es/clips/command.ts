import type * as en from '../../en/clips/command.ts'
import type { Wording } from '../../wording.ts'

export const commandWords: Wording<typeof en.commandWords> = {
  copy: 'Copiar como comando',
  copied: 'Comando copiado',
  copiedText: 'Hace este clip en una terminal con kerf.',
  notCopied: 'El comando no se copió',
  notCopiedText: 'Tu navegador bloqueó el acceso al portapapeles.',
}
