import type * as en from '../../en/clips/command.ts'
import type { Wording } from '../../wording.ts'

export const commandWords: Wording<typeof en.commandWords> = {
  copy: 'Als Befehl kopieren',
  copied: 'Befehl kopiert',
  copiedText: 'Er macht diesen Clip in einem Terminal mit kerf.',
  notCopied: 'Befehl nicht kopiert',
  notCopiedText: 'Dein Browser blockiert die Zwischenablage.',
}
