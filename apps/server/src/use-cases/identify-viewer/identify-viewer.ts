import { createHash, randomBytes } from 'node:crypto'
import type { Clock, Database, ViewerRecord } from '../../ports.ts'

/** Knows a viewer by the token in their cookie. The database keeps only its hash, so a leaked table opens nothing. */
export function identifyViewer(deps: { database: Database; clock: Clock }) {
  const { viewers } = deps.database.records
  return {
    /** The viewer of this token, or null for a stranger. */
    async find(token: string | undefined): Promise<ViewerRecord | null> {
      if (!token || !/^[A-Za-z0-9_-]{43}$/.test(token)) return null
      return viewers.findByTokenHash(hashToken(token))
    },
    /** A new anonymous viewer and the token to hand out, once. */
    async welcome(): Promise<{ viewer: ViewerRecord; token: string }> {
      const token = randomBytes(32).toString('base64url')
      return { viewer: await viewers.create(hashToken(token), deps.clock.now()), token }
    },
  }
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
