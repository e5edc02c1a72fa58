import type * as english from '../../en/clips/limit.ts'
import type { Wording } from '../../wording.ts'

export const limitWords: Wording<typeof english.limitWords> = {
  used: (used, limit) => `${used} von ${limit} ${limit === 1 ? 'Download' : 'Downloads'} verbraucht.`,
  account: (daily) => `Ein kostenloses Konto hat ${daily} am Tag.`,
  signUp: 'Registrieren',
}
