import { createHash, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Executor } from '../database/engine/executor.ts'
import { verifications } from '../database/schema/account-schema.ts'

/** A code is good for its own half minute and for the ones beside it. */
const GOOD_FOR_MILLISECONDS = 120_000

/**
 * Whether this account's authenticator has not shown this code to us before: whoever reads it over a shoulder comes too late. Of two who
 * bring it at once only one is first if the caller holds the account's row. What is kept is swept with the other tokens that are over.
 */
export async function spendCode(executor: Executor, accountId: string, code: string): Promise<boolean> {
  const digest = createHash('sha256').update(`${accountId} ${code}`).digest('base64url')
  const identifier = `spent-code:${digest}`
  const now = new Date()
  const [spent] = await executor.select().from(verifications).where(eq(verifications.identifier, identifier))
  if (spent && spent.expiresAt > now) return false
  const expiresAt = new Date(now.getTime() + GOOD_FOR_MILLISECONDS)
  const cached = { id: randomUUID(), identifier, value: identifier, expiresAt, createdAt: now, updatedAt: now }
  await executor.insert(verifications).values(cached)
  return true
}
