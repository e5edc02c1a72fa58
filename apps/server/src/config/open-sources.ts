import { readFile } from 'node:fs/promises'
import type { Health } from '@kerf/contract/health'
import { createMediaLinkSource } from '../adapters/media-link/media-link-source.ts'
import { createGuardedFetcher, type GuardedFetcher } from '../adapters/outbound/guarded-fetch.ts'
import { startLoopbackProxy } from '../adapters/outbound/loopback-proxy.ts'
import { createOutboundPolicy, type OutboundPolicy } from '../adapters/outbound/outbound-policy.ts'
import { createSampleSource } from '../adapters/sample/sample-source.ts'
import { createFetchedYtdlp } from '../adapters/youtube/fetch-ytdlp.ts'
import { createYtdlpFinder } from '../adapters/youtube/find-ytdlp.ts'
import { checkResolver } from '../adapters/youtube/resolver-health.ts'
import { createYoutubeSource } from '../adapters/youtube/youtube-source.ts'
import { createYtdlpInspector } from '../adapters/youtube/ytdlp-facts.ts'
import type { Clock, FileStore, MediaEngine, VideoSource, VideoSources } from '../ports.ts'
import type { Settings } from './environment.ts'

type ResolverHealth = () => Promise<Health['checks']['resolver']>

export interface OpenSourcesDeps {
  settings: Settings
  engine: MediaEngine
  files: FileStore
  clock: Clock
  /** Where the app keeps programs that it fetched itself. */
  toolsDirectory: string
  /** Everything opened here is closed with it. */
  opened: AsyncDisposableStack
}

export interface OpenedSources {
  sources: VideoSources
  resolverHealth: ResolverHealth
}

/** Opens the places that videos may come from: the sample always, the others as the operator says. */
export async function openSources(deps: OpenSourcesDeps): Promise<OpenedSources> {
  const { settings, engine, files, clock, opened } = deps
  const policy = createOutboundPolicy({ allow: settings.outboundAllow, upstreamProxy: settings.outboundProxy })
  const extraCaPem = settings.extraCaFile ? await readFile(settings.extraCaFile, 'utf8') : undefined
  const fetcher = createGuardedFetcher({ policy, extraCaPem })
  opened.defer(() => fetcher.close())

  const sample = createSampleSource()
  const media = settings.sources.includes('media')
    ? createMediaLinkSource({ fetcher, engine, files, clock })
    : undefined
  const youtube = settings.sources.includes('youtube') ? await openYoutube(deps, policy, fetcher) : undefined
  return {
    sources: { sample, ...(media ? { media } : {}), ...(youtube ? { youtube: youtube.source } : {}) },
    resolverHealth: youtube?.health ?? (async () => NOT_WANTED),
  }
}

const NOT_WANTED = {
  state: 'off',
  message: 'YouTube links are not among the SOURCES.',
  version: null,
  ageDays: null,
  origin: null,
} as const

async function openYoutube(
  { settings, clock, toolsDirectory, opened }: OpenSourcesDeps,
  policy: OutboundPolicy,
  fetcher: GuardedFetcher,
): Promise<{ source: VideoSource; health: ResolverHealth }> {
  const fetched = createFetchedYtdlp({ directory: toolsDirectory, fetcher })
  opened.defer(() => fetched.close())
  const { ytdlpPath: configuredPath, searchPath } = settings
  const finder = createYtdlpFinder({ configuredPath, searchPath, fetched })
  const inspector = createYtdlpInspector()
  const proxy = await startLoopbackProxy(policy)
  opened.defer(() => proxy.close())
  // Looking for it starts fetching it where there is none, so that it is there when the first link comes.
  void finder.find()
  return {
    source: createYoutubeSource({
      finder,
      inspector,
      fetcher,
      proxyUrl: proxy.url,
      sslCertFile: settings.extraCaFile ?? undefined,
    }),
    health: async () => (await checkResolver({ finder, inspector, configuredPath, fetched }, clock.now())).check,
  }
}
