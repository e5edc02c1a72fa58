import type { Health } from '@kerf/contract/health'
import { degraded, failing, ok, say } from '@kerf/domain/health/health-check'
import type { FetchedYtdlp } from './fetch-ytdlp.ts'
import type { YtdlpFinder } from './find-ytdlp.ts'
import type { YtdlpInspector } from './ytdlp-facts.ts'

type ResolverCheck = Health['checks']['resolver']

export interface ResolverHealthOptions {
  finder: YtdlpFinder
  inspector: YtdlpInspector
  configuredPath: string | null
  fetched: FetchedYtdlp | null
}

const FRESH_DAYS = 30
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

/** Looks at the yt-dlp in use. YouTube breaks old versions weekly, so age is what matters. */
export async function checkResolver(options: ResolverHealthOptions, now: Date): Promise<ResolverCheck> {
  const found = await options.finder.find()
  if (found === null) return missing(adviceForMissing(options))
  const facts = await options.inspector.inspect(found.path)
  if (facts === null) return missing('resolver_broken')
  const ageDays = Math.max(0, Math.floor((now.getTime() - facts.releasedAt.getTime()) / DAY_MILLISECONDS))
  const fresh = ageDays < FRESH_DAYS
  return {
    ...(fresh ? ok(say('resolver_ok')) : degraded(say('resolver_old', ageDays), say(`resolver_old_${found.origin}`))),
    version: facts.version,
    ageDays,
    origin: found.origin,
  }
}

function adviceForMissing(options: ResolverHealthOptions) {
  if (options.configuredPath !== null) return 'resolver_misnamed'
  if (options.fetched === null) return 'resolver_missing'
  return options.fetched.lastFailure() === null ? 'resolver_fetching' : 'resolver_unfetched'
}

type MissingCode = ReturnType<typeof adviceForMissing> | 'resolver_broken'

function missing(code: MissingCode): ResolverCheck {
  return { ...failing(say(code)), version: null, ageDays: null, origin: null }
}
