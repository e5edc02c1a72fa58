import { symmetricDecrypt } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import type { Executor } from '../database/engine/executor.ts'
import { secondFactors } from '../database/schema/account-schema.ts'

type Secret = Parameters<typeof symmetricDecrypt>[0]['key']

/**
 * Whether what is kept of this account's second factor was encrypted with the secret that is ours now. After a change of it no code opens
 * anything any more, and better-auth would throw in the middle of it. True where there is no second factor.
 */
export async function isFactorReadable(executor: Executor, accountId: string, secret: Secret): Promise<boolean> {
  const [factor] = await executor.select().from(secondFactors).where(eq(secondFactors.userId, accountId))
  if (!factor) return true
  try {
    // One secret has encrypted both.
    await symmetricDecrypt({ key: secret, data: factor.secret })
    return true
  } catch {
    return false
  }
}
