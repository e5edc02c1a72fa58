import type { SessionInfo } from '@kerf/contract/user'
import type { FoundSession } from '../../ports/accounts.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../../ports/database.ts'
import { done, type Outcome, refused } from '../outcome.ts'

/** Where somebody is signed in, and no longer wants to be. */
export function manageSessions(deps: { database: Database; clock: Clock }) {
  const { sessions } = deps.database.records
  return {
    async list(session: FoundSession): Promise<SessionInfo[]> {
      const open = await sessions.list(session.account.id, deps.clock.now())
      return open.map(({ id, userAgent, createdAt, updatedAt }) => ({
        id,
        current: id === session.id,
        userAgent: userAgent || null,
        createdAt: createdAt.toISOString(),
        lastActive: updatedAt.toISOString(),
      }))
    },

    async end(session: FoundSession, id: string): Promise<Outcome<undefined>> {
      return (await sessions.end(id, session.account.id)) ? done(undefined) : refused('not_found')
    },

    async endOthers(session: FoundSession): Promise<Outcome<{ ended: number }>> {
      return done({ ended: await sessions.endAll(session.account.id, session.id) })
    },
  }
}
