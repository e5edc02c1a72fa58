import { inArray, sql } from 'drizzle-orm'
import type { AccountRecords } from '../../../ports/accounts.ts'
import { tokenValue } from '../../auth/token-value.ts'
import type { Executor } from '../executor.ts'
import { verifications } from './account-schema.ts'

export function createTokenRecords(executor: Executor): AccountRecords['tokens'] {
  return {
    async forgetAccount(accountId) {
      // Some stand for the id alone and some for more than that, such as the mailbox it wants. Ids are too long to be met by chance.
      await executor.delete(verifications).where(sql`position(${accountId} in ${verifications.value}) > 0`)
    },

    async forgetSubscriber(email) {
      const values = (['newsletter', 'newsletter-end'] as const).map((kind) => tokenValue(kind, email.toLowerCase()))
      await executor.delete(verifications).where(inArray(verifications.value, values))
    },
  }
}
