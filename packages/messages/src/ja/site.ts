import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type * as english from '../en/site.ts'
import type { Wording } from '../wording.ts'

export const messages: Wording<typeof english.messages> = {
  layout: {
    noScript: '動画の切り出しにはJavaScriptが必要です。',
    titleOfVideo: (title) => `${title} | ${PRODUCT_NAME}`,
    home: `${PRODUCT_NAME}、ホーム`,
    skipToMain: '本文へ移動',
    mainNavigation: 'メイン',
    footerNavigation: 'その他',
    menu: 'メニュー',
    features: '特長',
    faq: 'よくある質問',
    signIn: 'ログイン',
    getStarted: '始める',
    contact: 'お問い合わせ',
    terms: '利用規約',
    privacy: 'プライバシー',
    language: '言語',
    theme: 'テーマ',
    themes: { system: '自動', light: 'ライト', dark: 'ダーク' },
  },
  toast: { dismiss: '閉じる', region: '通知（{hotkey}）', announced: '通知' },
  connection: {
    offline: 'オフラインです。',
    offlineMore: '範囲は保存済みです。オンラインに戻ると続行します。',
    serverGone: 'サーバーが応答しません。',
    serverGoneMore: '範囲は保存済みです。自動で再接続します。',
  },
  pageFailed: {
    title: 'このページを読み込めませんでした',
    text: '一部を読み込めませんでした。範囲とダウンロードは無事です。',
    reload: '再読み込み',
  },
  link: {
    label: '動画のリンク',
    placeholder: '動画のURLを貼り付け',
    paste: '貼り付け',
    process: '開く',
    processing: '処理中…',
    kinds: { youtube: 'YouTubeのリンク。', media: 'メディアのリンク。' },
    help: 'アカウント不要。クリップは24時間以内に削除されます。',
    trySample: 'サンプルを試す',
    openFile: 'またはファイルを開く',
    clipboardClosed: 'クリップボードを使えません。Ctrl+Vか、入力欄の長押しで貼り付けてください。',
    clipboardEmpty: 'クリップボードにテキストがありません。',
    cookiesNeeded: '動画の保存に必要です。このサイトのCookieを許可してください。',
    invalidTitle: '無効なURL',
    invalid: '正しいYouTubeのURLを入力してください。',
    invalidOfAny: '正しい動画のURLを入力してください。',
  },
  timeline: { start: '開始', end: '終了', playhead: '再生位置' },
  processing: {
    loadingVideo: '動画を読み込んでいます',
    successTitle: '完了',
    successText: '開始と終了を設定してください。',
    errorTitle: 'エラー',
  },
}

export const pageWords: Wording<typeof english.pageWords> = {
  home: { title: '欲しい部分だけを正確に切り出す' },
  signIn: { title: 'ログイン' },
  signUp: { title: 'アカウントを作成' },
  forgotPassword: { title: 'パスワードを忘れた場合' },
  resetPassword: { title: 'パスワードの再設定' },
  confirmEmail: { title: 'メールアドレスの確認' },
  confirmNewsletter: { title: 'ニュースレターの確認' },
  endNewsletter: { title: '配信停止' },
  setup: { title: '初期設定' },
  terms: { title: '利用規約' },
  privacy: { title: 'プライバシーポリシー' },
  contact: { title: 'お問い合わせ' },
  subscription: { title: '料金' },
  device: { title: 'この端末のファイル' },
  batch: { title: '複数のリンクを一括処理' },
  profile: { title: 'プロフィール' },
  billing: { title: 'お支払い' },
  receipt: { title: '領収書' },
  jobs: { title: 'ダウンロード' },
  settings: { title: '設定' },
  admin: { title: '管理' },
  adminTest: { title: '管理テスト' },
  tools: { title: 'ツール' },
  api: { title: 'API' },
  changelog: { title: '変更履歴' },
  dmca: { title: 'DMCA' },
}

export const pageDescriptions: Wording<typeof english.pageDescriptions> = {
  home: '動画のリンクを貼り付け、開始と終了を1フレーム単位で選んで、その部分だけをダウンロード。最大4K、MP3にも対応。透かしなし、アカウント不要。',
  signIn: 'アカウントにログインします。',
  signUp: 'アカウントを作成すると、ダウンロードをどの端末でも使えます。',
  forgotPassword: '新しいパスワードを設定するためのリンクを受け取ります。',
  resetPassword: 'メールのコードで新しいパスワードを設定します。',
  confirmEmail: 'お送りしたリンクでメールアドレスを確認します。',
  confirmNewsletter: 'お送りしたリンクで登録を確認します。',
  endNewsletter: 'ニュースレターのリンクから配信を停止します。',
  setup: 'このサーバーの最初の管理者を作成します。',
  terms: '私たちがお約束することと、利用者にお願いすること。',
  privacy: 'このサーバーが保存する情報、その期間、削除の方法。',
  contact: 'サーバーの運営者に連絡します。',
  subscription: 'Free、Pro、Lifetime：正確さは同じ。違うのは解像度とクリップ数です。',
  device:
    'この端末の動画や音声のファイルを、ブラウザの中でフレーム単位で正確に切り出します。何もアップロードされません。',
  batch: '20件までのリンクを貼り付け、それぞれの一部を切り出して、ひとつのzipで保存します。',
  profile: 'アカウントとダウンロード。',
  billing: 'プランと領収書。',
  receipt: '表示と印刷ができる領収書。',
  jobs: '過去と処理中のダウンロード。',
  settings: 'プロフィール、パスワード、セッション。',
  admin: 'ユーザー、ジョブ、設定。',
  adminTest: '統計とユーザーの生データ。',
  tools: '動画をここで開く方法：ブックマーク、アプリ、拡張機能、プログラム。',
  api: 'すべてのAPI呼び出し：パラメーター、応答、エラー。',
  changelog: 'リリースごとの変更点。',
  dmca: '著作権を侵害する動画を報告します。',
}

export const landing: Wording<typeof english.landing> = {
  hero: {
    words: ['切り出す', '整える', '保存する'],
    spoken: '切り出す、整える、保存する。欲しい部分だけを正確に。',
    restOfLine: '。',
    secondLine: '欲しい部分だけを正確に。',
    timeline: 'サンプル動画でハンドルを試せます',
    steps: [
      ['リンクを貼り付ける', 'すぐに動画が表示されます。'],
      ['開始と終了を決める', 'ドラッグ、入力、コマ送りで。'],
      ['その部分を保存する', '余分なフレームはありません。'],
    ],
  },
}

export const timeWords: Wording<typeof english.timeWords> = {
  today: (clock) => clock,
  onDay: (day, clock) => `${day} ${clock}`,
  hours: (amount) => `${amount}時間`,
  minutes: (amount) => `${amount}分`,
  seconds: (amount) => `${amount}秒`,
}

export const unansweredSentences: Wording<typeof english.unansweredSentences> = {
  offline: 'オフラインです。オンラインに戻ってから、もう一度お試しください。',
  serverGone: 'サーバーが応答しません。少し待ってから、もう一度お試しください。',
  unknown: '問題が発生しました。もう一度お試しください。',
}
