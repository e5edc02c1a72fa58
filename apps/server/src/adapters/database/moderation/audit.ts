import { and, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AdminRecords, AuditFilter } from '../../../ports/admin.ts'
import { isAccountFor, searchPattern } from '../accounts/search-pattern.ts'
import type { Executor } from '../engine/executor.ts'
import { users } from '../schema/account-schema.ts'
import { auditLog } from '../schema/admin-schema.ts'
import { contactMessages } from '../schema/email-schema.ts'

/** What is shorter is the beginning of too many. */
const SHORTEST_ID_PART = 4
const actors = alias(users, 'actors')
const targets = alias(users, 'targets')
const isActor = eq(actors.id, auditLog.actorId)
/** A message's subject is joined and never copied into the log, so that it is gone with the message. */
const isMessage = and(eq(auditLog.targetKind, 'message'), eq(contactMessages.id, auditLog.targetId))
const isTarget = and(eq(auditLog.targetKind, 'account'), eq(targets.id, auditLog.targetId))

export function createAuditRecords(executor: Executor): AdminRecords['audit'] {
  return {
    async add({ target, ...entry }) {
      const { kind: targetKind = null, id: targetId = null, name: targetName = null } = target ?? {}
      await executor.insert(auditLog).values({ ...entry, targetKind, targetId, targetName })
    },

    async list(filter, { offset, limit }) {
      const wanted = matching(executor, filter)
      const found = await executor
        .select({
          entry: auditLog,
          actorName: actors.name,
          targetEmail: targets.email,
          subject: contactMessages.subject,
        })
        .from(auditLog)
        .leftJoin(actors, isActor)
        .leftJoin(targets, isTarget)
        .leftJoin(contactMessages, isMessage)
        .where(wanted)
        .orderBy(desc(auditLog.position))
        .offset(offset)
        .limit(limit)
      const total = await executor.$count(auditLog, wanted)
      const rows = found.map(({ entry, actorName, targetEmail, subject }) => {
        const { position: _, targetKind, targetId, targetName, ...rest } = entry
        const target =
          targetKind && targetId ? { kind: targetKind, id: targetId, name: targetName ?? targetEmail ?? subject } : null
        return { ...rest, target, actorName }
      })
      return { rows, total }
    },
  }
}

/** Accounts are found first, by their index, instead of being joined to each entry. */
function matching(executor: Executor, { action, search }: AuditFilter): SQL | undefined {
  const wanted = action && eq(auditLog.action, action)
  if (!search) return wanted
  const part = searchPattern(search)
  const meant = executor.select({ id: users.id }).from(users).where(isAccountFor(search))
  const messages = executor
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(ilike(contactMessages.subject, part))
  return and(
    wanted,
    or(
      inArray(auditLog.actorId, meant),
      and(eq(auditLog.targetKind, 'account'), inArray(auditLog.targetId, meant)),
      and(eq(auditLog.targetKind, 'message'), inArray(auditLog.targetId, messages)),
      ilike(auditLog.targetName, part),
      ilike(auditLog.details, part),
      // By the beginning, which is all of it that is shown.
      search.length >= SHORTEST_ID_PART ? sql`starts_with(${auditLog.targetId}, ${search})` : undefined,
    ),
  )
}
