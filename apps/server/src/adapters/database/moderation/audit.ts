import { and, desc, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AuditEntryRecord, AuditFilter, DescribedAuditEntry } from '../../../ports/admin.ts'
import type { PageRequest, RowPage } from '../../../ports/page.ts'
import { matchesAccount, searchPattern } from '../accounts/search-pattern.ts'
import type { Executor } from '../engine/executor.ts'
import { users } from '../schema/account-schema.ts'
import { auditLog } from '../schema/admin-schema.ts'
import { downloads, videos } from '../schema/clip-schema.ts'
import { contactMessages } from '../schema/email-schema.ts'

/** Minimum length of the beginning of an id in a search. A shorter beginning matches too many ids. */
const MIN_ID_PART = 4
const actors = alias(users, 'actors')
const targets = alias(users, 'targets')
const isActor = eq(actors.id, auditLog.actorId)
/** The subject of a message is joined and never copied into the log, so that it disappears with the message. */
const isMessage = and(eq(auditLog.targetKind, 'message'), eq(contactMessages.id, auditLog.targetId))
/** The title of a job's video is joined likewise, where the entry has no name. */
const isJob = and(eq(auditLog.targetKind, 'job'), isNull(auditLog.targetName), eq(downloads.id, auditLog.targetId))
const isTarget = and(eq(auditLog.targetKind, 'account'), eq(targets.id, auditLog.targetId))

/** The audit log. Entries are never changed or deleted. */
export function createAuditRecords(executor: Executor) {
  return {
    async add({ target, ...entry }: AuditEntryRecord) {
      const { kind: targetKind = null, id: targetId = null, name: targetName = null } = target ?? {}
      await executor.insert(auditLog).values({ ...entry, targetKind, targetId, targetName })
    },

    async list(filter: AuditFilter, { offset, limit }: PageRequest): Promise<RowPage<DescribedAuditEntry>> {
      const condition = conditionOf(executor, filter)
      const joinedRows = await executor
        .select({
          entry: auditLog,
          actorName: actors.name,
          targetEmail: targets.email,
          subject: contactMessages.subject,
          videoTitle: videos.title,
        })
        .from(auditLog)
        .leftJoin(actors, isActor)
        .leftJoin(targets, isTarget)
        .leftJoin(contactMessages, isMessage)
        .leftJoin(downloads, isJob)
        .leftJoin(videos, eq(videos.id, downloads.videoId))
        .where(condition)
        .orderBy(desc(auditLog.position))
        .offset(offset)
        .limit(limit)
      const total = await executor.$count(auditLog, condition)
      const rows = joinedRows.map(({ entry, actorName, targetEmail, subject, videoTitle }) => {
        const { position: _, targetKind, targetId, targetName, ...fields } = entry
        const name = targetName ?? targetEmail ?? subject ?? videoTitle
        const target = targetKind && targetId ? { kind: targetKind, id: targetId, name } : null
        return { ...fields, target, actorName }
      })
      return { rows, total }
    },
  }
}

/** Accounts are searched first, through their index, instead of being joined to each entry. */
function conditionOf(executor: Executor, { action, search }: AuditFilter): SQL | undefined {
  const hasAction = action && eq(auditLog.action, action)
  if (!search) return hasAction
  const pattern = searchPattern(search)
  const accounts = executor.select({ id: users.id }).from(users).where(matchesAccount(search))
  const messages = executor
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(ilike(contactMessages.subject, pattern))
  return and(
    hasAction,
    or(
      inArray(auditLog.actorId, accounts),
      and(eq(auditLog.targetKind, 'account'), inArray(auditLog.targetId, accounts)),
      and(eq(auditLog.targetKind, 'message'), inArray(auditLog.targetId, messages)),
      ilike(auditLog.targetName, pattern),
      ilike(auditLog.details, pattern),
      // Admins see only the beginning of an id.
      search.length >= MIN_ID_PART ? sql`starts_with(${auditLog.targetId}, ${search})` : undefined,
    ),
  )
}
