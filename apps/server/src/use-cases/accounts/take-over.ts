import type { AccountRecord } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'

/**
 * Leaves only the proven owner of the email with access to the account, within the caller's transaction. Returns null
 * if the account was deleted.
 *
 * @param passwordHash null removes the password
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
  // The person who signed up never proved the email, so that person's second factor and tokens become void.
  if (!account.emailVerified) {
    await records.accounts.dropSecondFactor(account.id)
    await records.tokens.forgetAccount(account.id)
    await records.mailQueue.forget(account)
  }
  return await records.accounts.renew(account.id, { emailVerified: true })
}

/** Ends API keys and webhooks of an account, within the caller's transaction. */
export async function endPrograms(records: Records, { id, emailVerified }: AccountRecord): Promise<void> {
  // A thief may have created keys, so they end together with the sessions.
  await records.apiKeys.deleteAll(id)
  // Webhooks report every clip. Those of a confirmed owner are only switched off, and can be switched on again.
  for (const webhook of await records.webhooks.listFor(id)) {
    if (emailVerified) await records.webhooks.update(webhook.id, { isOn: false })
    else await records.webhooks.delete(webhook.id, id)
  }
}
