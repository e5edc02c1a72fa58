import type * as english from '../../en/clips/save.ts'
import type { Wording } from '../../wording.ts'

export const saveWords: Wording<typeof english.saveWords> = {
  empty: 'ダウンロードしたファイルが空です',
  fileRefused: (status, body) => `エラー${status}：${body}`,
  noWayToSave: 'このブラウザではファイルを保存できません。別のブラウザをお試しください。',
  linkCopied: 'ダウンロードリンクをコピーしました',
  linkCopiedText: '新しいタブに貼り付けると、クリップを保存できます。',
  started: 'ダウンロードを開始しました',
  startedText: (megabytes) => `${megabytes} MB`,
}
