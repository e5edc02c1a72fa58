import type * as english from '../../en/account/access.ts'
import type { Wording } from '../../wording.ts'

export const accessWords: Wording<typeof english.accessWords> = {
  legend: '利用できる人',
  modes: {
    public: {
      name: 'だれでも',
      note: 'このサーバーに接続できる人なら、アカウントの有無にかかわらず動画を切り出せます。',
    },
    accounts: { name: 'アカウントを持つ人', note: 'だれでも登録できます。切り出すにはアカウントが必要です。' },
    closed: { name: '招待された人', note: '切り出すにはアカウントが、アカウントを作るには招待が必要です。' },
  },
  notice: 'ここで動画を切り出すには、アカウントが必要です。',
  noticeClosed: 'ここで動画を切り出すには、アカウントが必要です。アカウントは招待制です。',
  signIn: 'ログイン',
  signUp: 'アカウントを作成',
  ask: 'サーバーの運営者に招待を依頼する',
}

export const invitedWords: Wording<typeof english.invitedWords> = {
  looking: '招待を確認しています',
  lead: '招待されています。ここでアカウントを作成してください。',
  leadPlan: (plan) => `招待されています。アカウントには${plan}が付いています。`,
  neededTitle: '招待制です',
  needed: 'ここでアカウントを作るには招待が必要です。サーバーの運営者にお問い合わせください。',
  endedTitle: 'この招待は使えません',
  ended: {
    used: '使用済みです。ひとつの招待で作れるアカウントはひとつです。',
    revoked: 'サーバーの運営者が取り消しました。',
    expired: '期限切れです。招待の有効期間は7日間です。',
    unknown: 'リンクが途中で切れているか、とても古いものです。全体をコピーしたかご確認ください。',
  },
  another: '新しい招待をサーバーの運営者に依頼してください。',
}
