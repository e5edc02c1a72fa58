import type * as english from '../../en/clips/live.ts'
import type { Wording } from '../../wording.ts'

export const liveWords: Wording<typeof english.liveWords> = {
  until: (time: string) => `${time}までのライブ配信`,
  parts: 'ライブ配信の直近の部分',
  last: { 30: '直近30秒', 120: '直近2分', 600: '直近10分' },
  newest: '最新の部分を読み込む',
}
