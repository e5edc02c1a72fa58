import type * as english from '../../en/account/plans.ts'
import type { Wording } from '../../wording.ts'

export const planWords: Wording<typeof english.planWords> = {
  title: 'どのプランでも正確に切り出せます',
  lead: '料金で変わるのは解像度とクリップ数だけ。正確さは変わりません。',
  period: 'お支払いの期間',
  monthly: '月払い',
  yearly: '年払い',
  aMonth: '／月',
  aYear: '／年',
  once: '1回払い',
  upTo: (quality) => `動画は最大${quality}`,
  current: '現在のプラン',
  included: (plan) => `${plan}に含まれています`,
  freeAgain: (day) => (day === null ? 'プランが終了するとFreeに戻ります。' : `${day}にFreeに戻ります。`),
  yoursUntil: (day) => `${day}まで有効です。`,
  extend: '延長する',
  notSetUp: 'このサーバーではお支払いが設定されていません。',
  notSold: 'ここでは購入できません',
  free: {
    note: 'カード不要、期限なし。',
    list: (quality, daily) => [
      `${quality}と音声`,
      `1日${daily}回のダウンロード`,
      'いつでも正確な切り出し',
      'コミュニティサポート',
    ],
    choose: 'Freeで始める',
  },
  pro: {
    monthlyNote: '1か月。自動更新はありません。',
    yearlyNote: (months, saved, list) => `${months}か月分が無料。${list}より${saved}お得です。`,
    list: ['最大4K', 'ダウンロード無制限', '一括処理、優先処理、高度なトリミング', '広告なし', '優先サポート'],
    choose: 'Proを選ぶ',
  },
  lifetime: {
    note: 'Proのすべてを、ずっと。',
    list: ['Proの全機能', '永続アップデート', '商用利用の権利', 'メンバーバッジ'],
    choose: 'Lifetimeを選ぶ',
  },
}

export const faqWords: Wording<typeof english.faqWords> = {
  title: 'よくある質問',
  list: [
    [
      'いつでも解約できますか？',
      'はい。解約の手続きも必要ありません。1か月分または1年分を1回だけ支払い、自動更新はありません。期間が終わるとFreeになり、アカウントは残ります。1週間前と前日にメールでお知らせします。',
    ],
    [
      'どの支払い方法が使えますか？',
      'PayPalと、PayPal経由のクレジットカード・デビットカードです。カードで支払う場合、PayPalのアカウントは不要です。価格は米ドルで、お支払いごとに「お支払い」に領収書が残ります。',
    ],
    [
      '無料で試せますか？',
      'Freeがお試し版です。画質とクリップ数に制限はありますが、同じ正確な切り出しを好きなだけ使えます。',
    ],
    [
      '後から下げられますか？',
      'はい。Proは支払った期間が終わると終了し、Freeに戻ります。手続きは不要です。終了前にもう一度購入すると、期間が加算されます。Lifetimeは終了しません。',
    ],
  ],
}
