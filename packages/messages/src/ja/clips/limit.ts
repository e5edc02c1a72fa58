import type * as english from '../../en/clips/limit.ts'
import type { Wording } from '../../wording.ts'

export const limitWords: Wording<typeof english.limitWords> = {
  used: (used, limit) => `${limit}回中${used}回をダウンロード済みです。`,
  account: (daily) => `無料アカウントなら1日${daily}回です。`,
  signUp: '登録する',
}
