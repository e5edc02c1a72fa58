import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@kerf/domain/access/password-length'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type * as english from '../../en/account/account.ts'
import type { Wording } from '../../wording.ts'

export const accountWords: Wording<typeof english.accountWords> = {
  fillInAll: 'すべての項目を入力してください',
  signInInstead: 'ログイン',
  fields: {
    name: '名前',
    email: 'メールアドレス',
    password: 'パスワード',
    newPassword: '新しいパスワード',
    confirm: '新しいパスワード（確認）',
    token: 'リセットコード',
  },
  revealed: { password: 'パスワード', newPassword: '新しいパスワード', confirm: '確認用パスワード' },
  faults: {
    name: {
      too_big: '名前が長すぎます',
      otherwise: '名前を入力してください',
    },
    email: {
      missing: 'メールアドレスを入力してください',
      otherwise: '正しいメールアドレスを入力してください',
    },
    password: {
      too_big: `パスワードは${PASSWORD_MAX_LENGTH}文字以内で入力してください`,
      otherwise: 'パスワードを入力してください',
    },
    newPassword: {
      missing: 'パスワードを入力してください',
      too_big: `パスワードは${PASSWORD_MAX_LENGTH}文字以内で入力してください`,
      otherwise: `パスワードは${PASSWORD_MIN_LENGTH}文字以上で入力してください`,
    },
    confirm: { missing: 'パスワードをもう一度入力してください', otherwise: 'パスワードが一致しません' },
    token: { missing: 'メールに記載されたコードを入力してください', otherwise: 'このリセットコードは正しくありません' },
    code: { missing: 'コードを入力してください', otherwise: 'このコードは正しくありません' },
  },
  strength: {
    too_short: `${PASSWORD_MIN_LENGTH}文字以上にしてください。単語をいくつか組み合わせると安全です。`,
    common: 'よく使われていて推測されやすいパスワードです。別のものにしてください。',
    weak: '推測されやすいパスワードです。長くするほど安全になります。',
    fair: 'まずまずです。あと数文字で強くなります。',
    strong: '十分な強さです。',
  },
  code: {
    label: 'アプリのコード',
    hint: '2段階認証が有効です。認証アプリには30秒ごとに新しいコードが表示されます。',
    backup: 'バックアップコード',
    backupHint: '2段階認証を設定したときに保存したコードのひとつです。各コードは1回だけ使えます。',
    useBackup: 'バックアップコードを使う',
    fromApp: 'アプリを使う',
  },
  signIn: {
    submit: 'ログイン',
    sending: 'ログインしています…',
    forgot: 'パスワードをお忘れですか？',
    newHere: 'はじめてですか？',
    create: 'アカウントを作成',
    failed: 'ログインできませんでした',
    askWhy: 'お問い合わせ',
    done: 'ログインしました。',
  },
  oidc: {
    goOn: (name) => `${name}で続ける`,
    or: 'または',
  },
  signUp: {
    lead: 'ダウンロードをどの端末でも使えます。',
    submit: 'アカウントを作成',
    sending: '作成しています…',
    haveAccount: 'アカウントをお持ちですか？',
    agree: 'アカウントを作成すると、次の内容に同意したことになります：',
    terms: '利用規約',
    and: 'および',
    privacy: 'プライバシーポリシー',
    takenBefore: 'ご本人ですか？',
    takenForgot: '新しいパスワードを設定',
    failed: 'アカウントを作成できませんでした',
    done: 'アカウントを作成しました。',
    doneMail: (email) => `${email}にリンクを送りました。開いてメールアドレスを確認してください。`,
  },
  already: {
    title: 'ログインしています',
    as: (name, email) => `${name}、${email}としてログインしています。`,
    cut: '動画を切り出す',
    goOn: '続ける',
    profile: 'プロフィール',
  },
  verification: {
    send: 'メールを再送する',
    lastSent: '前回の送信：',
    sending: '送信しています…',
    sent: (email) => `${email}にリンクを送りました。開いてメールアドレスを確認してください。`,
  },
  noMail: {
    title: 'メールは送信されていません',
    text: 'このサーバーはメールを送信しません。リンクはサーバーの管理者にお問い合わせください。',
  },
  forgot: {
    lead: 'メールアドレスを入力すると、新しいパスワードを設定するためのリンクをお送りします。',
    submit: 'リンクを送信',
    sending: '送信しています…',
    remembered: '思い出しましたか？',
    failed: 'メールを送信できませんでした',
    doneTitle: 'リンクを送信しました',
    done: 'このメールアドレスのアカウントがある場合は、受信トレイにリンクをお送りしました。',
    demo: (token) => `デモモードです。リセットコード：${token}`,
  },
  sent: {
    title: 'メールをご確認ください',
    text: (email) => `${email}のアカウントがある場合は、新しいパスワードを設定するためのリンクをお送りしました。`,
    nothing: '数分たっても届かないときは、迷惑メールフォルダを確認するか、別のメールアドレスをお試しください。',
    haveToken: 'リセットコードを入力する',
    back: 'ログインに戻る',
    another: '別のメールアドレスを試す',
    demo: `この${PRODUCT_NAME}はデモモードのため、コードをここにも表示しています：`,
  },
  reset: {
    lead: 'コードはお送りしたメールに記載されています。1回だけ使えます。',
    submit: '新しいパスワードを設定',
    sending: '設定しています…',
    noToken: 'コードがありませんか？',
    request: '新しいコードを請求する',
    failed: 'パスワードを設定できませんでした',
    done: '新しいパスワードを設定しました。このパスワードでログインしてください。',
  },
}

export const mailedLinkWords: Wording<typeof english.mailedLinkWords> = {
  failed: 'うまくいきませんでした',
  tryAgain: 'もう一度試す',
  oldTitle: 'このリンクは無効です',
  email: {
    sending: 'メールアドレスを確認しています…',
    none: 'お送りしたメールのリンクを開いて、メールアドレスを確認してください。',
    confirmedTitle: 'メールアドレスを確認しました',
    confirmed: (email) => `${email}を確認しました。`,
    changedTitle: 'メールアドレスを変更しました',
    changed: (email) => `メールアドレスは${email}になりました。`,
    oldConfirmed: (email) => `使用済みか、期限切れです。メールアドレス${email}は確認済みです。`,
    old: (email) => `使用済みか、期限切れです。メールアドレス${email}はまだ確認されていません。`,
    oldStranger:
      '使用済みか、期限切れです。ログインすると、メールアドレスが確認済みかどうかをプロフィールで見られます。',
    takenTitle: 'メールアドレスは変更されていません',
    taken: 'このメールアドレスは別のアカウントで使われています。',
  },
  newsletter: {
    sending: '登録を確認しています…',
    none: 'お送りしたメールのリンクを開くと、登録が完了します。',
    doneTitle: '登録しました',
    done: (email) => `${email}にニュースをお送りします。どのメールからでも配信を停止できます。`,
    old: '使用済みか、期限切れです。お問い合わせページから新しいリンクを請求できます。',
    ask: 'ニュースレターへ',
    home: '動画を切り出す',
  },
  newsletterEnd: {
    sending: '配信を停止しています…',
    none: 'ニュースレターの末尾にあるリンクを開くと、配信を停止できます。',
    doneTitle: '配信を停止しました',
    done: '今後ニュースレターは届きません。メールアドレスは配信リストから削除しました。',
    old: '使用済みか、期限切れです。まだニュースレターが届く場合は、最新のメールのリンクを使うか、お問い合わせください。',
    write: 'お問い合わせ',
  },
}

export const formWords: Wording<typeof english.formWords> = {
  error: 'エラー',
  success: '完了',
  reveal: (label) => ({ show: '表示', hide: '隠す', showLabel: `${label}を表示`, hideLabel: `${label}を隠す` }),
}

export const guardWords: Wording<typeof english.guardWords> = {
  authenticationRequired: 'ログインが必要です',
  pleaseSignIn: (label) => `${label}を見るにはログインしてください。`,
  accessDenied: 'アクセスできません',
  needsAdmin: 'このページは管理者だけが見られます。',
  areas: {
    profile: 'プロフィール',
    billing: 'お支払い',
    receipt: '領収書',
    jobs: 'ダウンロード',
    settings: '設定',
  },
  home: 'ホームへ',
  loading: 'ログイン状態を確認しています',
}

export const userMenuWords: Wording<typeof english.userMenuWords> = {
  open: (name) => `${name}のアカウントメニュー`,
  billing: 'お支払い・プラン',
  jobs: 'ダウンロード',
  admin: '管理画面',
  logout: 'ログアウト',
  member: 'メンバー',
  signingOut: 'ログアウトしています…',
}
