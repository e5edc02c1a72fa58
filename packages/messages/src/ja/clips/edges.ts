import type * as english from '../../en/clips/edges.ts'
import type { Wording } from '../../wording.ts'

export const edgesWords: Wording<typeof english.edgesWords> = {
  play: '両端を再生',
  start: '最初の数秒',
  end: '最後の数秒',
  loading: '両端を読み込んでいます…',
  close: '両端の再生を閉じる',
  player: '切り出されるクリップの最初と最後の数秒',
}
