import type * as english from '../../en/clips/finished.ts'
import type { Wording } from '../../wording.ts'

export const finishedWords: Wording<typeof english.finishedWords> = {
  receipt: 'どのくらい正確？',
  play: '再生',
  closePlayer: 'プレーヤーを閉じる',
  player: (name) => `クリップ：${name}`,
  cannotPlay: 'クリップを再生できません。期限切れか、ファイルストレージが停止しているかもしれません。',
  share: '共有',
  preparing: '準備中...',
  ready: '共有の準備ができました',
  readyText: 'もう一度「共有」を押してください。',
  shareFailed: '共有できませんでした',
  shareFailedText:
    'ブラウザが受け付けませんでした。クリップを保存してファイルを共有するか、リンクをコピーしてください。',
  deleteNow: '今すぐ削除',
  deleteSure: '本当に削除？',
}

export const recentClipsWords: Wording<typeof english.recentClipsWords> = {
  title: '最近のクリップ',
  text: 'このブラウザで切り出したクリップです。期限が来ると削除されます。',
  save: 'ダウンロード',
  saving: '保存中...',
  openTrim: '範囲を開く',
}
