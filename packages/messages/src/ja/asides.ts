import type * as english from '../en/asides.ts'
import type { Wording } from '../wording.ts'

export const proWords: Wording<typeof english.proWords> = {
  label: '当サービスの広告',
  text: 'Pro：最大4K、1日の回数制限なし、複数のクリップを一度に。',
  plans: 'プランを見る',
}

export const notFoundWords: Wording<typeof english.notFoundWords> = {
  title: 'この部分はカットされました',
  text: 'このアドレスにページはありません。リンクが古いか、打ち間違いかもしれません。',
  action: '動画を切り出す',
}
