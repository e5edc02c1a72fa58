import { MAX_KEY_NAME } from '@kerf/domain/access/api-key'
import type * as english from '../../en/account/keys.ts'
import type { Wording } from '../../wording.ts'

export const keyWords: Wording<typeof english.keyWords> = {
  title: 'APIキー',
  text: 'キーを使うと、あなたのプログラムがこのアカウントの上限の範囲でクリップを作れます。',
  howTo: '2回の呼び出しでクリップを作る',
  list: 'APIキーの一覧',
  none: 'APIキーはありません。',
  begins: (start) => `${start}…`,
  created: (day) => `${day}に作成`,
  unused: '未使用',
  used: (time) => `最終使用：${time}`,
  name: '名前',
  nameHint: '使う場所の名前です。例：ノートPC',
  nameFault: `${MAX_KEY_NAME}文字以内の名前を入力してください。`,
  create: 'キーを作成',
  shownTitle: '新しいAPIキー',
  shownText: '今コピーしてください。再表示はできません。',
  copy: 'キーをコピー',
  close: '閉じる',
  revoke: '取り消す',
  revokeNamed: (name) => `${name}を取り消す`,
  revokeTitle: 'このAPIキーを取り消しますか？',
  revokeText: (name) =>
    `「${name}」を使うプログラムは、クリップを受け取れなくなります。すでに依頼したクリップは作成されます。`,
  keep: '残す',
  revoked: 'APIキーを取り消しました',
  whenReset:
    '新しいパスワードを設定すると、別の選択をしない限り、すべてのキーが取り消されます。メールから設定した場合は必ず取り消されます。',
}
