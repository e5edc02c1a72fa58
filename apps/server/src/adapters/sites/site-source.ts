import { type SiteId, siteOf } from '@kerf/domain/links/sites/sites'
import { type MetricsRecorder, NO_METRICS } from '../../ports/metrics.ts'
import type { FetchedImage, Refusal, Resolution, VideoSource } from '../../ports/sources.ts'
import { createLadder, type LadderOptions } from '../ladder/ladder.ts'
import type { EgressPool } from '../outbound/egress-pool.ts'
import { fetchRasterImage } from '../outbound/fetch-image.ts'
import { parsePreviewAddress } from '../remote-media/preview-address.ts'
import { createRemoteMedia, type RemoteMediaOptions } from '../remote-media/remote-media.ts'
import { createSharedWork } from '../shared-work.ts'
import type { YtdlpRunner } from '../ytdlp/ytdlp-runner.ts'
import { createSiteStep } from './site-step.ts'

export interface SiteSourceOptions extends Omit<RemoteMediaOptions, 'servingAddress'> {
  runner: YtdlpRunner
  /** Returns the URL of the loopback proxy for an outgoing IP address. */
  proxyUrlFor: (egressId: string) => string
  /** Outgoing addresses. Each site has its own pool, so that they rest only for the site that blocks them. */
  egresses: EgressPool
  metricsRecorder?: Pick<MetricsRecorder, 'resolverAsked'>
  onCircuitOpened?: LadderOptions['onCircuitOpened']
  /** Time limit of a resolution, in milliseconds. */
  totalMilliseconds?: number | undefined
}

/** Time in which yt-dlp starts and answers, and the media that it names are opened. */
const RESOLVE_TIMEOUT_MILLISECONDS = 40_000
const BUSY_RETRY_SECONDS = 10

/** A site by name as a source. References are the URLs of its pages, which the domain has built. */
export function createSiteSource(id: SiteId, options: SiteSourceOptions) {
  const site = siteOf(id)
  const { egresses, metricsRecorder = NO_METRICS, totalMilliseconds = RESOLVE_TIMEOUT_MILLISECONDS } = options
  const media = createRemoteMedia({ ...options, servingAddress: site.servingAddress })
  const ladder = createLadder({
    sourceName: site.name,
    steps: [createSiteStep(id, { ...options, media, timeoutMilliseconds: totalMilliseconds })],
    egresses,
    metricsRecorder,
    onCircuitOpened: options.onCircuitOpened,
    totalMilliseconds,
  })
  const lookups = createSharedWork((reference, signal) => ladder.resolve(reference, [], signal))

  return {
    async resolve(reference: string, signal: AbortSignal): Promise<Resolution> {
      const answer = await lookups.join(reference, signal)
      return answer.ok ? { ok: true, video: answer.video } : withSiteName(site.name, answer)
    },

    openRendition: media.openRendition,
    storeSegments: media.storeSegments,

    canRead: ({ resolvedBy }) => !resolvedBy || egresses.find(resolvedBy.egress) !== null,

    /** The site's own image, or a preview that this server makes. */
    fetchImage: (address: string, signal: AbortSignal): Promise<FetchedImage> =>
      parsePreviewAddress(address)
        ? media.fetchPreview(address, signal)
        : fetchRasterImage(options.fetcher, address, { signal }),

    readWaveform: media.readWaveform,
    readCaptions: media.readCaptions,
    openCaptions: media.openCaptions,
    readSizeIndex: media.readSizeIndex,
    /** State of the step, for the operator. */
    stepStates: ladder.states,
    lookupFailure: ladder.lookupFailure,
  } satisfies VideoSource & Record<string, unknown>
}

/** Reasons for codes whose sentences speak of YouTube. */
const REASONS = {
  video_blocked: 'site_refuses',
  source_bot_check: 'site_refuses',
  source_rate_limited: 'site_limits',
  resolver_missing: 'site_unopened',
} as const

/** The refusal with the site's name. */
function withSiteName(siteName: string, refusal: Refusal): Refusal {
  const timedRefusal = refusal.code === 'busy' ? { ...refusal, retryAfterSeconds: BUSY_RETRY_SECONDS } : refusal
  const reason = Object.hasOwn(REASONS, refusal.code) ? REASONS[refusal.code as keyof typeof REASONS] : undefined
  if (!reason || refusal.trouble?.reason) return timedRefusal
  return { ...timedRefusal, trouble: { ...refusal.trouble, reason, about: siteName } }
}
