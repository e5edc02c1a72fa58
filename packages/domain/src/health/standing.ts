import { type Check, checkOf, degraded, failing, ok, say, untested } from './health-check.ts'
import type { HealthCode } from './health-sentences.ts'

/** Parts of an installation that "Where it stands" reports, in their order. */
export const STANDING_PARTS = [
  'database',
  'queue',
  'workers',
  'storage',
  'source',
  'engine',
  'disk',
  'mail',
  'address',
  'updates',
] as const
export type StandingPart = (typeof STANDING_PARTS)[number]
export type StandingChecks = Partial<Record<StandingPart, Check>>

/** Parts that have a line only while they fail or are untested, with the part that reports the same cause. */
const SILENT_PARTS: Partial<Record<StandingPart, StandingPart | null>> = {
  database: null,
  queue: null,
  workers: 'queue',
  storage: 'disk',
}
/** Parts with a line of their own, without which nobody can cut. */
const NEEDED_PARTS: readonly StandingPart[] = ['source', 'engine', 'disk', 'address']

export interface Standing {
  /** Whether people can cut now. */
  cutting: Check
  lines: { part: StandingPart; check: Check }[]
}

/** Says whether people can cut, and how each part is, for the admin panel and for `npm run doctor`. */
export function standingOf(checks: StandingChecks): Standing {
  const isIn = (state: Check['state'], part: StandingPart): boolean => checks[part]?.state === state
  const hasLine = (part: StandingPart): boolean => {
    const reporter = SILENT_PARTS[part]
    if (reporter === undefined || isIn('untested', part)) return true
    return isIn('failing', part) && !(reporter && isIn('failing', reporter))
  }
  const lines = STANDING_PARTS.flatMap((part) => {
    const check = checks[part]
    return check && hasLine(part) ? [{ part, check: firstSentenceOf(check) }] : []
  })
  return { cutting: checkCutting(isIn), lines }
}

function checkCutting(isIn: (state: Check['state'], part: StandingPart) => boolean): Check {
  const silentParts = Object.keys(SILENT_PARTS) as StandingPart[]
  if ([...silentParts, ...NEEDED_PARTS].some((part) => isIn('failing', part))) return failing(say('cutting_stopped'))
  if (isIn('untested', 'workers') || isIn('untested', 'source')) return untested(say('cutting_untested'))
  if (NEEDED_PARTS.some((part) => isIn('degraded', part))) return degraded(say('cutting_limited'))
  return ok(say('cutting_ok'))
}

/** Cuts the check of a part without a problem down to its first sentence. */
function firstSentenceOf(check: Check): Check {
  const [first, ...furtherSentences] = check.says
  const isGood = check.state === 'ok' || check.state === 'untested'
  return isGood && first && furtherSentences.length > 0 ? checkOf(check.state, first) : check
}

/** Sources that are read without a resolver, so no resolver's health concerns them. */
const WITHOUT_RESOLVER = ['media', 'peertube']

/** State of all sources: of YouTube and sites (`resolver`), and of links to media files and PeerTube. */
export function checkSources(resolver: Check, sources: readonly string[]): Check {
  const hasMedia = sources.includes('media')
  if (sources.length === 0) return failing(say('sources_none'))
  if (sources.every((source) => WITHOUT_RESOLVER.includes(source))) return ok(say('sources_media'))
  const { state, says } = resolver
  return state === 'failing' && hasMedia ? degraded(...says, say('sources_media_still')) : checkOf(state, ...says)
}

/** Results of a test of the connection from the browser to the server. */
export interface AddressFindings {
  /** Address of the page. */
  origin: string
  areChangesTaken: boolean
  hasCookie: boolean
  hasRange: boolean
  isHeldBack: boolean
  /** Whether the server knows the addresses of visitors. */
  seesVisitors: boolean
}

/** @param publicUrl PUBLIC_URL; null if it is not set */
export function checkAddress(findings: AddressFindings, publicUrl: string | null): Check {
  const { origin, areChangesTaken } = findings
  // People who come by PUBLIC_URL can cut. Without it, nobody who comes by this address can.
  if (!areChangesTaken)
    return publicUrl === null
      ? failing(say('address_unnamed', origin))
      : degraded(say('address_other', origin, publicUrl))
  if (!findings.hasCookie) return failing(say('address_no_cookie'))
  const complaints: HealthCode[] = []
  if (!findings.hasRange) complaints.push('address_no_range')
  if (findings.isHeldBack) complaints.push('address_held_back')
  if (!findings.seesVisitors) complaints.push('address_no_visitors')
  if (complaints.length === 0) return ok(say('address_ok', origin))
  return degraded(...complaints.map((code) => ({ code, values: [] })))
}
