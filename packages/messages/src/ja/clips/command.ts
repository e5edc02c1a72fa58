import type * as en from '../../en/clips/command.ts'
import type { Wording } from '../../wording.ts'

export const commandWords: Wording<typeof en.commandWords> = {
  copy: 'コマンドとしてコピー',
  copied: 'コマンドをコピーしました',
  copiedText: 'kerfのあるターミナルで、このクリップを作成できます。',
  notCopied: 'コマンドをコピーできませんでした',
  notCopiedText: 'クリップボードを使えません。',
}
