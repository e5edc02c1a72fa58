import { eq, sql } from 'drizzle-orm'
import type { AccountRecord, AccountRecords } from '../../../ports/accounts.ts'
import { type Executor, lockName } from '../engine/executor.ts'
import { credentials, secondFactors, users } from '../schema/account-schema.ts'

/** What is told of an account; its password's hash lies in another table. */
export const ACCOUNT = {
  id: users.id,
  name: users.name,
  username: users.username,
  email: users.email,
  emailVerified: users.emailVerified,
  role: users.role,
  subscription: users.subscription,
  subscriptionExpiresAt: users.subscriptionExpiresAt,
  isActive: users.isActive,
  twoFactorEnabled: users.twoFactorEnabled,
  generation: users.generation,
  lastActive: users.lastActive,
  createdAt: users.createdAt,
} as const satisfies Record<keyof AccountRecord, unknown>

export function createAccountRecords(executor: Executor): AccountRecords['accounts'] {
  return {
    async find(id) {
      const [account] = await executor.select(ACCOUNT).from(users).where(eq(users.id, id))
      return account ?? null
    },

    async findByEmail(email) {
      const [account] = await executor.select(ACCOUNT).from(users).where(eq(users.email, email.toLowerCase()))
      return account ?? null
    },

    async hasUsername(username) {
      const [taken] = await executor
        .select({ id: users.id })
        .from(users)
        .where(eq(sql`lower(${users.username})`, username.toLowerCase()))
      return taken !== undefined
    },

    async update(id, change) {
      const email = change.email === undefined ? {} : { email: change.email.toLowerCase() }
      const [account] = await executor
        .update(users)
        .set({ ...change, ...email, updatedAt: new Date() })
        .where(eq(users.id, id))
        .returning(ACCOUNT)
      return account ?? null
    },

    async setPlan(id, { subscription, expiresAt }) {
      const [account] = await executor
        .update(users)
        .set({ subscription, subscriptionExpiresAt: expiresAt, updatedAt: new Date() })
        .where(eq(users.id, id))
        .returning(ACCOUNT)
      return account ?? null
    },

    async lock(id) {
      const [account] = await executor.select(ACCOUNT).from(users).where(eq(users.id, id)).for('update')
      return account ?? null
    },

    async renew(id, change = {}) {
      const email = change.email === undefined ? {} : { email: change.email.toLowerCase() }
      const [account] = await executor
        .update(users)
        .set({ ...change, ...email, generation: sql`${users.generation} + 1`, updatedAt: new Date() })
        .where(eq(users.id, id))
        .returning(ACCOUNT)
      return account ?? null
    },

    async setPasswordHash(id, hash) {
      await executor
        .update(credentials)
        .set({ password: hash, updatedAt: new Date() })
        .where(eq(credentials.userId, id))
    },

    async dropSecondFactor(id) {
      await executor.delete(secondFactors).where(eq(secondFactors.userId, id))
      await executor.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, id))
    },

    async lockActiveAdmins() {
      // One at a time: whoever waits for an account that is demoted meanwhile keeps it locked, though it is no admin's any more.
      await lockName(executor, 'admins')
      const admins = await executor
        .select({ id: users.id, isActive: users.isActive })
        .from(users)
        .where(eq(users.role, 'admin'))
        .orderBy(users.id)
        .for('update')
      return admins.filter(({ isActive }) => isActive).map(({ id }) => id)
    },

    async delete(id) {
      await executor.delete(users).where(eq(users.id, id))
    },
  }
}
