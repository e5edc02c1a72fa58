import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type * as english from '../en/setup.ts'
import type { Wording } from '../wording.ts'

export const setupWords: Wording<typeof english.setupWords> = {
  lead: `この${PRODUCT_NAME}を管理するアカウントを作成します。`,
  submit: '管理者を作成',
  sending: '作成しています…',
  failed: '管理者を作成できませんでした',
  done: '管理者になりました',
  old: '使用済みか、1時間以上たっているか、以前の起動時のものです。管理者がいない間は、サーバーを起動するたびに新しいリンクが表示されます。',
  none: 'サーバーの起動時に表示されたリンクを開いてください。管理者がいない間は、起動するたびに新しいリンクが表示されます。',
}

export const setupChoiceWords: Wording<typeof english.setupChoiceWords> = {
  title: '基本設定',
  lead: 'どれも後で変更できます。最初の2つと最後の1つは管理画面の「設定」にもあり、このページはいつでも/setupで開けます。',
  sources: '切り出せる動画',
  sourcesNote: '内蔵のサンプルはいつでも使えます。',
  mail: 'メール',
  mailHow: 'SMTP_URLとMAIL_FROMは環境変数で設定します。変更には再起動が必要です。説明はdocs/operating.mdにあります。',
  test: 'テストメールを受け取る',
  testing: '送信しています…',
  tested: 'テストメールを送信しました',
  testedText: (email, place) =>
    place === null
      ? `メールを送信するプロセスが動き始めると、${email}に届きます。`
      : `${place}を通して${email}に届きます。`,
  address: 'アドレス',
  addressUsed: (address) => `お使いのブラウザは${address}に接続しています。`,
  addressSame: 'PUBLIC_URLも同じアドレスです。',
  addressOther: (address) =>
    `PUBLIC_URLは${address}です。メールのリンクはそこに向かいます。そのアドレスを開くか、PUBLIC_URLを変更して再起動してください。`,
  addressUnset: 'PUBLIC_URLは設定されていません。このマシンや自分のネットワーク内では問題ありません。',
  addressPublic: (address) =>
    `ドメイン名でアクセスする場合は、環境変数にPUBLIC_URL=${address}を設定して再起動してください。`,
  save: '保存して次へ',
  saving: '保存しています…',
  skip: 'スキップ',
}
