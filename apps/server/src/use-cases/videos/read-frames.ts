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
  refusalOf,
  SourceReadError,
  type VideoSource,
} from '../../ports/sources.ts'
import { PREVIEW_RETRY_SECONDS } from '../shared/caches.ts'
import type { Deps, Own } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { withRenewals } from '../shared/renewed-source.ts'
import { findWithSource } from './find-video.ts'
import { isBlocked, subjectOf } from './is-blocked.ts'
import { type LocateDeps, locateVideo } from './locate-video.ts'
import { openOnce } from './open-once.ts'
import { resolveVideo } from './resolve-video.ts'

const MOST_GOP_BYTES = 4_000_000
/** Wide enough for the preview of the page. */
const FRAME_WIDTH = 960
const MOST_OPEN_FILES = 50
const OPEN_TIMEOUT_MILLISECONDS = 30_000

type FrameDeps = LocateDeps & Deps<'engine'>
type Asked<Call extends typeof contract.readGop | typeof contract.readFrame> = Own & {
  asked: QueryOf<Call>
  signal: AbortSignal
}

/** The GOP that shows a time of a viewer's own video. Its bytes count against the address that asks, as those of previews do. */
export async function readGop(
  deps: FrameDeps,
  { asked: { at: atSeconds, quality }, signal, ...own }: Asked<typeof contract.readGop>,
): Promise<Outcome<Gop>> {
  const { previewBytes, gops } = deps.caches
  const owner = rationedOwner()
  if (previewBytes.leftOf(owner) <= 0) return refused('too_many_requests', { retryAfterSeconds: PREVIEW_RETRY_SECONDS })
  const found = await findShown(deps, own, quality)
  if (!found.ok) return found
  const { record, rendition } = found.value
  const name = [record.source, record.reference, rendition.id, rendition.sizeBytes].join(' ')
  const gop = await mediaOutcome(async () => {
    const cached = gops.find(name, atSeconds)
    if (cached) return cached
    const read = await withShown(deps, found.value, signal, (source) =>
      deps.engine.readGop(source, { atSeconds, mostBytes: MOST_GOP_BYTES }, signal),
    )
    gops.keep(name, read)
    return read
  })
  if (gop.ok) previewBytes.spend(owner, gop.value.bytes.byteLength)
  return gop
}

/** One frame of a viewer's own video, for browsers that cannot decode it. */
export async function readFrame(
  deps: FrameDeps,
  { asked: { at: atSeconds, place, quality }, signal, ...own }: Asked<typeof contract.readFrame>,
): Promise<Outcome<DrawnFrame>> {
  const found = await findShown(deps, own, quality)
  if (!found.ok) return found
  return mediaOutcome(() =>
    withShown(deps, found.value, signal, (source) =>
      deps.engine.drawFrame(source, { atSeconds, place, width: FRAME_WIDTH }, signal),
    ),
  )
}

interface Shown {
  record: VideoRecord
  source: VideoSource
  video: ResolvedVideo
  rendition: LocatedRendition
}

async function findShown(deps: FrameDeps, own: Own, quality: QualityId | undefined): Promise<Outcome<Shown>> {
  const found = await findWithSource(deps, own)
  if (!found.ok) return found
  const { video: record, source } = found.value
  const located = await locateVideo(deps, record)
  if (!located.ok) return located
  const rendition = renditionToShow(located.value.renditions, quality)
  return rendition ? done({ record, source, video: located.value, rendition }) : refused('unsupported_media')
}

/** Works on the file of a rendition, which stays open for a while; by other addresses where they have died. */
function withShown<T>(
  deps: FrameDeps,
  { record, source, video, rendition }: Shown,
  signal: AbortSignal,
  work: (file: MediaSource) => Promise<T>,
): Promise<T> {
  const { source: sourceId, reference } = record
  const findAgain = (avoid: readonly string[]) =>
    resolveVideo(deps, { source: sourceId, reference, signal, isStored: true, avoid })
  return withRenewals(video, findAgain, signal, async (current) => {
    const shown = current.renditions.find(({ id }) => id === rendition.id)
    if (!shown) throw new SourceReadError('source_failed', 'The file is no longer there.')
    const opening = { cached: deps.caches.shownFiles, most: MOST_OPEN_FILES, key: `${sourceId} ${shown.address}` }
    // Not ended with this call: the next one wants it, too.
    const open = () => source.openRendition(shown, AbortSignal.timeout(OPEN_TIMEOUT_MILLISECONDS))
    const file = await openOnce(deps, opening, open)
    const servedFrom = file.servedFrom ? [file.servedFrom] : []
    // A link may lead elsewhere than when it was processed.
    if (await isBlocked(deps.database.records, { ...subjectOf(record), servedFrom }))
      throw new SourceReadError('link_blocked', 'It comes from a blocked place.')
    return work(file)
  })
}

/** Codes that a page can do something about; all others mean that there is no frame now. */
const TOLD: readonly ErrorCode[] = ['busy', 'clip_empty', 'link_blocked', 'media_too_large', 'unsupported_media']

async function mediaOutcome<T>(read: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return done(await read())
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    const refusal = refusalOf(error)
    return TOLD.includes(error.code) ? refusal : { ...refusal, code: 'source_failed' }
  }
}
