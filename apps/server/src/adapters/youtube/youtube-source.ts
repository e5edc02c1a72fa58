import type { Transcript } from '@kerf/domain/captions/transcript'
import { isYoutubeVideoId } from '@kerf/domain/links/youtube-link'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { MediaEngine } from '../../ports/media.ts'
import { type MetricsRecorder, NO_METRICS } from '../../ports/metrics.ts'
import {
  type ByteSource,
  type FetchedImage,
  type LocatedCaptions,
  type LocatedRendition,
  type MediaSource,
  PLAYLIST_CONTAINER,
  type ReadableRendition,
  type Resolution,
  type ResolvedVideo,
  SourceReadError,
  type VideoSource,
} from '../../ports/sources.ts'
import { createLadder, LADDER_TIMEOUT_MILLISECONDS, type LadderAnswer, type LadderOptions } from '../ladder/ladder.ts'
import type { EgressPool } from '../outbound/egress-pool.ts'
import { fetchRasterImage } from '../outbound/fetch-image.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { openRangeSource } from '../outbound/range-source.ts'
import { isYoutubeImageHost, isYoutubeServiceHost } from '../outbound/youtube-hosts.ts'
import { createLiveWindows } from '../playlists/live-windows.ts'
import { storeInTurn } from '../playlists/store-in-turn.ts'
import {
  createSizeIndexCache,
  createTranscriptCache,
  createWaveformCache,
  type SizeIndexCacheOptions,
  type TranscriptRequest,
} from '../previews/source-previews.ts'
import type { StepName } from '../resolver-step.ts'
import { createSharedWork } from '../shared-work.ts'
import type { YtdlpRunner } from '../ytdlp/ytdlp-runner.ts'
import { createDeadUrls } from './dead-urls.ts'
import { youtubePlaylists } from './steps/hls.ts'
import { createInnertubeStep } from './steps/innertube.ts'
import { createInnertubeVisitors } from './steps/innertube-session.ts'
import { ytdlpSteps } from './steps/ytdlp.ts'
import { createUrlWaits } from './url-waits.ts'
import { createYoutubeCaptions, videoOfCaptions } from './youtube-captions.ts'
import { createClipFinder } from './youtube-clips.ts'
import { createHeatReader } from './youtube-heat.ts'
import { createPlaylistReader } from './youtube-playlists.ts'

export interface YoutubeSourceOptions {
  runner: YtdlpRunner
  /** Returns the URL of the loopback proxy for an outgoing IP address. */
  proxyUrlFor: (egressId: string) => string
  fetcher: GuardedFetcher
  egresses: EgressPool
  /** Whether Node runs the player's scripts for yt-dlp. */
  withScripts: boolean
  metricsRecorder?: Pick<MetricsRecorder, 'resolverAsked'>
  onCircuitOpened?: LadderOptions['onCircuitOpened']
  /**
   * Inspects media. Without it there are no playlists, transcripts and waveforms, and estimates use average bitrates.
   */
  media?: Omit<SizeIndexCacheOptions, 'open'> & { engine: Pick<MediaEngine, 'inspect'> }
  timing?: Pick<LadderOptions, 'hedgeMilliseconds' | 'totalMilliseconds'>
}

const BUSY_RETRY_SECONDS = 10

/** YouTube as a source: a ladder of steps resolves videos, the guarded fetcher reads them. References are video ids. */
export function createYoutubeSource(options: YoutubeSourceOptions) {
  const { fetcher, egresses, metricsRecorder = NO_METRICS } = options
  const { totalMilliseconds = LADDER_TIMEOUT_MILLISECONDS } = options.timing ?? {}
  const visitors = createInnertubeVisitors(fetcher)
  const windows = options.media ? createLiveWindows(options.media) : null
  const playlistsBy = (egressId: string) => youtubePlaylists(fetcher, windows, egressId)
  const ladder = createLadder({
    sourceName: 'YouTube',
    playlistsBy,
    egresses,
    metricsRecorder,
    engine: options.media?.engine,
    ...options.timing,
    onCircuitOpened: options.onCircuitOpened,
    steps: [createInnertubeStep(visitors), ...ytdlpSteps(options.runner, options.proxyUrlFor, options.withScripts)],
  })
  const urlWaits = createUrlWaits()
  const deadUrls = createDeadUrls(options.fetcher)
  const ownIps = new Set<string>()

  const climbs = createSharedWork<LadderAnswer>((key, signal) => {
    const [videoId = '', ...avoidedSteps] = key.split(' ') as [string, ...StepName[]]
    return ladder.resolve(videoId, [...avoidedSteps, ...deadUrls.deadSteps(videoId)], signal)
  })

  async function climb(videoId: string, avoidedSteps: readonly string[], signal: AbortSignal): Promise<Resolution> {
    const answer = await climbs.join([videoId, ...avoidedSteps].join(' '), signal)
    if (!answer.ok) return answer.code === 'busy' ? { ...answer, retryAfterSeconds: BUSY_RETRY_SECONDS } : answer
    const { ip } = answer.video.resolvedBy!
    if (ip) ownIps.add(ip)
    urlWaits.remember(answer.availableAt)
    const waveform = answer.step === 'hls' ? null : (audio?.locate(videoId, answer.video) ?? null)
    return { ok: true, video: { ...answer.video, waveform }, checked: () => check(videoId, answer, avoidedSteps) }
  }

  /**
   * Resolves with the video from another step if these addresses serve only the beginning of their files; else with
   * null.
   */
  async function check(
    videoId: string,
    { video, step, egress }: LadderAnswer & { ok: true },
    avoidedSteps: readonly string[],
  ): Promise<Resolution | null> {
    const signal = AbortSignal.timeout(totalMilliseconds)
    if (!(await deadUrls.isDeadBeyondStart(videoId, step, video, signal))) return null
    ladder.noteFailure(step, egress, videoId, 'YouTube serves no more than the beginning of its files.')
    const replacement = await climb(videoId, [...avoidedSteps, step], signal)
    if (!replacement.ok) return replacement
    const laterReplacement = await replacement.checked?.()
    return laterReplacement ?? replacement
  }

  async function open(rendition: ReadableRendition, signal: AbortSignal): Promise<ByteSource> {
    const { address, headers, egress = '' } = rendition
    requireHttps(address)
    await urlWaits.untilAvailable(address, signal)
    return openRangeSource(fetcher, address, headers, signal, { allowHost: isYoutubeServiceHost, egress })
  }

  const media = options.media && { ...options.media, open }
  const audio = media && createWaveformCache(media)

  const transcripts =
    media && createTranscriptCache({ ...media, read: createYoutubeCaptions({ fetcher, resolve: climb }) })

  return {
    async resolve(reference: string, signal: AbortSignal, avoidedSteps: readonly string[] = []): Promise<Resolution> {
      if (!isYoutubeVideoId(reference)) return { ok: false, code: 'invalid_link' }
      return climb(reference, avoidedSteps, signal)
    },

    findClip: createClipFinder({ visitors, fetcher, egresses }),
    listVideos: createPlaylistReader({ visitors, egresses }),
    heat: createHeatReader({ visitors, egresses }),

    async openRendition(
      rendition: LocatedRendition,
      signal: AbortSignal,
      ranges: readonly TimeRange[] = [],
    ): Promise<MediaSource> {
      if (rendition.container !== PLAYLIST_CONTAINER) return open(rendition, signal)
      requireHttps(rendition.address)
      return playlistsBy(rendition.egress ?? '').openMedia(rendition.address, signal, { ranges })
    },

    storeSegments: ({ address, egress = '' }, ranges, options): Promise<void> =>
      storeInTurn(playlistsBy(egress), address, ranges, options),

    /** Media URLs are bound to the requesting IP address, so those that another machine received do not work here. */
    canRead({ resolvedBy }: ResolvedVideo): boolean {
      if (!resolvedBy || !egresses.find(resolvedBy.egress)) return false
      return resolvedBy.ip === null || resolvedBy.egress !== '' || ownIps.has(resolvedBy.ip)
    },

    async fetchImage(address: string, signal: AbortSignal): Promise<FetchedImage> {
      requireHttps(address)
      return fetchRasterImage(fetcher, address, { signal, allowHost: isYoutubeImageHost })
    },

    ...(audio && { readWaveform: audio.read }),
    ...(transcripts && {
      readCaptions: (video: ResolvedVideo, captions: LocatedCaptions, signal: AbortSignal): Promise<Transcript> =>
        transcripts.read(orderOf(video, captions), signal),
      openCaptions: (video: ResolvedVideo, captions: LocatedCaptions, signal: AbortSignal) =>
        transcripts.open(orderOf(video, captions), signal),
    }),
    ...(media && createSizeIndexCache(media)),
    /** State of each step, for the operator. */
    stepStates: ladder.states,
    /** Id of the last resolved video, which surely exists; null before the first. */
    lastResolved: ladder.lastResolved,
    lookupFailure: ladder.lookupFailure,
  } satisfies VideoSource & Record<string, unknown>
}

function orderOf({ resolvedBy }: ResolvedVideo, captions: LocatedCaptions): TranscriptRequest {
  const name = `youtube ${videoOfCaptions(captions.address) ?? captions.address} ${captions.id}`
  return { name, captions, step: resolvedBy?.step }
}

function requireHttps(address: string): void {
  if (!address.startsWith('https://')) throw new SourceReadError('source_failed', 'Not an address of this source.')
}
