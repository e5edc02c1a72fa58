import type * as english from '../../en/clips/receipt.ts'
import type { Wording } from '../../wording.ts'

const ENCODED_SENTENCE = '音声は正確に切り出され、1回だけエンコードされました。'
const LOSSLESS_SENTENCE = '音声は正確に切り出され、劣化なしで保存されました。'

export const clipReceiptWords: Wording<typeof english.clipReceiptWords> = {
  available: (moment) => `${moment}まで保存できます。残り`,
  fromNow: 'です。',
  originalReencoded:
    'この範囲にはコピーを始められるキーフレームがないため、全フレームが元のコーデックで再エンコードされました。',
  reencodedFor: (reasons) => `全フレームが再エンコードされました：${reasons}。`,
  reasons: {
    crop: 'クロップ',
    fade: 'フェードイン・アウト',
    burned: '字幕の焼き込み',
    size: (limit) => `${limit}に収めるため`,
  },
  clip: 'クリップ',
  exactness: '正確さ',
  effort: '処理',
  frames: 'フレーム数',
  firstFrame: '最初のフレーム',
  lastFrame: '最後のフレーム',
  length: '長さ',
  audioTrack: '音声トラック',
  subtitles: '字幕',
  subtitlesIn: { track: (label) => `${label}、テキストトラック`, burned: (label) => `${label}、焼き込み` },
  cues: '字幕の行数',
  chapters: 'チャプター',
  size: 'フレームサイズ',
  pixels: (width, height) => `${width} × ${height}`,
  loudness: '音量',
  levelled: (before, after) => `${before} → ${after} LUFS`,
  leftOut: '含まれないもの',
  leftOutThings: { alpha: '透明度', other_audio: 'ほかの音声トラック', subtitles: '字幕' },
  notes: {
    audio_changes: (time) => `音声の形式が${time}で変わるため、最初の形式で再エンコードされました。`,
    begins_later: (time) => `最初のフレームは${time}です。`,
    ends_earlier: (time) => `${time}で途切れています。`,
  },
  copied: '元のままのフレーム',
  encoded: '再エンコードしたフレーム',
  audio: '音声のずれ',
  fetched: '読み込んだデータ',
  took: '処理時間',
  audioCopied: '音声は元のまま、1ビットも変わりません。再エンコードされたのは両端だけです。',
  ways: {
    copied: '全フレームが元のまま、1ビットも変わりません。',
    smart: '再エンコードされたのは両端のフレームだけです。残りは元のまま、1ビットも変わりません。',
    transcoded: '元の動画にこのサイズのH.264がないため、全フレームが再エンコードされました。',
    mp3: ENCODED_SENTENCE,
    m4a: ENCODED_SENTENCE,
    opus: ENCODED_SENTENCE,
    flac: LOSSLESS_SENTENCE,
    wav: LOSSLESS_SENTENCE,
    gif: '各フレームはその時刻の元の映像と一致し、クリップに最適な255色で表されています。',
    webp: '各フレームはその時刻の元の映像と一致し、共有しやすいサイズに縮小されています。',
    still: '範囲の最初のフレーム、劣化なし。',
  },
}
