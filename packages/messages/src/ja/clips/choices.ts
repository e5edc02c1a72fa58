import type * as english from '../../en/clips/choices.ts'
import type { Wording } from '../../wording.ts'

export const chapterWords: Wording<typeof english.chapterWords> = {
  title: 'チャプター',
  count: (count) => `${count}チャプター`,
  times: (title, start, end) => `${title}、${start}～${end}`,
  keys: 'Enterでそのチャプターを範囲にします。Shift+Enterで、そこまでのチャプターをすべて加えます。',
  addNext: '次のチャプターを追加',
  eachAClip: 'チャプターごとにクリップ',
  first: (max) => `一括処理は${max}クリップまでです。開始位置のチャプターから順に入ります。`,
  listed: 'チャプターを一覧に入れました',
  listedText: (taken, total) =>
    taken === total
      ? `${total}チャプター、それぞれ1クリップです。`
      : `${total}チャプターのうち${taken}個が一括処理に入りました。`,
}

export const choiceWords: Wording<typeof english.choiceWords> = {
  title: '音声と字幕',
  audioTrack: '音声トラック',
  original: (label) => `${label}（オリジナル）`,
  subtitles: '字幕',
  none: 'なし',
  forms: {
    file: '別ファイル（.srt、.vtt）',
    track: 'クリップ内（テキストトラック）',
    burned: '映像に焼き込み',
  },
  captions: '字幕の言語',
  style: 'スタイル',
  styles: { outline: '縁取り', box: '背景付き', yellow: '黄色' },
  notes: {
    file: 'GIF、WebP、PNGには字幕が付きません。',
    track: 'MP4とオリジナルのみ。音声のみ、GIF、WebP、PNGには字幕が付きません。',
    burned: 'MP4のみ。ほかの形式には付きません。焼き込むとクリップ全体が再エンコードされます。',
  },
}

export const subtitleFileWords: Wording<typeof english.subtitleFileWords> = {
  group: (label) => `${label}の字幕`,
  zip: 'クリップと字幕（.zip）',
  saved: '字幕を保存しました',
}
