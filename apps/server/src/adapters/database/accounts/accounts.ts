import { randomUUID } from 'node:crypto'
import type { Entitlement } from '@kerf/domain/payments/ledger'
import { and, eq, getTableColumns, isNotNull, ne, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { AccountRecord, CreatedAccount } from '../../../ports/accounts.ts'
import type { Identity } from '../../../ports/identity-provider.ts'
import { type Executor, firstRow, isConflictIn, lockName, run } from '../engine/executor.ts'
import { credentials, secondFactors, users } from '../schema/account-schema.ts'

/** Columns of an account, without its password hash, which is in another table. */
const { image: _image, searchText: _searchText, updatedAt: _updatedAt, ...columns } = getTableColumns(users)
export const ACCOUNT_COLUMNS = columns satisfies Record<keyof AccountRecord, unknown>

/** Provider id of a password. The provider id of any other credential is its issuer. */
const PASSWORD_PROVIDER = 'credential'
const CREDENTIAL_KEY_COLUMNS = [credentials.userId, credentials.providerId]
const isPasswordOf = (id: string) => and(eq(credentials.userId, id), eq(credentials.providerId, PASSWORD_PROVIDER))

/** Changeable fields. The plan is not one of them: it follows from the ledger. */
type AccountChange = Partial<
  Omit<AccountRecord, 'id' | 'createdAt' | 'generation' | 'subscription' | 'subscriptionExpiresAt'>
>

/** Identity of a person at an OpenID Connect provider: see ports/identity-provider.ts. */
type ExternalIdentity = Pick<Identity, 'issuer' | 'subject'>

type NewAccount = Pick<AccountRecord, 'id' | 'name' | 'username' | 'email'>

export function createAccountRecords(executor: Executor) {
  return {
    /** Inserts account and password together. `taken` names the field that another account uses. */
    async create({
      passwordHash,
      ...person
    }: NewAccount & { createdAt: Date; passwordHash: string }): Promise<CreatedAccount> {
      const email = person.email.toLowerCase()
      const creation = await insert({ ...person, email, updatedAt: person.createdAt, lastActive: person.createdAt })
      if (!creation.ok) return creation
      await executor.insert(credentials).values({
        id: randomUUID(),
        userId: creation.account.id,
        accountId: creation.account.id,
        providerId: PASSWORD_PROVIDER,
        password: passwordHash,
        createdAt: person.createdAt,
        updatedAt: person.createdAt,
      })
      return creation
    },

    find: (id: string): Promise<AccountRecord | null> =>
      firstRow(executor.select(ACCOUNT_COLUMNS).from(users).where(eq(users.id, id))),

    findByEmail: (email: string): Promise<AccountRecord | null> =>
      firstRow(executor.select(ACCOUNT_COLUMNS).from(users).where(eq(users.email, email.toLowerCase()))),

    hasUsername: async (username: string) =>
      (await executor.$count(users, eq(sql`lower(${users.username})`, username.toLowerCase()))) > 0,

    update: (id: string, change: AccountChange) => update(id, change),

    /** Stores the plan that the ledger adds up to. Only use-cases/payments/grant-plan.ts may call this. */
    setPlan: (id: string, { subscription, expiresAt }: Entitlement) =>
      update(id, { subscription, subscriptionExpiresAt: expiresAt }),

    /** Locks the account's row until the transaction ends. */
    lock: (id: string): Promise<AccountRecord | null> =>
      firstRow(executor.select(ACCOUNT_COLUMNS).from(users).where(eq(users.id, id)).for('update')),

    /** Raises the generation and applies `change`. The caller ends sessions in the same transaction. */
    renew: (id: string, change?: AccountChange) => update(id, { ...change, generation: sql`${users.generation} + 1` }),

    /** Renews the account with a new, confirmed email. Returns false if another account has taken that email. */
    async confirmNewEmail(id: string, email: string): Promise<boolean> {
      try {
        // The inner transaction is a savepoint: a conflict must not end the outer transaction.
        await executor.transaction((transactionExecutor) =>
          createAccountRecords(transactionExecutor).renew(id, { email, emailVerified: true }),
        )
        return true
      } catch (error) {
        if (isConflictIn('users_email', error)) return false
        throw error
      }
    },

    /** Sets or replaces the password; the account may have had none. */
    async setPasswordHash(id: string, hash: string) {
      const change = { password: hash, updatedAt: new Date() }
      const credential = {
        ...change,
        id: randomUUID(),
        userId: id,
        accountId: id,
        providerId: PASSWORD_PROVIDER,
        createdAt: new Date(),
      }
      await executor
        .insert(credentials)
        .values(credential)
        .onConflictDoUpdate({ target: CREDENTIAL_KEY_COLUMNS, set: change })
    },

    /** Hash of the account's password; null if it has none. */
    async findPasswordHash(id: string): Promise<string | null> {
      const credential = await firstRow(executor.select().from(credentials).where(isPasswordOf(id)))
      return credential?.password ?? null
    },

    hasPassword: async (id: string) =>
      (await executor.$count(credentials, and(isPasswordOf(id), isNotNull(credentials.password)))) > 0,

    dropPassword: (id: string) => run(executor.delete(credentials).where(isPasswordOf(id))),

    /** Inserts an account with a confirmed email and no password. `taken` names the field that another account uses. */
    async createConfirmed(person: NewAccount) {
      const now = new Date()
      const email = person.email.toLowerCase()
      return insert({ ...person, email, emailVerified: true, createdAt: now, updatedAt: now })
    },

    findByIdentity: ({ issuer, subject }: ExternalIdentity): Promise<AccountRecord | null> =>
      firstRow(
        executor
          .select(ACCOUNT_COLUMNS)
          .from(users)
          .innerJoin(credentials, eq(credentials.userId, users.id))
          .where(and(eq(credentials.providerId, issuer), eq(credentials.accountId, subject))),
      ),

    listIdentities: (id: string): Promise<ExternalIdentity[]> =>
      executor
        .select({ issuer: credentials.providerId, subject: credentials.accountId })
        .from(credentials)
        .where(and(eq(credentials.userId, id), ne(credentials.providerId, PASSWORD_PROVIDER))),

    /** Links the identity, in place of the account's former one at this issuer. */
    async linkIdentity(id: string, { issuer, subject }: ExternalIdentity) {
      const change = { accountId: subject, updatedAt: new Date() }
      const credential = { ...change, id: randomUUID(), userId: id, providerId: issuer, createdAt: new Date() }
      await executor
        .insert(credentials)
        .values(credential)
        .onConflictDoUpdate({ target: CREDENTIAL_KEY_COLUMNS, set: change })
    },

    /** Removes the second factor, even one that was never confirmed. */
    async dropSecondFactor(id: string) {
      await executor.delete(secondFactors).where(eq(secondFactors.userId, id))
      await executor.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, id))
    },

    /**
     * Locks every admin's row until the transaction ends, so that concurrent calls cannot remove the last admin.
     * Returns the ids of the active ones.
     */
    async lockActiveAdmins() {
      // Only one transaction at a time, because during a wait for row locks an admin may be demoted.
      await lockName(executor, 'admins')
      const admins = await executor
        .select({ id: users.id, isActive: users.isActive })
        .from(users)
        .where(eq(users.role, 'admin'))
        .orderBy(users.id)
        .for('update')
      return admins.filter(({ isActive }) => isActive).map(({ id }) => id)
    },

    /** Deletes the account with its sessions, credentials and second factor. */
    delete: (id: string) => run(executor.delete(users).where(eq(users.id, id))),
  }

  async function insert(row: typeof users.$inferInsert): Promise<CreatedAccount> {
    // The insert waits for a transaction that writes the same email or username.
    const account = await firstRow(executor.insert(users).values(row).onConflictDoNothing().returning(ACCOUNT_COLUMNS))
    if (account) return { ok: true, account }
    const isEmail = (await executor.$count(users, eq(users.email, row.email))) > 0
    return { ok: false, taken: isEmail ? 'email' : 'username' }
  }

  function update(id: string, change: PgUpdateSetSource<typeof users>): Promise<AccountRecord | null> {
    const email = typeof change.email === 'string' ? { email: change.email.toLowerCase() } : {}
    return firstRow(
      executor
        .update(users)
        .set({ ...change, ...email, updatedAt: new Date() })
        .where(eq(users.id, id))
        .returning(ACCOUNT_COLUMNS),
    )
  }
}
