import type * as english from '../../en/clips/formats.ts'
import type { Wording } from '../../wording.ts'

export const moreFormatsWords: Wording<typeof english.moreFormatsWords> = {
  title: 'ほかの形式',
  summary: 'オリジナルのコーデック、静止画、GIF、WebP、音声',
  summaryJoined: 'つないだ範囲：音声',
  size: 'オリジナルと静止画のサイズ',
  original: (size) => `オリジナル、${size}`,
  still: (size) => `静止画、${size}`,
  originalKind: (container, codec) => `${container}、元の動画と同じ${codec}`,
  stillKind: 'PNG、開始位置のフレーム',
  movingKind: (seconds, pixels) => `${seconds}秒、${pixels}ピクセルまで、音声なし`,
  tooLong: (seconds, length) => `${seconds}秒までです。範囲は${length}です。`,
  noOriginal: '元の動画にちょうどこのサイズはありません',
  moving: 'GIFとWebP',
  movingWidth: 'GIFとWebPの長辺',
  movingRate: '1秒あたりのフレーム数',
  pixels: (pixels) => `${pixels} px`,
  framesPerSecond: (frames) => `${frames} fps`,
  audio: (format) => `音声（${format}）`,
  audioKinds: { m4a: 'AAC', opus: 'Ogg Opus', flac: '可逆圧縮', wav: '非圧縮' },
  smallerMp3: '音声（MP3、可変）',
  smallerMp3Kind: 'MP3 V2、約190 kbps',
}

export const otherClipWords: Wording<typeof english.otherClipWords> = {
  otherAudio: '別の音声トラック',
  file: '字幕は別ファイル',
  track: 'クリップ内に字幕',
  burned: '字幕を焼き込み',
  noSubtitles: '字幕なし',
}
