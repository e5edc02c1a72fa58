import type { Health } from '@kerf/contract/health'
import { checkOf, degraded, failing, ok, say, untested } from '@kerf/domain/health/health-check'
import type { HealthSaying } from '@kerf/domain/health/health-sentences'
import { DAY_MILLISECONDS } from '../../ports/clock.ts'
import type { FetchedYtdlp } from '../ytdlp/fetch-ytdlp.ts'
import type { createYtdlpFinder, FoundYtdlp } from '../ytdlp/find-ytdlp.ts'
import { TemporaryFolderError } from '../ytdlp/hardened-run.ts'
import { isKnownBroken, type YtdlpInspector } from '../ytdlp/ytdlp-facts.ts'
import type { CircuitState } from './circuit-breaker.ts'
import type { LookupFailure } from './ladder.ts'

type ResolverCheck = Health['checks']['resolver']

export interface ResolverHealthOptions {
  finder: ReturnType<typeof createYtdlpFinder>
  inspector: YtdlpInspector
  configuredPath: string | null
  fetched: FetchedYtdlp | null
  /** State of the YouTube source (youtube-source.ts); null if it is switched off. */
  source: SteppedSource | null
  /** The sites that are switched on. */
  sites?: readonly (SteppedSource & { name: string })[]
}

/** State of a source that is queried in steps. */
interface SteppedSource {
  stepStates(): CircuitState[]
  lookupFailure(): LookupFailure | null
}

type YtdlpCheck = Omit<ResolverCheck, 'steps'>

/**
 * State of YouTube and of the sites. YouTube is untested until a step has answered, ok while a step answers, and
 * failing once viewers get no answers. Problems that concern only yt-dlp are reported without changing that state.
 */
export async function checkResolver(options: ResolverHealthOptions, now: Date): Promise<ResolverCheck> {
  const ytdlp = await checkYtdlp(options, now).catch(describeTemporaryFolder)
  const { source, sites = [] } = options
  const states = source?.stepStates() ?? []
  const steps = [...states, ...sites.flatMap((site) => site.stepStates())].map((step) => ({
    ...step,
    lastAnsweredAt: step.lastAnsweredAt === null ? null : new Date(step.lastAnsweredAt).toISOString(),
  }))
  if (!source) return { ...withSites(ytdlp, sites), steps }
  return { ...withSites(checkYoutube(ytdlp, source, states), sites), steps }
}

/** Adds the state of the sites, which need yt-dlp. If yt-dlp is missing, its own check says so. */
function withSites(check: YtdlpCheck, sites: NonNullable<ResolverHealthOptions['sites']>): YtdlpCheck {
  if (sites.length === 0) return check
  const failures = sites.flatMap(({ name, lookupFailure }) => {
    const failure = lookupFailure()
    return failure ? [say('sites_unanswered', name, failure.cause)] : []
  })
  const joinSiteNames = (areAnswering: boolean): string =>
    sites
      .filter((site) => site.lookupFailure() === null && hasAnswered(site) === areAnswering)
      .map(({ name }) => name)
      .join(', ')
  const sentences = [
    ...failures,
    ...(joinSiteNames(true) ? [say('sites_answer', joinSiteNames(true))] : []),
    ...(joinSiteNames(false) ? [say('sites_untested', joinSiteNames(false))] : []),
  ]
  const isDegraded = failures.length > 0 || check.version === null
  const state = isDegraded && check.state !== 'failing' ? 'degraded' : check.state
  return { ...check, ...checkOf(state, ...check.says, ...sentences) }
}

const hasAnswered = ({ stepStates }: SteppedSource): boolean =>
  stepStates().some(({ lastAnsweredAt }) => lastAnsweredAt !== null)

function checkYoutube(ytdlp: YtdlpCheck, source: SteppedSource, states: readonly CircuitState[]): YtdlpCheck {
  const failure = source.lookupFailure()
  const complaints = ytdlp.state === 'ok' && ytdlp.version !== null ? [] : ytdlp.says
  if (failure) {
    const sentence = say(failure.isNetwork ? 'resolver_network' : 'resolver_unanswered', failure.cause)
    return { ...ytdlp, ...failing(sentence, ...complaints) }
  }
  const [answeringStep] = states
    .filter(({ isOpen, lastAnsweredAt }) => !isOpen && lastAnsweredAt !== null)
    .sort((a, b) => b.lastAnsweredAt! - a.lastAnsweredAt!)
  if (!answeringStep) {
    const reassurance = complaints.length > 0 ? [say('resolver_unneeded')] : []
    return { ...ytdlp, ...untested(say('resolver_untested'), ...reassurance, ...ytdlp.says) }
  }
  const isReserve = ytdlp.version !== null && complaints.length === 0 && answeringStep.name.startsWith('innertube')
  const sentences = [
    say('resolver_answers', answeringStep.name),
    ...(isReserve ? [say('resolver_reserve', ytdlp.version!)] : []),
  ]
  return { ...ytdlp, ...ok(...sentences, ...complaints) }
}

/** Checks the yt-dlp in use. Its age alone is no fault. */
async function checkYtdlp(options: ResolverHealthOptions, now: Date): Promise<YtdlpCheck> {
  const { finder, inspector, fetched } = options
  const program = await finder.find()
  if (program === null) {
    const brokenVersion = await finder.passedOver()
    return describeMissing(
      ...(brokenVersion ? [say('resolver_passed_over', brokenVersion)] : []),
      say(adviceForMissingYtdlp(options)),
    )
  }
  const facts = await inspector.inspect(program.path)
  if (facts === null) return describeMissing(say('resolver_broken'))
  const isHeldBack = program.origin === 'fetched' && (await fetched?.isHeldBack())
  return {
    ...(isKnownBroken(facts)
      ? degraded(say('resolver_known_broken', facts.version), say(adviceForBroken(program.origin, fetched)))
      : ok(say('resolver_ok'), ...(isHeldBack ? [say('resolver_held_back')] : []))),
    version: facts.version,
    ageDays: Math.max(0, Math.floor((now.getTime() - facts.releasedAt.getTime()) / DAY_MILLISECONDS)),
    origin: program.origin,
  }
}

function describeTemporaryFolder(error: unknown): YtdlpCheck {
  if (!(error instanceof TemporaryFolderError)) throw error
  return describeMissing(say('resolver_no_folder', error.folder))
}

function adviceForBroken(origin: FoundYtdlp['origin'], fetched: FetchedYtdlp | null) {
  if (origin !== 'fetched') return 'resolver_old_configured'
  return fetched?.lastFailure() ? 'resolver_old_fetched' : 'resolver_fetching'
}

function adviceForMissingYtdlp(options: ResolverHealthOptions) {
  if (options.configuredPath !== null) return 'resolver_misnamed'
  if (options.fetched === null) return 'resolver_missing'
  return options.fetched.lastFailure() === null ? 'resolver_fetching' : 'resolver_unfetched'
}

function describeMissing(...sentences: HealthSaying[]): YtdlpCheck {
  return { ...failing(...sentences), version: null, ageDays: null, origin: null }
}
