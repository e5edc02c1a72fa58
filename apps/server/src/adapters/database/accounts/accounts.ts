import { randomUUID } from 'node:crypto'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { AccountRecord, AccountRecords } from '../../../ports/accounts.ts'
import { type Executor, first, lockName, run } from '../engine/executor.ts'
import { credentials, secondFactors, users } from '../schema/account-schema.ts'

/** The columns of an account; its password's hash is in another table. */
const { image: _image, searchText: _searchText, updatedAt: _updatedAt, ...columns } = getTableColumns(users)
export const ACCOUNT = columns satisfies Record<keyof AccountRecord, unknown>

/** As better-auth calls an email and a password. */
const PASSWORD_PROVIDER = 'credential'

export function createAccountRecords(executor: Executor): AccountRecords['accounts'] {
  return {
    async create({ passwordHash, ...person }) {
      const email = person.email.toLowerCase()
      const row = { ...person, email, updatedAt: person.createdAt, lastActive: person.createdAt }
      // Waits for whoever writes the same email or username at this moment.
      const account = await first(executor.insert(users).values(row).onConflictDoNothing().returning(ACCOUNT))
      if (!account) {
        const isEmail = (await executor.$count(users, eq(users.email, email))) > 0
        return { ok: false, taken: isEmail ? 'email' : 'username' }
      }
      await executor.insert(credentials).values({
        ...{ id: randomUUID(), userId: account.id, accountId: account.id },
        ...{ providerId: PASSWORD_PROVIDER, password: passwordHash },
        ...{ createdAt: person.createdAt, updatedAt: person.createdAt },
      })
      return { ok: true, account }
    },

    find: (id) => first(executor.select(ACCOUNT).from(users).where(eq(users.id, id))),

    findByEmail: (email) => first(executor.select(ACCOUNT).from(users).where(eq(users.email, email.toLowerCase()))),

    hasUsername: async (username) =>
      (await executor.$count(users, eq(sql`lower(${users.username})`, username.toLowerCase()))) > 0,

    update: (id, change) => update(id, change),

    setPlan: (id, { subscription, expiresAt }) => update(id, { subscription, subscriptionExpiresAt: expiresAt }),

    lock: (id) => first(executor.select(ACCOUNT).from(users).where(eq(users.id, id)).for('update')),

    renew: (id, change) => update(id, { ...change, generation: sql`${users.generation} + 1` }),

    setPasswordHash(id, hash) {
      const change = { password: hash, updatedAt: new Date() }
      return run(executor.update(credentials).set(change).where(eq(credentials.userId, id)))
    },

    async dropSecondFactor(id) {
      await executor.delete(secondFactors).where(eq(secondFactors.userId, id))
      await executor.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, id))
    },

    async lockActiveAdmins() {
      // One at a time: a waiting transaction would lock an account that is demoted meanwhile.
      await lockName(executor, 'admins')
      const admins = await executor
        .select({ id: users.id, isActive: users.isActive })
        .from(users)
        .where(eq(users.role, 'admin'))
        .orderBy(users.id)
        .for('update')
      return admins.filter(({ isActive }) => isActive).map(({ id }) => id)
    },

    delete: (id) => run(executor.delete(users).where(eq(users.id, id))),
  }
  function update(id: string, change: PgUpdateSetSource<typeof users>): Promise<AccountRecord | null> {
    const email = typeof change.email === 'string' ? { email: change.email.toLowerCase() } : {}
    return first(
      executor
        .update(users)
        .set({ ...change, ...email, updatedAt: new Date() })
        .where(eq(users.id, id))
        .returning(ACCOUNT),
    )
  }
}
