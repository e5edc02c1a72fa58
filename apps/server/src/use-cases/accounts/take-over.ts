import type { AccountRecord } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'

/**
 * Within a transaction: the account is now of whoever has shown that its email is theirs, and of nobody else. null when it is gone.
 *
 * @param passwordHash null: they sign in without a password
 */
export async function takeOver(
  records: Records,
  account: AccountRecord,
  passwordHash: string | null,
): Promise<AccountRecord | null> {
  if (passwordHash === null) await records.accounts.dropPassword(account.id)
  else await records.accounts.setPasswordHash(account.id, passwordHash)
  await records.sessions.endAll(account.id)
  await endPrograms(records, account)
  // Whoever typed the email first never showed that it is theirs: what they set up opens the account no more, nor keeps its owner out.
  if (!account.emailVerified) {
    await records.accounts.dropSecondFactor(account.id)
    await records.tokens.forgetAccount(account.id)
    await records.mailQueue.forget(account)
  }
  return await records.accounts.renew(account.id, { emailVerified: true })
}

/** Within a transaction: what acted for whoever had the account before acts for nobody. */
export async function endPrograms(records: Records, { id, emailVerified }: AccountRecord): Promise<void> {
  // Somebody recovers their account: a thief's keys go with the thief's sessions.
  await records.apiKeys.deleteAll(id)
  // So do their webhooks, which tell of every clip. Those of the owner are kept, and can be switched on again.
  for (const webhook of await records.webhooks.listFor(id)) {
    if (emailVerified) await records.webhooks.update(webhook.id, { isOn: false })
    else await records.webhooks.delete(webhook.id, id)
  }
}
