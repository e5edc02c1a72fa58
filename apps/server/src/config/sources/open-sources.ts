import { readFile } from 'node:fs/promises'
import { off, say } from '@kerf/domain/health/health-check'
import type { SwitchableSource } from '@kerf/domain/site/site-settings'
import type { Logger } from 'pino'
import { createMediaLinkSource } from '../../adapters/media-link/media-link-source.ts'
import { createEgressPool, type EgressPool } from '../../adapters/outbound/egress-pool.ts'
import type { ExchangeLimits } from '../../adapters/outbound/exchange-watch.ts'
import { createGuardedFetcher, type GuardedFetcher } from '../../adapters/outbound/guarded-fetch.ts'
import { startLoopbackProxy } from '../../adapters/outbound/loopback-proxy.ts'
import { createOutboundPolicy, type NameLookup, type OutboundPolicy } from '../../adapters/outbound/outbound-policy.ts'
import { createSampleSource } from '../../adapters/sample/sample-source.ts'
import { createWebhookSender } from '../../adapters/webhooks/webhook-sender.ts'
import { checkResolver } from '../../adapters/youtube/resolver-health.ts'
import { createYtdlpRunner, ytdlpSteps } from '../../adapters/youtube/steps/ytdlp.ts'
import { createYoutubeSource } from '../../adapters/youtube/youtube-source.ts'
import { createFetchedYtdlp } from '../../adapters/youtube/ytdlp/fetch-ytdlp.ts'
import { createYtdlpFinder } from '../../adapters/youtube/ytdlp/find-ytdlp.ts'
import { createYtdlpInspector } from '../../adapters/youtube/ytdlp/ytdlp-facts.ts'
import type { Clock } from '../../ports/clock.ts'
import type { FileStore } from '../../ports/files.ts'
import type { MediaEngine } from '../../ports/media.ts'
import { type MetricsRecorder, NO_METRICS } from '../../ports/metrics.ts'
import type { VideoSources } from '../../ports/sources.ts'
import { withinTime } from '../../use-cases/health/within-time.ts'
import type { Settings } from '../environment/environment.ts'

export interface OpenSourcesDeps {
  settings: Settings
  switchedOn: () => Promise<readonly SwitchableSource[]>
  engine: MediaEngine
  files: FileStore
  clock: Clock
  toolsDirectory: string
  outside?: Outside
  metricsRecorder?: MetricsRecorder
  opened: AsyncDisposableStack
}

/** How strangers' servers are found, and how long they are waited for: the usual unless a test says otherwise. */
export interface Outside {
  lookup?: NameLookup
  exchangeLimits?: Partial<ExchangeLimits>
  resolveMilliseconds?: number
}

/** Opens the places that videos may come from. Nothing goes out for one that is switched off. */
export async function openSources(deps: OpenSourcesDeps) {
  const { settings, engine, files, clock, outside = {}, metricsRecorder = NO_METRICS, opened } = deps
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
  opened.defer(() => fetcher.close())

  const youtube = await openYoutube(deps, policy, egresses, fetcher, extraCaPem)
  const onSwitched = (on: readonly SwitchableSource[]) => (on.includes('youtube') ? youtube.prepare() : youtube.rest())
  const first = await deps.switchedOn()
  onSwitched(first)
  const switchedOnAsKnown = lastKnown(() => withinTime(deps.switchedOn()), first)
  return {
    /** All there are. Whether one is switched on is asked at each use of it, and not here. */
    sources: {
      sample: createSampleSource({ estimating: { engine, files, clock } }),
      media: createMediaLinkSource({ fetcher, engine, files, clock, resolveMilliseconds }),
      youtube: youtube.source,
    } satisfies VideoSources,
    webhookSender: createWebhookSender({ fetcher, policy, allow }),
    // Health is reported also while the database, which has the setting, is away.
    resolverHealth: async () => ((await switchedOnAsKnown()).includes('youtube') ? youtube.health() : SWITCHED_OFF),
    onSwitched,
  }
}

const SWITCHED_OFF = { ...off(say('resolver_off')), version: null, ageDays: null, origin: null, steps: [] }

async function openYoutube(
  { settings, engine, files, clock, toolsDirectory, metricsRecorder = NO_METRICS, opened }: OpenSourcesDeps,
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
  })
  opened.defer(() => proxy.close())
  const asking = { inspector, sslCertFile: settings.extraCaFile ?? undefined }
  const fetched = createFetchedYtdlp({
    directory: toolsDirectory,
    fetcher,
    channel,
    async answers(path, signal) {
      const finder = { find: async () => ({ path, origin: 'fetched' as const }) }
      const runner = createYtdlpRunner({ ...asking, finder, concurrency: 1, timeoutMilliseconds: CANARY_MILLISECONDS })
      const [step] = ytdlpSteps(runner, proxy.urlFor, false)
      return (await step!.resolve(source.lastResolved() ?? PUBLIC_VIDEO, egresses.pick().id, signal)).ok
    },
  })
  opened.defer(() => fetched.close())
  const finder = createYtdlpFinder({ configuredPath, searchPath, inspector, fetched })
  const source = createYoutubeSource({
    ...asking,
    finder,
    fetcher,
    egresses,
    metricsRecorder,
    proxyUrlFor: proxy.urlFor,
    withScripts: settings.youtubeScripts,
    onCircuitOpened: (step) => void (step.startsWith('ytdlp') && finder.takeBack().catch(() => false)),
    media: { engine, files, clock },
    timing: { totalMilliseconds: settings.youtubeSeconds * 1000 },
  })
  return {
    source,
    /** Looking for yt-dlp starts fetching it where there is none, so that it is there when the first link comes. */
    prepare: () => void finder.find().catch(() => undefined),
    rest: () => fetched.rest(),
    health: () => checkResolver({ finder, inspector, configuredPath, fetched, source }, clock.now()),
  }
}

/** The first video of YouTube: asked for until people have asked for others. */
const PUBLIC_VIDEO = 'jNQXAC9IVRw'
const CANARY_MILLISECONDS = 25_000

/** What is answered now; what was answered last, `first` to begin with, when nothing is. */
export function lastKnown<T>(ask: () => Promise<T>, first: T): () => Promise<T> {
  let known = first
  return async () => {
    try {
      known = await ask()
    } catch {
      // Whoever asks for it for its own sake hears of the trouble.
    }
    return known
  }
}

const LOOK_EVERY_MILLISECONDS = 5_000

interface FollowSourcesDeps {
  switchedOn: () => Promise<readonly SwitchableSource[]>
  onSwitched: (on: readonly SwitchableSource[]) => void
  log: Logger
  everyMilliseconds?: number
}

/** For background work, such as updates of yt-dlp; each use of a source checks the setting itself. */
export function followSources(deps: FollowSourcesDeps): Disposable {
  const { switchedOn, onSwitched, log, everyMilliseconds = LOOK_EVERY_MILLISECONDS } = deps
  let known: string | null = null
  async function look(): Promise<void> {
    const on = await switchedOn()
    const current = [...on].sort().join()
    if (known !== null && current !== known) onSwitched(on)
    known = current
  }
  const lookOrLog = () =>
    look().catch((error: unknown) => log.error({ err: error }, 'what is switched on could not be read'))
  void lookOrLog()
  const timer = setInterval(lookOrLog, everyMilliseconds)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
