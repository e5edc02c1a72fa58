import type { Health } from '@kerf/contract/health'
import type { FetchedYtdlp } from './fetch-ytdlp.ts'
import type { YtdlpFinder } from './find-ytdlp.ts'
import type { YtdlpInspector } from './ytdlp-facts.ts'

/** What the health page says about yt-dlp, and where it lies, which is for the log only. */
export interface ResolverHealth {
  check: Health['checks']['resolver']
  path: string | null
}

export interface ResolverHealthOptions {
  finder: YtdlpFinder
  inspector: YtdlpInspector
  /** YTDLP_PATH, for the advice. */
  configuredPath: string | null
  fetched: FetchedYtdlp | null
}

const FRESH_DAYS = 30
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

/** Looks at the yt-dlp in use. YouTube breaks old versions weekly, so age is what matters. */
export async function checkResolver(options: ResolverHealthOptions, now: Date): Promise<ResolverHealth> {
  const found = await options.finder.find()
  if (found === null) return missing(adviceForMissing(options), null)
  const facts = await options.inspector.inspect(found.path)
  if (facts === null) return missing('The yt-dlp that was found does not run. Install it anew.', found.path)
  const ageDays = Math.max(0, Math.floor((now.getTime() - facts.releasedAt.getTime()) / DAY_MILLISECONDS))
  const fresh = ageDays < FRESH_DAYS
  return {
    path: found.path,
    check: {
      state: fresh ? 'ok' : 'degraded',
      message: fresh ? 'yt-dlp is up to date.' : `yt-dlp is ${ageDays} days old. ${ADVICE_FOR_OLD[found.origin]}`,
      version: facts.version,
      ageDays,
      origin: found.origin,
    },
  }
}

const ADVICE_FOR_OLD = {
  configured: 'Update the program that YTDLP_PATH names.',
  path: 'Update it, or remove it from the PATH so that Kerf fetches its own.',
  fetched: 'Kerf could not fetch a newer one; check that this server reaches GitHub.',
} as const

function adviceForMissing(options: ResolverHealthOptions): string {
  if (options.configuredPath !== null)
    return 'YTDLP_PATH does not name a program that can be run. Correct it or unset it.'
  if (options.fetched === null) return 'yt-dlp is missing. Install it, or set YTDLP_PATH.'
  if (options.fetched.lastFailure() === null)
    return 'yt-dlp is being fetched. YouTube links work as soon as it is here.'
  return 'yt-dlp is missing and could not be fetched. Check that this server reaches GitHub, install yt-dlp, or set YTDLP_PATH.'
}

function missing(message: string, path: string | null): ResolverHealth {
  return { path, check: { state: 'failing', message, version: null, ageDays: null, origin: null } }
}
