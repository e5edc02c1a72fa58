import type { AccountSession } from '../../ports/accounts.ts'
import type { ViewerRecord } from '../../ports/clips.ts'
import type { Deps } from '../shared/deps.ts'
import { hashToken, isToken, newToken } from '../shared/random-token.ts'
import { viewerOf, viewerOnServer } from '../shared/viewer.ts'

const MAX_TOKEN_LENGTH = 256

export interface Identity {
  session: AccountSession | null
  /** Viewer of the request; null for a visitor without a viewer record. */
  viewer: ViewerRecord | null
  /** The stranger of the browser's viewer cookie, even if there is also a session. */
  stranger: ViewerRecord | null
}

/**
 * Identifies the viewer by cookies. The database stores only hashes and unsigned tokens, so a leaked table gives no
 * access.
 */
export async function identifyViewer(
  deps: Deps<'database' | 'accounts' | 'clock' | 'caches' | 'presets'>,
  cookies: { sessionToken: string | undefined; viewerToken: string | undefined },
): Promise<Identity> {
  const session = await findSession(deps, cookies.sessionToken)
  const stranger = await findStranger(deps, cookies.viewerToken)
  const viewer = session ? viewerOf(session.account, deps.clock.now()) : stranger
  return { session, viewer: viewer && (await viewerOnServer(deps, viewer)), stranger }
}

/** Creates a stranger. Only this answer contains the token for the cookie. */
export async function welcomeViewer(
  deps: Deps<'database' | 'clock' | 'presets'>,
): Promise<{ viewer: ViewerRecord; token: string }> {
  const token = newToken()
  const viewer = await deps.database.records.viewers.create(hashToken(token), deps.clock.now())
  return { viewer: await viewerOnServer(deps, viewer), token }
}

async function findSession(
  { accounts, caches }: Deps<'accounts' | 'caches'>,
  sessionToken: string | undefined,
): Promise<AccountSession | null> {
  if (!sessionToken || sessionToken.length > MAX_TOKEN_LENGTH) return null
  return caches.sessions(sessionToken, () => accounts.findSession(sessionToken))
}

async function findStranger(
  { database, caches }: Deps<'database' | 'caches'>,
  token: string | undefined,
): Promise<ViewerRecord | null> {
  if (!token || !isToken(token)) return null
  return caches.strangers(token, () => database.records.viewers.findByTokenHash(hashToken(token)))
}

/** Moves a stranger's videos and downloads to the account after sign-in. Running cuts continue. */
export async function adoptStranger(
  deps: Deps<'database'>,
  { stranger, accountId }: { stranger: ViewerRecord | null; accountId: string },
): Promise<void> {
  if (stranger?.kind !== 'anonymous') return
  await deps.database.transaction(async (records) => {
    // All callers lock in the same order, so that concurrent sign-ins cannot deadlock.
    for (const id of [stranger.id, accountId].toSorted()) await records.quota.lock(id)
    // The account may have been deleted while this waited for the locks.
    if (!(await records.accounts.find(accountId))) return
    await records.userData.move(stranger.id, accountId)
    await records.viewers.delete(stranger.id)
  })
}
