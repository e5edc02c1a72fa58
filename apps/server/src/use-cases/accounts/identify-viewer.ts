import { createHash, randomBytes } from 'node:crypto'
import type { Accounts, FoundSession } from '../../ports/accounts.ts'
import type { ViewerRecord } from '../../ports/clips.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../../ports/database.ts'
import { cacheAnswers } from '../cached-answers.ts'
import { viewerOf } from './describe-account.ts'

/** 256 random bits, base64url. */
const VIEWER_TOKEN = /^[A-Za-z0-9_-]{43}$/
const MAX_TICKET_LENGTH = 256
/** What ends by the clock alone, a session unused for weeks, is seen so much later at most, and so is that it is used. */
const SESSION_CACHED_MILLISECONDS = 60_000

export interface Identity {
  session: FoundSession | null
  /** Who asks; null for a stranger who has started nothing yet. */
  viewer: ViewerRecord | null
  /** The stranger whom this browser's own cookie tells, also beside a session. */
  visitor: ViewerRecord | null
}

/** Knows who asks by what their browser keeps. The database keeps only hashes and unsigned tokens, so a leaked table opens nothing. */
export function identifyViewer(deps: { database: Database; accounts: Accounts; clock: Clock }) {
  const { records, rowChanges } = deps.database
  const { viewers } = records
  const cachedSession = cacheAnswers<FoundSession>(
    rowChanges,
    ({ id, account }) => [id, account.id],
    SESSION_CACHED_MILLISECONDS,
  )
  const cachedVisitor = cacheAnswers<ViewerRecord>(rowChanges, ({ id }) => [id])
  return {
    async identify(kept: { ticket: string | undefined; viewerToken: string | undefined }): Promise<Identity> {
      const session = await findSession(kept.ticket)
      const visitor = await findVisitor(kept.viewerToken)
      return { session, viewer: session ? viewerOf(session.account, deps.clock.now()) : visitor, visitor }
    },

    /** A new stranger and the token to hand out, once. */
    async welcome(): Promise<{ viewer: ViewerRecord; token: string }> {
      const token = randomBytes(32).toString('base64url')
      return { viewer: await viewers.create(hashToken(token), deps.clock.now()), token }
    },
  }

  async function findSession(ticket: string | undefined): Promise<FoundSession | null> {
    if (!ticket || ticket.length > MAX_TICKET_LENGTH) return null
    return cachedSession(ticket, () => deps.accounts.findSession(ticket))
  }

  async function findVisitor(token: string | undefined): Promise<ViewerRecord | null> {
    if (!token || !VIEWER_TOKEN.test(token)) return null
    return cachedVisitor(token, () => viewers.findByTokenHash(hashToken(token)))
  }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
