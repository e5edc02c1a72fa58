import type * as english from '../../en/clips/several.ts'
import type { Wording } from '../../wording.ts'

export const severalWords: Wording<typeof english.severalWords> = {
  title: '範囲',
  one: '範囲をもうひとつ追加すると、まとめて切り出せます。',
  sum: (ranges, length) => `${ranges}個の範囲、合計${length}。これだけを切り出します。`,
  full: (max) => `一度に切り出せる範囲は${max}個までです。`,
  list: '範囲の順番',
  place: (position) => `範囲${position}`,
  range: (start, end) => `${start}～${end}`,
  edit: '編集',
  done: '完了',
  editPlace: (position) => `範囲${position}をタイムラインで編集`,
  donePlace: (position) => `範囲${position}の編集を完了`,
  earlier: (position) => `範囲${position}を上へ`,
  later: (position) => `範囲${position}を下へ`,
  remove: (position) => `範囲${position}を削除`,
  moved: (position) => `${position}番目に移動しました。`,
  removed: (position) => `範囲${position}を削除しました。`,
  as: '切り出し方',
  joined: 'つないで1クリップ',
  separate: '別々のクリップ',
  join: (ranges) => `${ranges}個の範囲をつなぐ`,
  cut: (count) => `${count}クリップを切り出す`,
  pro: {
    text: '複数の範囲と一括処理はProの機能です。Proでない場合は、範囲をひとつずつ切り出してください。',
    listed:
      'このリンクには複数の範囲があります。まとめて切り出すのはProの機能です。Proでない場合は、範囲をひとつずつ編集してダウンロードしてください。',
  },
}
