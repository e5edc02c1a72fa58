import type * as english from '../../en/clips/fit.ts'
import type { Wording } from '../../wording.ts'

export const fitInShort: Wording<typeof english.fitInShort> = {
  title: '仕上げ',
  asTheyAre: 'サイズ、クロップ、音量、フェード',
  cropped: 'クロップ',
  lufs: (loudness) => `${loudness} LUFS`,
  fades: 'フェード',
  sized: (pixels, frames) => `${pixels} px、${frames} fps`,
  nothing: 'そのまま',
}

export const fitWords: Wording<typeof english.fitWords> = {
  size: 'ファイルサイズ',
  noLimit: '制限なし',
  asItIs: 'そのまま',
  atMost: (size) => `${size}以内`,
  own: 'ほかのサイズ',
  ownSize: '上限（MB）',
  ownFault: (min, max) => `${min}～${max}の数値を入力してください。`,
  sizeNote: 'MP4のみ。これより大きいクリップは再エンコードされ、必要なら解像度も下がります。',
  crop: 'クロップ',
  whole: 'オフ',
  free: '自由',
  moveFrame: '枠を動かす',
  cropNote: 'MP4、GIF、WebP、PNGのみ。クロップすると全フレームが再エンコードされます。',
  loudness: '音量',
  even: (lufs) => `${lufs}にそろえる`,
  loudnessNote: '配信サービスと同じ音量で、音割れしません。GIF、WebP、PNGに音声はありません。',
  fadeVideo: '映像のフェード',
  fadeAudio: '音声のフェード',
  off: 'オフ',
  seconds: (seconds) => `${seconds}秒`,
  fadeNote: '最初にフェードイン、最後にフェードアウト。映像のフェードはMP4のみで、クリップが再エンコードされます。',
  fadeAudioNote: '最初にフェードイン、最後にフェードアウト。GIF、WebP、PNGに音声はありません。',
}

export const cropWords: Wording<typeof english.cropWords> = {
  frame: 'クロップ枠',
  shaped: (shape) => `クロップ枠、${shape}`,
  place: (left, top) => `左から${left}、上から${top}`,
  size: (width, height) => `幅の${width}、高さの${height}`,
  corners: {
    'top left': '左上の角',
    'top right': '右上の角',
    'bottom left': '左下の角',
    'bottom right': '右下の角',
  },
  done: '完了',
  keys: '矢印キーで1 %、Shiftと一緒に押すと10 %動きます。終わったらEscを押します。',
}

export const codecWords: Wording<typeof english.codecWords> = {
  form: (label) => `${label}のコーデック`,
  everywhere: (seconds) => `MP4、H.264：どこでも再生可能${seconds === null ? '' : `、約${durationWords(seconds)}`}`,
  asSource: (codec, seconds) =>
    `MP4、${codec}：新しいプレーヤー向け${seconds === null ? '' : `、約${durationWords(seconds)}`}`,
}

function durationWords(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)}秒` : `${Math.round(seconds / 60)}分`
}
