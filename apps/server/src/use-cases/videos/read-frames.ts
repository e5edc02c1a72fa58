import type { QueryOf } from '@kerf/contract/protocol/endpoint'
import type * as contract from '@kerf/contract/video'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { QualityId } from '@kerf/domain/formats/quality'
import { renditionToShow } from '@kerf/domain/formats/rendition-choice'
import type { VideoRecord } from '../../ports/clips.ts'
import type { DrawnFrame, Gop } from '../../ports/media.ts'
import { rationedOwner } from '../../ports/rationed-by.ts'
import {
  type LocatedRendition,
  MediaError,
  type MediaSource,
  type ResolvedVideo,
  refusalOfMediaError,
  SourceReadError,
  type VideoSource,
} from '../../ports/sources.ts'
import { refusePreview } from '../shared/caches.ts'
import type { Deps, Own } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { withRenewals } from '../shared/renewed-source.ts'
import { findWithSource } from './find-video.ts'
import { isBlocked, subjectOf } from './is-blocked.ts'
import { type LocateDeps, locateVideo } from './locate-video.ts'
import { openShared } from './open-shared.ts'
import { resolutionKey, resolveVideo } from './resolve-video.ts'

const MAX_GOP_BYTES = 4_000_000
/** Width of a decoded frame in pixels, as the page's preview needs it. */
const FRAME_WIDTH = 960
const MAX_OPEN_FILES = 50
const OPEN_TIMEOUT_MILLISECONDS = 30_000

type FrameDeps = LocateDeps & Deps<'engine'>
type FrameRequest<Call extends typeof contract.readGop | typeof contract.readFrame> = Own & {
  query: QueryOf<Call>
  signal: AbortSignal
}

/**
 * Reads the GOP of a viewer's own video that is displayed at `atSeconds`. Its bytes count against the preview allowance
 * of the caller's IP address.
 */
export async function readGop(
  deps: FrameDeps,
  { query: { at: atSeconds, quality }, signal, ...own }: FrameRequest<typeof contract.readGop>,
): Promise<Outcome<Gop>> {
  const { previewBytes, gops } = deps.caches
  const owner = rationedOwner()
  const refusal = refusePreview(deps.caches, owner)
  if (refusal) return refusal
  const lookup = await findRendition(deps, own, quality)
  if (!lookup.ok) return lookup
  const { record, rendition } = lookup.value
  const videoKey = resolutionKey(record.reference, record.details.live?.id)
  const cacheKey = [record.source, videoKey, rendition.id, rendition.sizeBytes].join(' ')
  const gop = await mediaOutcome(async () => {
    const cachedGop = gops.find(cacheKey, atSeconds)
    if (cachedGop) return cachedGop
    const freshGop = await withRendition(deps, lookup.value, signal, (source) =>
      deps.engine.readGop(source, { atSeconds, maxBytes: MAX_GOP_BYTES }, signal),
    )
    gops.keep(cacheKey, freshGop)
    return freshGop
  })
  if (gop.ok) previewBytes.spend(owner, gop.value.bytes.byteLength)
  return gop
}

/** Reads one decoded frame of a viewer's own video, for browsers that cannot decode its codec. */
export async function readFrame(
  deps: FrameDeps,
  { query: { at: atSeconds, place, quality }, signal, ...own }: FrameRequest<typeof contract.readFrame>,
): Promise<Outcome<DrawnFrame>> {
  const lookup = await findRendition(deps, own, quality)
  if (!lookup.ok) return lookup
  return mediaOutcome(() =>
    withRendition(deps, lookup.value, signal, (source) =>
      deps.engine.drawFrame(source, { atSeconds, place, width: FRAME_WIDTH }, signal),
    ),
  )
}

interface FrameRendition {
  record: VideoRecord
  source: VideoSource
  video: ResolvedVideo
  rendition: LocatedRendition
}

async function findRendition(
  deps: FrameDeps,
  ownVideo: Own,
  quality: QualityId | undefined,
): Promise<Outcome<FrameRendition>> {
  const lookup = await findWithSource(deps, ownVideo)
  if (!lookup.ok) return lookup
  const { video: record, source } = lookup.value
  const locatedVideo = await locateVideo(deps, record, subjectOf(record))
  if (!locatedVideo.ok) return locatedVideo
  const rendition = renditionToShow(locatedVideo.value.renditions, quality)
  return rendition ? done({ record, source, video: locatedVideo.value, rendition }) : refused('unsupported_media')
}

/** Runs `work` on the file of a rendition, which stays open for a minute. Renews URLs that have expired. */
function withRendition<T>(
  deps: FrameDeps,
  { record, source, video, rendition }: FrameRendition,
  signal: AbortSignal,
  work: (file: MediaSource) => Promise<T>,
): Promise<T> {
  const { source: sourceId, reference, details } = record
  const window = details.live?.id ?? null
  const findAgain = (avoidedSteps: readonly string[]) =>
    resolveVideo(deps, { source: sourceId, reference, window, signal, isStored: true, avoid: avoidedSteps })
  return withRenewals(video, findAgain, signal, async (current) => {
    const currentRendition = current.renditions.find(({ id }) => id === rendition.id)
    if (!currentRendition) throw new SourceReadError('source_failed', 'The file is no longer there.')
    const key = `${sourceId} ${currentRendition.address}`
    const openOptions = { openSources: deps.caches.frameFiles, maxCount: MAX_OPEN_FILES, key }
    // Independent of the caller's signal, because the next calls share the open file.
    const open = () => source.openRendition(currentRendition, AbortSignal.timeout(OPEN_TIMEOUT_MILLISECONDS))
    const file = await openShared(deps, openOptions, open)
    const servedFrom = file.servedFrom ? [file.servedFrom] : []
    // The link may redirect to another host than when it was processed.
    if (await isBlocked(deps.database.records, { ...subjectOf(record), servedFrom }))
      throw new SourceReadError('link_blocked', 'It comes from a blocked place.')
    return work(file)
  })
}

/** Codes that the page can handle. All others become `source_failed`. */
const PASSED_CODES: readonly ErrorCode[] = [
  'busy',
  'clip_empty',
  'link_blocked',
  'live_gone',
  'media_too_large',
  'unsupported_media',
]

async function mediaOutcome<T>(read: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return done(await read())
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    const refusal = refusalOfMediaError(error)
    return PASSED_CODES.includes(error.code) ? refusal : { ...refusal, code: 'source_failed' }
  }
}
