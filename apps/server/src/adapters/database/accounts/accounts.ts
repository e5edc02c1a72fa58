import { randomUUID } from 'node:crypto'
import { and, eq, getTableColumns, isNotNull, ne, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { AccountRecord, AccountRecords, CreatedAccount } from '../../../ports/accounts.ts'
import { type Executor, first, isTakenIn, lockName, run } from '../engine/executor.ts'
import { credentials, secondFactors, users } from '../schema/account-schema.ts'

/** Columns of an account. The hash of its password is in another table. */
const { image: _image, searchText: _searchText, updatedAt: _updatedAt, ...columns } = getTableColumns(users)
export const ACCOUNT = columns satisfies Record<keyof AccountRecord, unknown>

/** better-auth's provider id of a password. The provider id of any other credential is its issuer. */
const LOCAL = 'credential'
const CREDENTIAL_KEY = [credentials.userId, credentials.providerId]
const isPassword = (id: string) => and(eq(credentials.userId, id), eq(credentials.providerId, LOCAL))

export function createAccountRecords(executor: Executor): AccountRecords['accounts'] {
  return {
    async create({ passwordHash, ...person }) {
      const email = person.email.toLowerCase()
      const creation = await insert({ ...person, email, updatedAt: person.createdAt, lastActive: person.createdAt })
      if (!creation.ok) return creation
      await executor.insert(credentials).values({
        id: randomUUID(),
        userId: creation.account.id,
        accountId: creation.account.id,
        providerId: LOCAL,
        password: passwordHash,
        createdAt: person.createdAt,
        updatedAt: person.createdAt,
      })
      return creation
    },

    find: (id) => first(executor.select(ACCOUNT).from(users).where(eq(users.id, id))),

    findByEmail: (email) => first(executor.select(ACCOUNT).from(users).where(eq(users.email, email.toLowerCase()))),

    hasUsername: async (username) =>
      (await executor.$count(users, eq(sql`lower(${users.username})`, username.toLowerCase()))) > 0,

    update: (id, change) => update(id, change),

    setPlan: (id, { subscription, expiresAt }) => update(id, { subscription, subscriptionExpiresAt: expiresAt }),

    lock: (id) => first(executor.select(ACCOUNT).from(users).where(eq(users.id, id)).for('update')),

    renew: (id, change) => update(id, { ...change, generation: sql`${users.generation} + 1` }),

    async confirmNewEmail(id, email) {
      try {
        // The inner transaction is a savepoint: a conflict must not end the outer transaction.
        await executor.transaction((inner) => createAccountRecords(inner).renew(id, { email, emailVerified: true }))
        return true
      } catch (error) {
        if (isTakenIn('users_email', error)) return false
        throw error
      }
    },

    async setPasswordHash(id, hash) {
      const change = { password: hash, updatedAt: new Date() }
      const credential = {
        ...change,
        id: randomUUID(),
        userId: id,
        accountId: id,
        providerId: LOCAL,
        createdAt: new Date(),
      }
      await executor.insert(credentials).values(credential).onConflictDoUpdate({ target: CREDENTIAL_KEY, set: change })
    },

    hasPassword: async (id) =>
      (await executor.$count(credentials, and(isPassword(id), isNotNull(credentials.password)))) > 0,

    dropPassword: (id) => run(executor.delete(credentials).where(isPassword(id))),

    async createConfirmed(person) {
      const now = new Date()
      const email = person.email.toLowerCase()
      return insert({ ...person, email, emailVerified: true, createdAt: now, updatedAt: now })
    },

    findByIdentity: ({ issuer, subject }) =>
      first(
        executor
          .select(ACCOUNT)
          .from(users)
          .innerJoin(credentials, eq(credentials.userId, users.id))
          .where(and(eq(credentials.providerId, issuer), eq(credentials.accountId, subject))),
      ),

    listIdentities: (id) =>
      executor
        .select({ issuer: credentials.providerId, subject: credentials.accountId })
        .from(credentials)
        .where(and(eq(credentials.userId, id), ne(credentials.providerId, LOCAL))),

    async linkIdentity(id, { issuer, subject }) {
      const change = { accountId: subject, updatedAt: new Date() }
      const credential = { ...change, id: randomUUID(), userId: id, providerId: issuer, createdAt: new Date() }
      await executor.insert(credentials).values(credential).onConflictDoUpdate({ target: CREDENTIAL_KEY, set: change })
    },

    async dropSecondFactor(id) {
      await executor.delete(secondFactors).where(eq(secondFactors.userId, id))
      await executor.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, id))
    },

    async lockActiveAdmins() {
      // One transaction at a time: a waiting one would lock an account that is demoted meanwhile.
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

  async function insert(row: typeof users.$inferInsert): Promise<CreatedAccount> {
    // The insert waits for a transaction that writes the same email or username.
    const account = await first(executor.insert(users).values(row).onConflictDoNothing().returning(ACCOUNT))
    if (account) return { ok: true, account }
    const isEmail = (await executor.$count(users, eq(users.email, row.email))) > 0
    return { ok: false, taken: isEmail ? 'email' : 'username' }
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
