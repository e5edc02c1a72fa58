import type { FoundSession } from '../../ports/accounts.ts'
import type { ViewerRecord } from '../../ports/clips.ts'
import type { Deps } from '../shared/deps.ts'
import { hashToken, isToken, newToken } from '../shared/random-token.ts'
import { viewerOf, withoutPlansIfOff } from '../shared/viewer.ts'

const MAX_TOKEN_LENGTH = 256

export interface Identity {
  session: FoundSession | null
  /** Who asks; null for a stranger who has started nothing yet. */
  viewer: ViewerRecord | null
  /** The stranger whom this browser's own cookie tells, also beside a session. */
  visitor: ViewerRecord | null
}

/** Knows who asks by what their browser keeps. The database keeps only hashes and unsigned tokens, so a leaked table opens nothing. */
export async function identifyViewer(
  deps: Deps<'database' | 'accounts' | 'clock' | 'caches' | 'hasPlans'>,
  cookies: { sessionToken: string | undefined; viewerToken: string | undefined },
): Promise<Identity> {
  const session = await findSession(deps, cookies.sessionToken)
  const visitor = await findVisitor(deps, cookies.viewerToken)
  const viewer = session ? viewerOf(session.account, deps.clock.now()) : visitor
  return { session, viewer: viewer && withoutPlansIfOff(viewer, deps.hasPlans), visitor }
}

/** A new stranger and the token to hand out, once. */
export async function welcomeViewer(
  deps: Deps<'database' | 'clock' | 'hasPlans'>,
): Promise<{ viewer: ViewerRecord; token: string }> {
  const token = newToken()
  const viewer = await deps.database.records.viewers.create(hashToken(token), deps.clock.now())
  return { viewer: withoutPlansIfOff(viewer, deps.hasPlans), token }
}

async function findSession(
  { accounts, caches }: Deps<'accounts' | 'caches'>,
  sessionToken: string | undefined,
): Promise<FoundSession | null> {
  if (!sessionToken || sessionToken.length > MAX_TOKEN_LENGTH) return null
  return caches.sessions(sessionToken, () => accounts.findSession(sessionToken))
}

async function findVisitor(
  { database, caches }: Deps<'database' | 'caches'>,
  token: string | undefined,
): Promise<ViewerRecord | null> {
  if (!token || !isToken(token)) return null
  return caches.visitors(token, () => database.records.viewers.findByTokenHash(hashToken(token)))
}

/** What a stranger has processed and downloaded becomes the account's that they sign in to. What is being cut goes on. */
export async function adoptVisitor(
  deps: Deps<'database'>,
  { visitor, accountId }: { visitor: ViewerRecord | null; accountId: string },
): Promise<void> {
  if (visitor?.kind !== 'anonymous') return
  await deps.database.transaction(async (records) => {
    // In one order for everybody, so that two who sign in at once wait for, and never on, each other.
    for (const id of [visitor.id, accountId].toSorted()) await records.quota.lock(id)
    // While it was waited for, the account may have been deleted.
    if (!(await records.accounts.find(accountId))) return
    await records.userData.move(visitor.id, accountId)
    await records.viewers.delete(visitor.id)
  })
}
