import type { SessionInfo } from '@kerf/contract/user'
import type { FoundSession } from '../../ports/accounts.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'

export async function listSessions(deps: Deps<'database' | 'clock'>, session: FoundSession): Promise<SessionInfo[]> {
  const { sessions } = deps.database.records
  const open = await sessions.list(session.account.id, deps.clock.now())
  return open.map(({ id, userAgent, createdAt, updatedAt }) => ({
    id,
    current: id === session.id,
    userAgent: userAgent || null,
    createdAt: createdAt.toISOString(),
    lastActive: updatedAt.toISOString(),
  }))
}

export async function endSession(
  deps: Deps<'database'>,
  { session, id }: { session: FoundSession; id: string },
): Promise<Outcome<undefined>> {
  const { sessions } = deps.database.records
  return (await sessions.end(id, session.account.id)) ? done(undefined) : refused('not_found')
}

export async function endOtherSessions(
  deps: Deps<'database'>,
  session: FoundSession,
): Promise<Outcome<{ ended: number }>> {
  const { sessions } = deps.database.records
  return done({ ended: await sessions.endAll(session.account.id, session.id) })
}
