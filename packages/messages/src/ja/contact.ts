import { MAX_RETENTION_HOURS } from '@kerf/domain/jobs/retention'
import { MAX_NOTICE_LINKS, NOTICE_LENGTHS } from '@kerf/domain/moderation/dmca-rules'
import { CHAT_HOURS, CONTACT_LENGTHS, CONTACT_REPLY_HOURS } from '@kerf/domain/people/contact-rules'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type * as english from '../en/contact.ts'
import type { Wording } from '../wording.ts'

const { name, subject, message } = CONTACT_LENGTHS
const atMost = (label: string, max: number): string => `${label}は${max}文字以内で入力してください`
const atLeast = (label: string, min: number): string => `${label}は${min}文字以上で入力してください`

export const contactWords: Wording<typeof english.contactWords> = {
  lead: 'このサーバーの運営者に連絡できます。',
  fields: { name: '名前', email: 'メールアドレス', subject: '件名', message: 'メッセージ' },
  faults: {
    name: { too_big: atMost('名前', name.max), otherwise: atLeast('名前', name.min) },
    email: { otherwise: '正しいメールアドレスを入力してください' },
    subject: { too_big: atMost('件名', subject.max), otherwise: atLeast('件名', subject.min) },
    message: { too_big: atMost('メッセージ', message.max), otherwise: atLeast('メッセージ', message.min) },
  },
  send: '送信',
  sending: '送信しています…',
  failed: 'メッセージを送信できませんでした',
  sentTitle: '送信しました',
  sent: `${CONTACT_REPLY_HOURS}時間以内に返信します。`,
  otherWays: 'そのほかの方法',
  email: {
    title: 'メールサポート',
    text: 'フォームからのメッセージは、運営者のメールボックスに届きます。',
    kept: 'このサーバーはメールを送信しません。フォームからのメッセージは運営者のために保存されます。',
    reply: `${CONTACT_REPLY_HOURS}時間以内にメールで返信します。`,
  },
  chat: {
    title: 'ライブチャット',
    hours: `受付時間：EST ${CHAT_HOURS.fromHour}:00～${CHAT_HOURS.toHour}:00`,
    yours: (from, to) => `お使いのタイムゾーンでは${from}～${to}です。`,
    during: '現在は受付時間内です',
    outside: '現在は受付時間外です',
    open: 'チャットを開く',
  },
  newsletter: {
    title: 'ニュースレター',
    text: `${PRODUCT_NAME}のニュースをときどきお届けします。`,
    field: 'ニュースレターのメールアドレス',
    subscribe: '登録',
    subscribing: '登録しています…',
    failed: '登録できませんでした',
    doneTitle: 'あと少しで登録完了です',
    done: 'メールを確認して登録を完了してください。それまでニュースレターは届きません。',
  },
}

const lengths = NOTICE_LENGTHS

export const dmcaWords: Wording<typeof english.dmcaWords> = {
  title: 'DMCA削除申請',
  lead: 'あなたの動画が無断で公開され、ここで切り出せる状態になっていますか？サーバーの運営者にお知らせください。申請には6つの項目が必要です。',
  elements: {
    work: '作品',
    links: '侵害の場所',
    person: '申請者',
    goodFaith: '誠実性',
    accurate: '正確性',
    signature: '署名',
  },
  fields: {
    work: 'あなたの作品',
    workHint: '作品名と、元の作品を見られる場所。複数ある場合は列挙してください。',
    links: '侵害しているリンク',
    linksHint: '動画またはクリップのリンクを、1行にひとつずつ。',
    name: '氏名',
    address: '住所',
    phone: '電話番号',
    email: 'メールアドレス',
    goodFaith: '私は、この素材の利用が著作権者、その代理人、または法律によって許諾されていないと誠実に信じています。',
    accurate:
      '本申請の内容は正確です。また、偽証罪の罰則の下で、私は、侵害されたとされる独占的権利の所有者であるか、所有者を代理する権限を持つことを表明します。',
    signature: '署名',
    signatureHint: '氏名を入力してください。電子署名として扱われます。',
  },
  faults: {
    work: {
      missing: 'どの作品かを入力してください',
      too_big: atMost('この項目', lengths.work.max),
      otherwise: atLeast('この項目', lengths.work.min),
    },
    links: {
      missing: 'リンクをひとつ以上入力してください',
      too_big: `ひとつの申請に入れられるリンクは${MAX_NOTICE_LINKS}件までです`,
      otherwise: '各行はhttps://で始まる完全なリンクにしてください',
    },
    name: {
      missing: '氏名を入力してください',
      too_big: atMost('氏名', lengths.name.max),
      otherwise: atLeast('氏名', lengths.name.min),
    },
    address: {
      missing: '住所を入力してください',
      too_big: atMost('住所', lengths.address.max),
      otherwise: atLeast('住所', lengths.address.min),
    },
    phone: {
      missing: '電話番号を入力してください',
      too_big: atMost('電話番号', lengths.phone.max),
      otherwise: '電話番号をすべて入力してください',
    },
    email: {
      missing: 'メールアドレスを入力してください',
      otherwise: '正しいメールアドレスを入力してください',
    },
    goodFaith: { otherwise: 'この表明がない申請は無効です' },
    accurate: { otherwise: 'この表明がない申請は無効です' },
    signature: {
      missing: '氏名で署名してください',
      too_big: atMost('署名', lengths.signature.max),
      otherwise: atLeast('署名', lengths.signature.min),
    },
  },
  send: '申請を送信',
  sending: '送信しています…',
  failed: '申請を送信できませんでした',
  sentTitle: '申請を送信しました',
  reference: '参照番号：',
  nextTitle: 'この後の流れ',
  next: [
    'サーバーの運営者が申請を読みます。',
    '内容に不備がなければ、ここに残っているものを削除します。',
    '対応の結果をメールでお知らせします。申請は関係者に転送されることがあります。',
  ],
  another: '別の申請を送る',
  aside: '削除申請について',
  about: [
    {
      title: 'ここにあるものと、その期間',
      text: [
        `${PRODUCT_NAME}は何も公開しません。動画はリンクを貼り付けた本人だけに、クリップは切り出した本人だけに表示され、クリップは${MAX_RETENTION_HOURS}時間以内に削除されます。`,
        '元の動画は公開された場所に残ります。そこから削除してもらうには、そのプラットフォームに連絡してください。',
      ],
    },
    {
      title: '送信する前に',
      text: [
        'フェアユースなど、許される利用でないかをご確認ください。',
        '侵害であると故意に偽った場合、17 U.S.C. § 512(f)により損害賠償責任を負うことがあります。確信がない場合は、先に弁護士にご相談ください。',
      ],
    },
  ],
  counter: {
    title: '異議申し立て',
    text: '誤りや誤認によって、あなたのものが削除されましたか？お問い合わせフォームから、わかれば申請の参照番号を添えて、次の内容をお送りください：',
    elements: [
      '削除されたものと、それがあったリンク',
      '偽証罪の罰則の下で、誤りまたは誤認によって削除されたと誠実に信じている旨の表明',
      '氏名、住所、電話番号',
      'あなたの住所（米国外に住んでいる場合はこのサーバーの所在地）を管轄する連邦地方裁判所の管轄権に同意し、申請者からの訴状の送達を受け入れる旨',
      '署名',
    ],
    after: '申請者が提訴しない限り、削除されたものは10～14営業日後に復元されることがあります。',
    contact: 'お問い合わせフォームへ',
  },
}
