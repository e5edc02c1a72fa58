import { and, count, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AdminRecords, AuditFilter } from '../../admin-ports.ts'
import { auditLog } from './admin-schema.ts'
import type { Executor } from './executor.ts'
import { users } from './schema.ts'
import { searchPattern } from './search-pattern.ts'

const actors = alias(users, 'actors')
const targets = alias(users, 'targets')
const isActor = eq(actors.id, auditLog.actorId)
const isTarget = and(eq(auditLog.targetKind, 'account'), eq(targets.id, auditLog.targetId))

export function createAuditRecords(executor: Executor): AdminRecords['audit'] {
  return {
    async add({ target, ...entry }) {
      const { kind: targetKind = null, id: targetId = null, name: targetName = null } = target ?? {}
      await executor.insert(auditLog).values({ ...entry, targetKind, targetId, targetName })
    },

    async list(filter, { offset, limit }) {
      const wanted = matching(executor, filter)
      const rows = await executor
        .select({ entry: auditLog, actorName: actors.name, targetEmail: targets.email })
        .from(auditLog)
        .leftJoin(actors, isActor)
        .leftJoin(targets, isTarget)
        .where(wanted)
        .orderBy(desc(auditLog.position))
        .offset(offset)
        .limit(limit)
      const [counted] = await executor.select({ total: count() }).from(auditLog).where(wanted)
      const entries = rows.map(({ entry, actorName, targetEmail }) => {
        const { position: _, targetKind, targetId, targetName, ...rest } = entry
        const target =
          targetKind && targetId ? { kind: targetKind, id: targetId, name: targetName ?? targetEmail } : null
        return { ...rest, target, actorName }
      })
      return { entries, total: counted?.total ?? 0 }
    },
  }
}

/** Whoever is meant is looked for among the accounts first, by their index: joined to each entry, they would be compared each time. */
function matching(executor: Executor, { action, search }: AuditFilter): SQL | undefined {
  const wanted = action && eq(auditLog.action, action)
  if (!search) return wanted
  const part = searchPattern(search)
  const meant = executor.select({ id: users.id }).from(users).where(sql`${users.searchText} like lower(${part})`)
  return and(
    wanted,
    or(
      inArray(auditLog.actorId, meant),
      and(eq(auditLog.targetKind, 'account'), inArray(auditLog.targetId, meant)),
      ilike(auditLog.targetName, part),
      eq(auditLog.targetId, search),
    ),
  )
}
