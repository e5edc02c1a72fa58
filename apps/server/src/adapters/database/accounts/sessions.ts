import { and, desc, eq, gt, inArray, lte, max, ne, sql } from 'drizzle-orm'
import type { AccountRecord, AccountSession, SessionRecord, TokenKind } from '../../../ports/accounts.ts'
import { type Executor, hasRows, run } from '../engine/executor.ts'
import { attempts, sessions, users, verifications } from '../schema/account-schema.ts'
import { createAccountRecords } from './accounts.ts'

const { id, userId, userAgent, createdAt, updatedAt } = sessions

export function createSessionRecords(executor: Executor) {
  return {
    list: (accountId: string, now: Date): Promise<SessionRecord[]> =>
      executor
        .select({ id, userId, userAgent, createdAt, updatedAt })
        .from(sessions)
        .where(and(eq(sessions.userId, accountId), gt(sessions.expiresAt, now)))
        .orderBy(desc(sessions.updatedAt), desc(sessions.id)),

    /**
     * Locks the session's account until the transaction ends and returns it. Returns null if the session has ended or the
     * account's generation has changed since the call began, such as while a password was checked.
     */
    async lockAccount(session: AccountSession): Promise<AccountRecord | null> {
      const account = await createAccountRecords(executor).lock(session.account.id)
      if (account?.generation !== session.account.generation) return null
      return (await executor.$count(sessions, eq(sessions.id, session.id))) > 0 ? account : null
    },

    /** Gives the session a new token, so that a copy of the former cookie opens nothing. */
    setToken: (id: string, storedToken: string) =>
      run(executor.update(sessions).set({ token: storedToken }).where(eq(sessions.id, id))),

    /** Returns whether the session existed. */
    end(id: string, accountId: string) {
      const isOfAccount = and(eq(sessions.id, id), eq(sessions.userId, accountId))
      return hasRows(executor.delete(sessions).where(isOfAccount).returning({ id: sessions.id }))
    },

    /** Ends all sessions of the account except the given one. Returns their number. */
    async endAll(accountId: string, except?: string) {
      const isOther = except === undefined ? undefined : ne(sessions.id, except)
      const isEnding = and(eq(sessions.userId, accountId), isOther)
      return (await executor.delete(sessions).where(isEnding).returning({ id: sessions.id })).length
    },

    /** Ends all sessions except the `keep` most recently used ones. */
    async endOldest(accountId: string, keep: number) {
      const oldestSessions = executor
        .select({ id: sessions.id })
        .from(sessions)
        .where(eq(sessions.userId, accountId))
        .orderBy(desc(sessions.updatedAt), desc(sessions.id))
        .offset(keep)
      await executor.delete(sessions).where(inArray(sessions.id, oldestSessions))
    },

    async touch(id: string, accountId: string, usedAt: Date, expiresAt: Date) {
      await executor.update(sessions).set({ updatedAt: usedAt, expiresAt }).where(eq(sessions.id, id))
      await executor.update(users).set({ lastActive: usedAt }).where(eq(users.id, accountId))
    },
  }
}

export function createTokenRecords(executor: Executor) {
  return {
    /** Creation time of the newest stored token with this value; null if none is stored. */
    async lastMadeAt(kind: TokenKind, value: string) {
      const hasValue = eq(verifications.value, tokenValue(kind, value))
      const [latestSession] = await executor
        .select({ at: max(verifications.createdAt) })
        .from(verifications)
        .where(hasValue)
      return latestSession?.at ?? null
    },

    // A value may contain more than the account's id, such as a new email. Ids are too long to match by chance.
    forgetAccount: (accountId: string) =>
      run(executor.delete(verifications).where(sql`position(${accountId} in ${verifications.value}) > 0`)),

    /** Voids the newsletter's tokens for this mailbox. */
    async forgetSubscriber(email: string) {
      const values = (['newsletter', 'newsletter-end'] as const).map((kind) => tokenValue(kind, email.toLowerCase()))
      await executor.delete(verifications).where(inArray(verifications.value, values))
    },
  }
}

/** Returns the stored value of a token: the value prefixed with the token's kind. */
export function tokenValue(kind: TokenKind, value: string): string {
  return `${kind}=${value}`
}

export function createAttemptRecords(executor: Executor) {
  return {
    /** Past attempts of each key. Locks these keys until the transaction ends. */
    async lock(keys: readonly string[], now: Date): Promise<Map<string, { count: number; lastAt: Date }>> {
      // A missing row cannot be locked: many first attempts at the same time would all pass.
      await executor
        .insert(attempts)
        .values(keys.map((key) => ({ key, count: 0, lastAt: now, forgottenAt: now })))
        .onConflictDoNothing()
      const rows = await executor
        .select()
        .from(attempts)
        .where(inArray(attempts.key, [...keys]))
        // All transactions lock rows in one order, so that two with the same keys never deadlock.
        .orderBy(attempts.key)
        .for('update')
      return new Map(rows.map(({ key, count, lastAt }) => [key, { count, lastAt }]))
    },

    async add(key: string, now: Date, forgottenAt: Date) {
      await executor
        .insert(attempts)
        .values({ key, count: 1, lastAt: now, forgottenAt })
        .onConflictDoUpdate({
          target: attempts.key,
          set: {
            count: sql`case when ${attempts.forgottenAt} <= ${now.toISOString()}::timestamptz then 1 else ${attempts.count} + 1 end`,
            lastAt: now,
            forgottenAt,
          },
        })
    },

    /** Lowers the number of attempts of each key by one. */
    async giveBack(keys: readonly string[]) {
      if (keys.length === 0) return
      await executor
        .update(attempts)
        .set({ count: sql`greatest(0, ${attempts.count} - 1)` })
        .where(inArray(attempts.key, [...keys]))
    },

    async clear(keys: readonly string[]) {
      if (keys.length === 0) return
      await executor.delete(attempts).where(inArray(attempts.key, [...keys]))
    },

    sweep: (now: Date) => run(executor.delete(attempts).where(lte(attempts.forgottenAt, now))),
  }
}
