import type * as english from '../../en/account/invitations.ts'
import type { Wording } from '../../wording.ts'

export const invitationWords: Wording<typeof english.invitationWords> = {
  title: '招待',
  label: '有効な招待',
  empty: '有効な招待はありません。',
  failed: '招待を読み込めませんでした。',
  columns: { who: '対象', plan: 'プラン', expires: '有効期限', actions: '操作' },
  anybody: 'リンクを知っている人',
  by: (name) => `作成者：${name}`,
  email: 'メールアドレス（任意）',
  emailNote: '入力すると、このメールアドレスの人だけが使えます。メールは送信されません。',
  emailFault: '正しいメールアドレスを入力するか、空欄にしてください。',
  plans: {
    free: '無料',
    'pro-monthly': 'Pro、1か月',
    'pro-yearly': 'Pro、1年',
    lifetime: 'Lifetime',
  },
  invite: '招待を作成',
  inviting: '作成しています…',
  link: '招待のリンク',
  linkNote: '7日間有効で、1回だけ使えます。再表示はできないので、今コピーしてください。',
  copy: 'コピー',
  copied: 'リンクをコピーしました',
  notCopied: 'リンクをコピーできませんでした。選択してコピーしてください。',
  revoke: '取り消す',
  revokeOf: (who) => `招待を取り消す：${who}`,
  revoked: '招待を取り消しました',
}
