import type * as en from '../../en/clips/presets.ts'
import type { Wording } from '../../wording.ts'

export const presetWords: Wording<typeof en.presetWords> = {
  title: 'プリセット',
  name: 'プリセットの名前',
  save: 'プリセットとして保存',
  stored: 'このブラウザに保存されます。',
  nothing: '先にサイズ、クロップ、音量、フェード、字幕のどれかを選んでください。',
  full: (max) => `プリセットは${max}件までです。先に1件削除してください。`,
  saved: (name) => `「${name}」を保存しました。`,
  deleted: (name) => `「${name}」を削除しました。`,
  delete: (name) => `「${name}」を削除`,
}
