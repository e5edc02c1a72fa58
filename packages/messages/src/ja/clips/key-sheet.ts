import type * as english from '../../en/clips/key-sheet.ts'
import type { Wording } from '../../wording.ts'

export const keySheetWords: Wording<typeof english.keySheetWords> = {
  title: 'キー操作',
  text: '入力中を除き、どこでも使えます。',
  open: 'キー操作',
  close: '閉じる',
  keys: {
    left: '左',
    right: '右',
    shift: 'Shift',
    space: 'スペース',
    ctrl: 'Ctrl',
  },
  meanings: {
    second: '選んだ端を1秒動かす',
    fiveSeconds: '5秒動かす',
    frame: '1フレーム戻る・進む',
    here: 'ここを開始・終了にする',
    preview: 'プレビューを開く・閉じる',
    pace: '遅く・一時停止・速く',
    download: 'ダウンロード',
    addRange: '範囲を追加',
    undo: '元に戻す・やり直す',
    sheet: 'キー一覧を表示',
  },
}
