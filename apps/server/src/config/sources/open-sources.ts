import { readFile } from 'node:fs/promises'
import { off, say } from '@kerf/domain/health/health-check'
import { isSite, mayAsk, SITE_IDS, type SiteId, siteOf } from '@kerf/domain/links/sites/sites'
import type { SwitchableSource } from '@kerf/domain/site/site-settings'
import type { Logger } from 'pino'
import { checkResolver, type ResolverHealthOptions } from '../../adapters/ladder/resolver-health.ts'
import { createMediaLinkSource } from '../../adapters/media-link/media-link-source.ts'
import { createEgressPool, type EgressPool } from '../../adapters/outbound/egress-pool.ts'
import type { ExchangeLimits } from '../../adapters/outbound/exchange-watch.ts'
import { createGuardedFetcher, type GuardedFetcher } from '../../adapters/outbound/guarded-fetch.ts'
import { startLoopbackProxy } from '../../adapters/outbound/loopback-proxy.ts'
import { createOutboundPolicy, type NameLookup, type OutboundPolicy } from '../../adapters/outbound/outbound-policy.ts'
import { createPeertubeSource } from '../../adapters/peertube/peertube-source.ts'
import { createSampleSource } from '../../adapters/sample/sample-source.ts'
import { createSiteSource } from '../../adapters/sites/site-source.ts'
import { createWebhookSender } from '../../adapters/webhooks/webhook-sender.ts'
import { ytdlpSteps } from '../../adapters/youtube/steps/ytdlp.ts'
import { createYoutubeSource } from '../../adapters/youtube/youtube-source.ts'
import { createFetchedYtdlp } from '../../adapters/ytdlp/fetch-ytdlp.ts'
import { createYtdlpFinder } from '../../adapters/ytdlp/find-ytdlp.ts'
import { createYtdlpInspector } from '../../adapters/ytdlp/ytdlp-facts.ts'
import { createYtdlpRunner } from '../../adapters/ytdlp/ytdlp-runner.ts'
import type { Clock } from '../../ports/clock.ts'
import type { FileStore } from '../../ports/files.ts'
import type { MediaEngine } from '../../ports/media.ts'
import { type MetricsRecorder, NO_METRICS } from '../../ports/metrics.ts'
import type { VideoSources } from '../../ports/sources.ts'
import { withinTime } from '../../use-cases/health/within-time.ts'
import type { Settings } from '../environment/environment.ts'

export interface OpenSourcesDeps {
  settings: Settings
  listSwitchedOn: () => Promise<readonly SwitchableSource[]>
  engine: MediaEngine
  files: FileStore
  clock: Clock
  toolsDirectory: string
  /** Whether yt-dlp is never fetched. It is fetched by default. */
  isReadOnly?: boolean
  outside?: OutboundOptions
  metricsRecorder?: MetricsRecorder
  resources: AsyncDisposableStack
}

/** Name lookup and timeouts of outgoing calls. Tests replace them. */
export interface OutboundOptions {
  lookup?: NameLookup
  exchangeLimits?: Partial<ExchangeLimits>
  resolveMilliseconds?: number
}

/** Opens all video sources. A source that is switched off makes no background calls. */
export async function openSources(deps: OpenSourcesDeps) {
  const { settings, engine, files, clock, outside = {}, metricsRecorder = NO_METRICS, resources } = deps
  const { lookup, exchangeLimits, resolveMilliseconds } = outside
  const { outboundAllow: allow, outboundProxy: upstreamProxy } = settings
  const egresses = createEgressPool({ proxies: settings.outboundProxies, clock })
  const policy = createOutboundPolicy({ allow, upstreamProxy, proxyOf: egresses.proxyOf, ...(lookup && { lookup }) })
  const extraCaPem = settings.extraCaFile ? await readFile(settings.extraCaFile, 'utf8') : undefined
  const fetcher = createGuardedFetcher({
    policy,
    extraCaPem,
    ...(exchangeLimits && { limits: exchangeLimits }),
    onReceived: (bytes) => metricsRecorder.bytesReceived('fetcher', bytes),
  })
  resources.defer(() => fetcher.close())

  const resolver = await openResolver(deps, policy, egresses, fetcher, extraCaPem)
  const onSwitched = (sources: readonly SwitchableSource[]) =>
    usesYtdlp(sources) ? resolver.prepare() : resolver.rest()
  const initialSources = await deps.listSwitchedOn()
  onSwitched(initialSources)
  const lastKnownSources = rememberLast(() => withinTime(deps.listSwitchedOn()), initialSources)
  return {
    /** All sources. Each use of a source checks whether it is switched on. */
    sources: {
      sample: createSampleSource({ sizeIndexOptions: { engine, files, clock } }),
      media: createMediaLinkSource({ fetcher, engine, files, clock, resolveMilliseconds }),
      peertube: createPeertubeSource({ fetcher, engine, files, clock, resolveMilliseconds }),
      youtube: resolver.youtube,
      ...resolver.sites,
    } satisfies VideoSources,
    webhookSender: createWebhookSender({ fetcher, policy, allow }),
    // Health is also reported while the database is unavailable. So the last known setting is used.
    resolverHealth: async () => {
      const sources = await lastKnownSources()
      return usesYtdlp(sources) ? resolver.health(sources) : SWITCHED_OFF_HEALTH
    },
    onSwitched,
  }
}

const SWITCHED_OFF_HEALTH = { ...off(say('resolver_off')), version: null, ageDays: null, origin: null, steps: [] }

const usesYtdlp = (sources: readonly SwitchableSource[]): boolean =>
  sources.some((id) => id === 'youtube' || isSite(id))

/** Opens YouTube and the sites, which share yt-dlp. */
async function openResolver(
  {
    settings,
    engine,
    files,
    clock,
    toolsDirectory,
    isReadOnly = false,
    metricsRecorder = NO_METRICS,
    resources,
  }: OpenSourcesDeps,
  policy: OutboundPolicy,
  egresses: EgressPool,
  fetcher: GuardedFetcher,
  extraCaPem: string | undefined,
) {
  const { ytdlpPath: configuredPath, ytdlpChannel: channel, searchPath } = settings
  const inspector = createYtdlpInspector()
  const proxy = await startLoopbackProxy(policy, {
    extraCaPem,
    onReceived: (bytes) => metricsRecorder.bytesReceived('resolver', bytes),
    allowHostOf: mayAsk,
  })
  resources.defer(() => proxy.close())
  const commonOptions = { inspector, sslCertFile: settings.extraCaFile ?? undefined }
  const fetchedYtdlp = createFetchedYtdlp({
    directory: toolsDirectory,
    fetcher,
    channel,
    isReadOnly,
    async answers(path, signal) {
      const finder = { find: async () => ({ path, origin: 'fetched' as const }) }
      const runner = createYtdlpRunner({
        ...commonOptions,
        finder,
        concurrency: 1,
        timeoutMilliseconds: YTDLP_TEST_TIMEOUT_MILLISECONDS,
      })
      const [step] = ytdlpSteps(runner, proxy.urlFor, false)
      return (await step!.resolve(source.lastResolved() ?? YTDLP_TEST_VIDEO_ID, egresses.pick().id, signal)).ok
    },
  })
  resources.defer(() => fetchedYtdlp.close())
  const finder = createYtdlpFinder({ configuredPath, searchPath, inspector, fetched: fetchedYtdlp })
  const totalMilliseconds = settings.youtubeSeconds * 1000
  const runnerOf = (concurrency: number) =>
    createYtdlpRunner({ ...commonOptions, finder, concurrency, timeoutMilliseconds: totalMilliseconds })
  // Sites have processes of their own, so that a slow one does not keep YouTube waiting.
  const siteRunner = runnerOf(MAX_SITE_PROCESSES)
  const source = createYoutubeSource({
    runner: runnerOf(MAX_YOUTUBE_PROCESSES),
    fetcher,
    egresses,
    metricsRecorder,
    proxyUrlFor: proxy.urlFor,
    withScripts: settings.youtubeScripts,
    onCircuitOpened: (step) => void (step.startsWith('ytdlp') && finder.takeBack().catch(() => false)),
    media: { engine, files, clock },
    timing: { totalMilliseconds },
  })
  const sites = Object.fromEntries(
    SITE_IDS.map((id) => [
      id,
      createSiteSource(id, {
        runner: siteRunner,
        fetcher,
        engine,
        files,
        clock,
        metricsRecorder,
        egresses: createEgressPool({ proxies: settings.outboundProxies, clock }),
        proxyUrlFor: (egressId) => proxy.urlFor(egressId, id),
      }),
    ]),
  ) as Record<SiteId, ReturnType<typeof createSiteSource>>
  /** State of all sources that are switched on and use yt-dlp. */
  const statesOf = (activeSources: readonly SwitchableSource[]): Pick<ResolverHealthOptions, 'source' | 'sites'> => ({
    source: activeSources.includes('youtube') ? source : null,
    sites: activeSources.filter(isSite).map((id) => ({ ...sites[id], name: siteOf(id).name })),
  })
  return {
    youtube: source,
    sites,
    /** Searches for yt-dlp before the first link needs it. If it is missing, the search starts to fetch it. */
    prepare: () => void finder.find().catch(() => undefined),
    rest: () => fetchedYtdlp.rest(),
    health: (activeSources: readonly SwitchableSource[]) =>
      checkResolver(
        { finder, inspector, configuredPath, fetched: fetchedYtdlp, ...statesOf(activeSources) },
        clock.now(),
      ),
  }
}

/**
 * YouTube's first video. It tests a fetched yt-dlp until another video has been resolved. `npm run doctor` uses it too.
 */
export const YTDLP_TEST_VIDEO_ID = 'jNQXAC9IVRw'
const YTDLP_TEST_TIMEOUT_MILLISECONDS = 25_000
/** Processes of yt-dlp at once, for YouTube and for all sites together. */
const MAX_YOUTUBE_PROCESSES = 4
const MAX_SITE_PROCESSES = 2

/** Returns a function that calls `read`. If that fails, it returns the last value read, at first `initial`. */
export function rememberLast<T>(read: () => Promise<T>, initial: T): () => Promise<T> {
  let lastValue = initial
  return async () => {
    try {
      lastValue = await read()
    } catch {
      // Callers that need the current value report the failure.
    }
    return lastValue
  }
}

const CHECK_INTERVAL_MILLISECONDS = 5_000

interface FollowSourcesDeps {
  listSwitchedOn: () => Promise<readonly SwitchableSource[]>
  onSwitched: (sources: readonly SwitchableSource[]) => void
  log: Logger
  everyMilliseconds?: number
}

/** Calls `onSwitched` on changes, to start or stop background work such as updates of yt-dlp. */
export function followSources(deps: FollowSourcesDeps): Disposable {
  const { listSwitchedOn, onSwitched, log, everyMilliseconds = CHECK_INTERVAL_MILLISECONDS } = deps
  let lastNames: string | null = null
  async function check(): Promise<void> {
    const sources = await listSwitchedOn()
    const names = [...sources].sort().join()
    if (lastNames !== null && names !== lastNames) onSwitched(sources)
    lastNames = names
  }
  const checkOrLog = () =>
    check().catch((error: unknown) => log.error({ err: error }, 'what is switched on could not be read'))
  void checkOrLog()
  const timer = setInterval(checkOrLog, everyMilliseconds)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
