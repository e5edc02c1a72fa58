import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type * as english from '../en/emails.ts'
import type { Wording } from '../wording.ts'

const replyToAnswer = 'このメールに返信すると、相手に届きます。差出人のアドレスは確認されていません。'

export const emailWords: Wording<typeof english.emailWords> = {
  hello: (name) => (name ? `${name}様` : 'こんにちは。'),
  verifyEmail: {
    subject: 'メールアドレスの確認',
    lead: `このメールアドレスで${PRODUCT_NAME}のアカウントが作成されました。ご本人の場合は、こちらから確認してください。`,
    open: 'メールアドレスを確認',
    validFor: (duration) => `リンクは1回だけ使えます。有効期間は${duration}です。`,
    notYou: 'アカウントを作成した覚えがない場合は、何もする必要はありません。',
  },
  welcome: {
    subject: `${PRODUCT_NAME}へようこそ`,
    lead: 'メールアドレスを確認しました。リンクを貼り付け、開始と終了を選ぶと、その部分だけをダウンロードできます。',
    open: '動画を切り出す',
    account: 'ダウンロードは、どの端末でもアカウントから使えます。',
  },
  test: {
    subject: `${PRODUCT_NAME}からのテストメール`,
    lead: 'このメールを読めていれば、サーバーからのメールは届いています。',
    address:
      '下のリンクで、普段お使いのアドレスが開くことを確認してください。開かない場合はPUBLIC_URLを設定してください。',
    open: '管理画面を開く',
  },
  resetPassword: {
    subject: '新しいパスワードの設定',
    lead: `${PRODUCT_NAME}のアカウントに新しいパスワードの設定が求められました。ご本人の場合は、こちらから設定してください。`,
    open: '新しいパスワードを設定',
    token: 'または、このリセットコードを入力してください',
    validFor: (duration) =>
      `リンクとコードは1回だけ使えます。有効期間は${duration}です。新しいパスワードを設定すると、すべての端末からログアウトされます。`,
    notYou: 'お心当たりがない場合は、何もする必要はありません。パスワードは変わりません。',
  },
  passwordChanged: {
    subject: 'パスワードが変更されました',
    lead: `${PRODUCT_NAME}のアカウントのパスワードが変更されました。ご本人の場合は、何もする必要はありません。`,
    notYou: 'お心当たりがない場合は、すぐに新しいパスワードを設定してください。ほかの人もログアウトされます。',
    open: '新しいパスワードを設定',
  },
  changeEmail: {
    subject: '新しいメールアドレスの確認',
    lead: `このメールアドレスを${PRODUCT_NAME}のアカウントに使う手続きが行われました。ご本人の場合は、こちらから確認してください。`,
    open: '新しいメールアドレスを確認',
    validFor: (duration) =>
      `リンクは1回だけ使えます。有効期間は${duration}です。確認するまで、現在のメールアドレスが使われます。`,
    notYou: 'お心当たりがない場合は、何もする必要はありません。',
  },
  emailChanged: {
    subject: 'メールアドレスが変更されました',
    lead: `${PRODUCT_NAME}のアカウントのメールアドレスが変更されました。今後、このアドレスにアカウントについてのメールは届きません。`,
    notYou: 'お心当たりがない場合は、すぐにサーバーの運営者にご連絡ください。',
    open: 'お問い合わせ',
  },
  accountDeleted: {
    subject: 'アカウントが削除されました',
    lead: `${PRODUCT_NAME}のアカウントを、動画とダウンロードを含めて削除しました。元に戻すことはできません。`,
    last: 'このアカウントについてのメールは、これが最後です。',
    notYou: 'お心当たりがない場合は、サーバーの運営者にご連絡ください：',
  },
  paymentReceipt: {
    subject: (plan, amount) => `領収書：${plan}、${amount}`,
    received: `${PRODUCT_NAME}へのお支払いを受け取りました。プランは有効になりました。自動更新はありません。`,
    extended: (plan, day) =>
      `${PRODUCT_NAME}へのお支払いを受け取りました。${plan}が${day}から延長されます。自動更新はありません。`,
    periods: { none: '無料', month: '1か月', year: '1年', forever: '無期限' },
    open: '領収書を印刷',
  },
  planRefunded: {
    subject: (plan, amount) => `返金：${plan}、${amount}`,
    lead: `${PRODUCT_NAME}へのこのお支払いは返金され、そのプランは終了しました。ほかにお支払い済みのプランはそのまま有効です。`,
    open: 'お支払いを見る',
  },
  planEnds: {
    subject: (plan, day) => `${plan}は${day}に終了します`,
    lead: (plan, time) =>
      `${PRODUCT_NAME}のプラン${plan}は${time}に終了します。自動更新も請求もありません。その後は無料アカウントになります。`,
    buyAgain: '続けて利用する場合は、もう一度購入してください。終了前に購入すると、期間が加算されます。',
    open: 'プランを見る',
  },
  accessAdded: {
    key: {
      subject: '新しいAPIキー',
      lead: (name) =>
        `${PRODUCT_NAME}のアカウントにAPIキー「${name}」が作成されました。このキーを持つプログラムは、あなたと同じようにクリップを切り出せます。お心当たりがあれば、何もする必要はありません。`,
    },
    webhook: {
      subject: '新しいWebhook',
      lead: (host) =>
        `${PRODUCT_NAME}のアカウントに、${host}へのWebhookが追加されました。クリップが完成すると、このサーバーに通知されます。お心当たりがあれば、何もする必要はありません。`,
    },
    notYou:
      'お心当たりがない場合は、ほかの人がアカウントにログインしています。設定で新しいパスワードを設定してください。ほかの全員がログアウトされ、すべてのキーが取り消され、すべてのWebhookがオフになります。',
    open: '設定を開く',
  },
  webhookOff: {
    subject: 'Webhookがオフになりました',
    lead: (host) =>
      `およそ1日の間、${host}は${PRODUCT_NAME}からWebhookへの送信を受け付けませんでした。Webhookはオフになっています。`,
    waits: '待機中のイベントは、もう一度オンにすると送信されます。',
    open: '設定を開く',
  },
  confirmNewsletter: {
    subject: 'ニュースレター登録の確認',
    lead: `このメールアドレスで${PRODUCT_NAME}のニュースレターへの登録がありました。ご本人の場合は、こちらから確認してください。`,
    open: '登録を確認',
    validFor: (duration) =>
      `リンクは1回だけ使えます。有効期間は${duration}です。開かなければ、今後メールはお送りしません。`,
    notYou: 'お心当たりがない場合は、何もする必要はありません。今すぐリストからメールアドレスを削除するには：',
  },
  newsletter: { unsubscribe: 'ご登録いただいたためお送りしています。配信を停止し、メールアドレスを削除するには：' },
  newsletterSubscribed: {
    subject: 'ニュースレターの新規登録',
    lead: (email) => `${email}がニュースレターに登録し、確認を完了しました。`,
    list: '登録者の一覧は管理画面で見られます。',
  },
  contactMessage: {
    lead: 'お問い合わせフォームから新しいメッセージが届きました。',
    reply: replyToAnswer,
  },
  takedownNotice: {
    subject: 'DMCA削除申請',
    lead: '著作権侵害の申し立てがありました。',
    address: '申請者の住所：',
    work: '作品：',
    links: '申請に記載された侵害リンク：',
    statements:
      '申請者は、この利用が許諾されていないと誠実に信じていること、また、偽証罪の罰則の下で、申請内容が正確であり権利者を代理できることを表明しています。',
    decide: `管理画面の「削除申請」で判断できます。${replyToAnswer}`,
  },
  labels: {
    plan: 'プラン',
    until: '有効期限',
    amount: '金額',
    paid: '支払日',
    receipt: '領収書',
    order: '注文',
    reference: '参照番号',
    from: '差出人',
    written: '作成日時',
    subject: '件名',
    phone: '電話番号',
    signature: '署名',
  },
}
