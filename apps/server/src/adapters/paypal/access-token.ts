import type { Clock } from '../../ports/clock.ts'
import { createSharedWork } from '../shared-work.ts'

/** A token is given up this long before its end, so that none ends on its way. */
const MARGIN_SECONDS = 60

export interface FetchedToken {
  token: string
  /** From when it was asked for. */
  lastsSeconds: number
}

export interface AccessToken {
  /** One that still lasts; however many ask, one is fetched. Throws what fetching throws, or the signal's reason. */
  get(signal: AbortSignal): Promise<string>
  /** It was refused: it is not given out again. */
  forget(token: string): void
}

export function createAccessToken(
  fetchToken: (signal: AbortSignal) => Promise<FetchedToken>,
  clock: Clock,
): AccessToken {
  let cached: { token: string; until: number } | null = null
  const fetching = createSharedWork(async (_key, signal) => {
    const askedAt = clock.now().getTime()
    const { token, lastsSeconds } = await fetchToken(signal)
    const margin = Math.min(MARGIN_SECONDS, lastsSeconds / 2)
    cached = { token, until: askedAt + (lastsSeconds - margin) * 1_000 }
    return token
  })
  return {
    get: async (signal) =>
      cached && clock.now().getTime() < cached.until ? cached.token : fetching.join('token', signal),
    forget: (token) => {
      if (cached?.token === token) cached = null
    },
  }
}
