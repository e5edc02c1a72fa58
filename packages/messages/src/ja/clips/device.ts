import type * as english from '../../en/clips/device.ts'
import type { Wording } from '../../wording.ts'

export const deviceWords: Wording<typeof english.deviceWords> = {
  title: 'この端末のファイルを切り出す',
  lead: '動画または音声のファイルを開き、開始と終了をフレーム単位で選んで、その部分だけを保存します。切り出すのはブラウザです。何もアップロードされません。ファイルを送信できる接続は、ブラウザがこのページに許可しません。現行版のChrome、Edge、Firefox、Safariのように、ブラウザ自身が動画をデコードおよびエンコードできる必要があります。',
  open: 'ファイルを開く',
  orDrop: 'または、このページのどこかにドロップしてください。',
  openAnother: '別のファイルを開く',
  opening: (name) => `${name}を開いています`,
  nothingSent: 'このファイルは端末の外に出ません。',
  busy: 'クリップを切り出しています。別のファイルは、そのあとで開けます。',
  plan: (copied, encoded) => `元のままのフレーム：${copied}、再エンコードするフレーム：${encoded}。`,
  bar: 'クリップを保存',
  form: '保存形式',
  forms: {
    video: 'MP4（H.264）',
    original: (codec) => `元の形式（${codec}）`,
    m4a: '音声、M4A',
    mp3: '音声、MP3',
    opus: '音声、Opus',
    flac: '音声、FLAC',
    wav: '音声、WAV',
  },
  cropAndFades: 'クロップとフェード',
  fades: 'フェード',
  fadeNote: '最初にフェードイン、最後にフェードアウト。',
  videoFadeNote: '最初にフェードイン、最後にフェードアウト。映像のフェードでは全フレームを再エンコードします。',
  save: '切り出して保存',
  cutting: '切り出し中…',
  progress: '切り出しの進行状況',
  cancel: '切り出しをキャンセル',
  saved: '保存しました：',
  made: '作成済みですが、まだ保存していません：',
  choosePlace: 'クリップを保存',
  failed: 'クリップは作成されませんでした。',
  exactness: 'あなたのクリップ',
  refusals: {
    insecure:
      'ブラウザがファイルを切り出せるのは、HTTPSで開いたページだけです。このサーバーの運営者に依頼してください。',
    webcodecs:
      'このブラウザは、自身で動画をデコードおよびエンコードできません。Chrome、Edge、Firefox、Safariの現行版をお使いください。',
    decodedVideo:
      'このブラウザは、このファイルの動画をデコードできません。コーデックまたは色深度に対応していないためです。音声だけの形式、または別のブラウザならできることがあります。',
    encodedVideo:
      'このブラウザには、このサイズの動画のエンコーダーがありません。音声だけの形式、または別のブラウザならできることがあります。',
    decodedAudio: 'このブラウザは、このファイルの音声をデコードできません。別のブラウザならできることがあります。',
    encodedAudio: 'このブラウザは、この形式で音声をエンコードできません。別の形式を選んでください。',
    not_media: 'このファイルは、Kerfが読み取れる動画や音声ではありません。',
    unsupported_media:
      'このブラウザではこのファイルを切り出せません。別の形式、別のブラウザ、またはコマンドラインのKerfでできることがあります。',
    broken_media: 'このファイルは壊れています。索引が内容と一致しません。',
    unfinished_media: 'この録画は途中で終わっているため、索引がありません。',
    range_outside: '開始と終了はファイルの範囲内にしてください。',
    nothing_in_range: 'この範囲には表示または再生できるものがありません。',
    begins_later: (time) => `表示できる最初のフレームは${time}にあります。終了をそれより後にしてください。`,
    too_long: 'この範囲は、この形式には長すぎます。',
    too_large: 'このファイルは、ページが使えるより多くのメモリを必要とします。',
    does_not_fit: 'クリップが上限に収まりません。',
    source_failed:
      'ファイルを読み取れませんでした。変更、移動、または削除された可能性があります。もう一度開いてください。',
    sink_failed:
      'クリップを書き込めませんでした。ディスク、またはブラウザがこのページに許す容量がいっぱいか、保存先が保護されている可能性があります。',
    cancelled: '切り出しはキャンセルされました。',
    engine_failed: '問題が発生しました。ページを再読み込みして、もう一度お試しください。',
  },
}
