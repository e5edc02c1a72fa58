import type * as english from '../../en/clips/playlist.ts'
import type { Wording } from '../../wording.ts'

export const playlistWords: Wording<typeof english.playlistWords> = {
  reading: '再生リストを読み込んでいます…',
  videos: (title) => `${title}の動画`,
  first: (count) => `最初の${count}本を選ぶ`,
  add: (count) => (count === 0 ? '動画を追加' : `${count}本の動画を追加`),
  chosen: (chosen, max) => `${chosen}本を選択中（${max}本まで）。`,
  unavailable: (count) => `${count}本は非公開か、削除されています。`,
  cut: (max) => `最初の${max}本だけを表示しています。`,
  close: '再生リストを閉じる',
}
