import type { User } from '@kerf/contract/auth'
import type { AccountRecord } from '../../ports/accounts.ts'
import { describeSubscription } from '../payments/grant-plan.ts'

/** An account as its owner, and an admin, read it. */
export function describeAccount(account: AccountRecord, now: Date): User {
  const { subscription, expiresAt } = describeSubscription(account, now)
  return {
    id: account.id,
    name: account.name || null,
    username: account.username,
    email: account.email,
    emailVerified: account.emailVerified,
    secondFactor: account.twoFactorEnabled,
    role: account.role,
    subscription,
    subscriptionExpiresAt: expiresAt,
    isActive: account.isActive,
    createdAt: account.createdAt.toISOString(),
    lastActive: account.lastActive?.toISOString() ?? null,
  }
}
