import type * as english from '../../en/clips/share.ts'
import type { Wording } from '../../wording.ts'

export const shareWords: Wording<typeof english.shareWords> = {
  link: '公開リンク',
  text: 'このリンクを知っている人は、削除されるまでクリップを再生・保存できます。アカウントは不要です。',
  make: '公開リンクを作成',
  copy: 'リンクをコピー',
  copied: 'リンクをコピーしました',
  copyFailed: '欄からリンクをコピーしてください。',
  opened: (count) => `${count}回開かれました`,
  end: 'リンクを取り消す',
  ended: 'リンクを取り消しました',
  endedText: 'もう誰も開けません。',
  off: 'このサーバーでは、公開リンクでクリップを共有できません。',
}

export const sharePageWords: Wording<typeof english.sharePageWords> = {
  range: (start, end) => `${start}～${end}`,
  joined: (count) => `${count}個の範囲を結合`,
  description: (times) => `${times}、フレーム単位で正確にカット`,
  untitled: (label) => `${label}の動画の一部`,
  anyPart: 'フレーム単位で範囲を選べます',
  save: 'ダウンロード',
  cutOwn: 'この動画から自分のクリップを作る',
  ends: (when) => `このページとクリップは${when}に削除されます。`,
  gone: 'このクリップはもうありません',
  goneText: 'クリップはすべて1日以内に削除され、作成者はいつでもリンクを取り消せます。',
  rests: 'このクリップは明日まで休止中です',
  restsText: 'このサーバーで1日に許される回数まで再生されました。',
  home: '自分のクリップを作る',
}
