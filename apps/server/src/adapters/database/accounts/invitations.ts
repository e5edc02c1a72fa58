import { and, desc, eq, getTableColumns, gt, isNull, lt, notInArray } from 'drizzle-orm'
import type { DescribedInvitation, InvitationRecord } from '../../../ports/accounts.ts'
import type { PageRequest, RowPage } from '../../../ports/page.ts'
import { type Executor, firstRow, run } from '../engine/executor.ts'
import { invitations, setupLinks, users } from '../schema/account-schema.ts'

const { tokenHash: _tokenHash, ...columns } = getTableColumns(invitations)
const INVITATION_COLUMNS = columns satisfies Record<keyof InvitationRecord, unknown>

export function createInvitationRecords(executor: Executor) {
  const selectByToken = (tokenHash: string) =>
    executor.select(INVITATION_COLUMNS).from(invitations).where(eq(invitations.tokenHash, tokenHash))
  const isOpen = (now: Date) =>
    and(isNull(invitations.usedAt), isNull(invitations.revokedAt), gt(invitations.expiresAt, now))
  return {
    add: (invitation: InvitationRecord & { tokenHash: string }) => run(executor.insert(invitations).values(invitation)),

    find: (tokenHash: string): Promise<InvitationRecord | null> => firstRow(selectByToken(tokenHash)),

    /** Locks the invitation's row until the transaction ends, so that only one of two concurrent uses succeeds. */
    lock: (tokenHash: string): Promise<InvitationRecord | null> => firstRow(selectByToken(tokenHash).for('update')),

    markUsed: (id: string, now: Date) =>
      run(executor.update(invitations).set({ usedAt: now, email: null }).where(eq(invitations.id, id))),

    /** Revokes the invitation; null if it was already used, revoked or expired. */
    revoke: (id: string, now: Date): Promise<InvitationRecord | null> =>
      firstRow(
        executor
          .update(invitations)
          .set({ revokedAt: now })
          .where(and(eq(invitations.id, id), isOpen(now)))
          .returning(INVITATION_COLUMNS),
      ),

    /** Usable invitations, newest first. */
    async listOpen(now: Date, { offset, limit }: PageRequest): Promise<RowPage<DescribedInvitation>> {
      const total = await executor.$count(invitations, isOpen(now))
      const rows = await executor
        .select({ ...INVITATION_COLUMNS, createdByName: users.name })
        .from(invitations)
        .leftJoin(users, eq(users.id, invitations.createdBy))
        .where(isOpen(now))
        .orderBy(desc(invitations.createdAt), desc(invitations.id))
        .offset(offset)
        .limit(limit)
      return { rows, total }
    },

    sweep: (expiredBefore: Date) => run(executor.delete(invitations).where(lt(invitations.expiresAt, expiredBefore))),
  }
}

export function createSetupLinkRecords(executor: Executor) {
  return {
    add: (link: { tokenHash: string; processId: string; expiresAt: Date }) =>
      run(executor.insert(setupLinks).values(link)),

    async isValid(tokenHash: string, now: Date) {
      const isValidLink = and(eq(setupLinks.tokenHash, tokenHash), gt(setupLinks.expiresAt, now))
      return (await executor.$count(setupLinks, isValidLink)) > 0
    },

    /** Deletes the links that were printed by other processes. */
    keepOnlyOf: (processIds: readonly string[]) =>
      run(executor.delete(setupLinks).where(notInArray(setupLinks.processId, [...processIds]))),

    deleteAll: () => run(executor.delete(setupLinks)),
  }
}
