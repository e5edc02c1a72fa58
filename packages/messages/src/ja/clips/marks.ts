import type * as english from '../../en/clips/marks.ts'
import type { Wording } from '../../wording.ts'

export const markWords: Wording<typeof english.markWords> = {
  title: '一部を省く',
  list: '動画のマーク',
  kinds: {
    chapter: 'チャプター',
    'most-replayed': 'よく再生される部分',
    sponsor: 'スポンサー',
    intro: 'イントロ',
    outro: 'エンディング',
    selfpromo: '自己宣伝',
    interaction: '登録のお願い',
  },
  ofKind: (kind, count) => `${kind}（${count}）`,
  times: (start, end) => `${start}～${end}`,
  place: (mark, start, end) => `${mark}、${start}～${end}`,
  setAsRange: '範囲にする',
  setAsRangeOf: (label) => `範囲にする：${label}`,
  leaveOut: '省く',
  leaveOutOf: (label) => `省く：${label}`,
  kindsToLeaveOut: '種類ごとに省く',
  leaveTheseOut: (count) => `この${count}か所を省く`,
  reading: 'ほかのマークを探しています…',
  unread: '一部のマークを読み込めませんでした。',
  silences: '無音を取り除く長さの下限',
  seconds: '秒',
  cutOut: '取り除く',
  notSeconds: (min, max) => `${min}～${max}秒の数値を入力してください。`,
  unheard: 'タイムラインに表示した音声だけを調べます。',
  done: (parts, ranges, length) => `${parts}か所を省きました。${ranges}個の範囲、合計${length}です。`,
  tooMany: (found, leftOut, max) =>
    `1クリップの範囲は${max}個までなので、${found}か所のうち長い順に${leftOut}か所だけを省きます。`,
  nothingLeft: '選んだ範囲に何も残りません。',
  none: '選んだ範囲にはありません。',
  noSilence: '選んだ範囲にその長さの無音はありません。',
}
