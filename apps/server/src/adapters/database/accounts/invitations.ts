import { and, desc, eq, getTableColumns, gt, isNull, lt, notInArray } from 'drizzle-orm'
import type { AccountRecords, InvitationRecord } from '../../../ports/accounts.ts'
import { type Executor, first, run } from '../engine/executor.ts'
import { invitations, setupLinks, users } from '../schema/account-schema.ts'

const { tokenHash: _tokenHash, ...columns } = getTableColumns(invitations)
const INVITATION = columns satisfies Record<keyof InvitationRecord, unknown>

export function createInvitationRecords(executor: Executor): AccountRecords['invitations'] {
  const withToken = (tokenHash: string) =>
    executor.select(INVITATION).from(invitations).where(eq(invitations.tokenHash, tokenHash))
  const isOpen = (now: Date) =>
    and(isNull(invitations.usedAt), isNull(invitations.revokedAt), gt(invitations.expiresAt, now))
  return {
    add: (invitation) => run(executor.insert(invitations).values(invitation)),

    find: (tokenHash) => first(withToken(tokenHash)),

    lock: (tokenHash) => first(withToken(tokenHash).for('update')),

    markUsed: (id, now) =>
      run(executor.update(invitations).set({ usedAt: now, email: null }).where(eq(invitations.id, id))),

    revoke: (id, now) =>
      first(
        executor
          .update(invitations)
          .set({ revokedAt: now })
          .where(and(eq(invitations.id, id), isOpen(now)))
          .returning(INVITATION),
      ),

    async listOpen(now, { offset, limit }) {
      const total = await executor.$count(invitations, isOpen(now))
      const rows = await executor
        .select({ ...INVITATION, createdByName: users.name })
        .from(invitations)
        .leftJoin(users, eq(users.id, invitations.createdBy))
        .where(isOpen(now))
        .orderBy(desc(invitations.createdAt), desc(invitations.id))
        .offset(offset)
        .limit(limit)
      return { rows, total }
    },

    sweep: (expiredBefore) => run(executor.delete(invitations).where(lt(invitations.expiresAt, expiredBefore))),
  }
}

export function createSetupLinkRecords(executor: Executor): AccountRecords['setupLinks'] {
  return {
    add: (link) => run(executor.insert(setupLinks).values(link)),

    async isValid(tokenHash, now) {
      const isValidLink = and(eq(setupLinks.tokenHash, tokenHash), gt(setupLinks.expiresAt, now))
      return (await executor.$count(setupLinks, isValidLink)) > 0
    },

    keepOnlyOf: (processIds) =>
      run(executor.delete(setupLinks).where(notInArray(setupLinks.processId, [...processIds]))),

    deleteAll: () => run(executor.delete(setupLinks)),
  }
}
