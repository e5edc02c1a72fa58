import type * as english from '../../en/clips/batch.ts'
import type { Wording } from '../../wording.ts'

export const batchWords: Wording<typeof english.batchWords> = {
  heading: '複数のリンクを一括処理',
  lead: (max) => `${max}件までのリンクを貼り付け、それぞれの一部を切り出し、まとめてzipで保存します。`,
  loading: '読み込み中',
  tryAgain: 'もう一度試す',
  failed: 'エラー',

  offer: {
    title: 'Proの機能です',
    list: (max) => [
      `一度に${max}件までのリンク、それぞれに開始と終了`,
      '進行状況はひとつのバーで、最後にひとつのzip',
      'ひとつのリンクが失敗しても、ほかは止まりません',
      'あなたのクリップを優先して処理',
    ],
    free: 'Proでない場合も、リンクをひとつずつ、同じ正確さで切り出せます。',
    plans: 'プランを見る',
    signIn: 'ログイン',
    oneLink: 'ひとつのリンクを切り出す',
  },

  links: {
    label: 'リンク（1行にひとつ）',
    hint: (max) =>
      `${max}件まで。https://youtu.be/dQw4w9WgXcQ 1:02-1:15のように、リンクの後に時刻を書けます。書かない場合はリンクの時刻か、動画全体になります。`,
    placeholder: 'kerf:sample 0:05-0:08',
    checked: '入力した行',
    line: (number) => `${number}行目`,
    whole: '動画全体',
    ofClip: 'クリップの範囲',
    from: (start) => `${start}から`,
    until: (end) => `${end}まで`,
    range: (start, end) => `${start}～${end}`,
    faults: {
      notALink: 'これは動画のリンクではありません。',
      playlist: 'これは再生リストです。',
      notTimes: '時刻は1:02-1:15のように入力してください。',
      endBeforeStart: '終了は開始より後にしてください。',
      tooShort: 'クリップは1秒以上にしてください。',
      tooMany: (max) => `一括処理は${max}件までです。`,
    },
    counted: (good, faulty) =>
      faulty === 0 ? `リンク${good}件。` : `リンク${good}件。${faulty}行を修正してください。`,
    empty: '先にリンクを貼り付けてください。',
    process: (count) => (count === 0 ? 'リンクを処理' : `${count}件のリンクを処理`),
    mendFirst: '先に、印の付いた行を修正するか削除してください。',
  },

  playlist: {
    choose: '動画を選ぶ',
    chooseOf: (line) => `動画を選ぶ（${line}行目の再生リスト）`,
  },

  clips: {
    list: 'クリップの一覧',
    quality: '全体の画質',
    qualityOf: (title) => `${title}の画質`,
    states: { waiting: '待機中', reading: '読込中', ready: '準備完了', failed: '失敗' },
    retry: 'もう一度試す',
    retryNamed: (title) => `もう一度試す：${title}`,
    removeNamed: (title) => `${title}を外す`,
    chaptersOf: (title) => `チャプターごとにクリップ：${title}`,
    startsLate: (length) => `動画の長さは${length}です。開始をもっと前にしてください。`,
    shortened: (end) => `動画の終わりの${end}までに短縮しました。`,
    tooShort: 'この開始位置からは1秒も残っていません。',
    instead: (quality, smallerQuality) => `${quality}はないため、${smallerQuality}になります。`,
    notOffered: (quality) => `この動画には${quality}も、それより小さいサイズもありません。`,
    reading: (done, all) => `リンク${all}件中${done}件を読み込みました`,
    sum: (count, length, size) => `${count}クリップ、合計${length}、約${size}。`,
    sumOnly: (count, length) => `${count}クリップ、合計${length}。`,
    leftOut: (count) => `${count}行は飛ばされます。`,
    cut: (count) => `${count}クリップを切り出す`,
    sending: '送信しています…',
    back: 'リンクを変更',
    refused: (title, reason) => `${title}：${reason}`,
    none: '読み込めたリンクがありません。',
  },

  status: {
    title: (count) => `${count}クリップの一括処理`,
    progress: '全クリップの進行状況',
    finished: (done, all) => `${all}クリップ中${done}個が完成`,
    failed: (count) => `${count}個失敗（回数に数えません）`,
    secondsLeft: (seconds) => (seconds < 1 ? 'まもなく完了' : `残り約${durationWords(seconds)}`),
    cancel: '残りをキャンセル',
    cancelling: 'キャンセルしています…',
    zip: (size) => `zipをダウンロード（${size}）`,
    preparing: 'ダウンロードしています…',
    keptFor: '削除まで',
    ownPage: '専用ページで開く',
    another: '新しい一括処理',
    endedTitle: 'ダウンロードできます',
    endedText: (done) => `${done}クリップをひとつのzipにまとめました。`,
    noneTitle: 'ダウンロードに失敗しました',
    noneText: 'どのクリップも切り出せませんでした。回数には数えません。',
    cancelledAll: 'クリップが完成する前にキャンセルされました。回数には数えません。',
    failedAll: 'どのクリップも切り出せませんでした。回数には数えません。',
    expired: 'この一括処理のクリップは期限が切れ、約束どおり削除されました。',
    startedTitle: 'ダウンロードを開始しました',
    startedText: (size) => size,
    goneTitle: 'この一括処理はもうありません',
    goneText: '別のアカウントのものか、期限切れです。',
    notRead: '一括処理を読み込めませんでした。',
    clips: '一括処理のクリップ',
    again: 'もう一度切り出す',
    againNamed: (title) => `もう一度切り出す：${title}`,
    clip: (number, title) => `クリップ${number}：${title}`,
  },
}

function durationWords(seconds: number): string {
  return seconds < 90 ? `${Math.max(1, Math.round(seconds))}秒` : `${Math.round(seconds / 60)}分`
}
