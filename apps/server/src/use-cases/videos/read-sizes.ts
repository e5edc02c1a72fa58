import type { Sizes, Waveform } from '@kerf/contract/video'
import type { WishedForm } from '@kerf/domain/formats/format-choice'
import { QUALITIES, QUALITY_IDS } from '@kerf/domain/formats/quality'
import { linesOf } from '@kerf/domain/formats/rendition-choice'
import { decideTrim } from '@kerf/domain/ranges/time-range'
import { bytesAt, clipBitrate, estimateBytes, formSize } from '@kerf/domain/sizes/size-estimate'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Clock } from '../../ports/clock.ts'
import {
  asFile,
  type ByteSource,
  type FetchedImage,
  type LocatedRendition,
  type ResolvedVideo,
  SourceReadError,
  type VideoSource,
  type Weights,
} from '../../ports/sources.ts'
import { type SourceDeps, sourcesInForce } from '../admin/effective-sources.ts'
import { artworkOf } from '../downloads/clip-spec.ts'
import { isBlocked, subjectOf } from '../moderation/is-blocked.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import { type AskedSound, askedPieces, joinedPieces } from './read-waveform.ts'

export interface PlayableBytes {
  bytes: ByteSource
  mediaType: string
}

const MEDIA_TYPES: Record<string, string> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/mp4',
  webm: 'video/webm',
  mkv: 'video/webm',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
}

/** A player asks for many small parts; opening the source anew for each would cost it a request every time. */
const KEEP_OPEN_MILLISECONDS = 60_000
const MOST_KEPT_OPEN = 50
const MOST_ARTWORKS_KNOWN = 10_000
const OPEN_TIMEOUT_MILLISECONDS = 30_000

/** The pictures and the playable form of a viewer's own video, fetched here so that the source never meets the visitor. */
export function showVideo(deps: SourceDeps & { clock: Clock }) {
  const inForce = sourcesInForce(deps)
  const artworks = new Map<string, number>()
  const opened = new Map<string, { bytes: Promise<ByteSource>; until: number }>()

  /** Kept open for a while, by video; one that cannot be opened is forgotten at once. */
  function openOnce(videoId: string, open: () => Promise<ByteSource>): Promise<ByteSource> {
    const now = deps.clock.now().getTime()
    for (const [id, kept] of opened) if (kept.until <= now || opened.size > MOST_KEPT_OPEN) opened.delete(id)
    const kept = opened.get(videoId)
    if (kept) return kept.bytes
    const bytes = open()
    opened.set(videoId, { bytes, until: now + KEEP_OPEN_MILLISECONDS })
    bytes.catch(() => opened.delete(videoId))
    return bytes
  }

  async function find(
    videoId: string,
    viewer: ViewerRecord | null,
  ): Promise<Outcome<{ video: VideoRecord; source: VideoSource }>> {
    const { records } = deps.database
    const video = viewer && (await records.videos.find(videoId, viewer.id))
    const source = video && (await inForce())[video.source]
    if (!video || !source) return refused('not_found')
    return (await isBlocked(records, subjectOf(video))) ? refused('link_blocked') : done({ video, source })
  }

  /** Of the picture that an MP3 will have beside it, which the page shows anyway: only how large it is, is remembered. */
  async function artworkBytes(
    { video: { id, details }, source }: { video: VideoRecord; source: VideoSource },
    signal: AbortSignal,
  ): Promise<number> {
    const known = artworks.get(id)
    if (known !== undefined) return known
    const bytes = (await artworkOf(details, source, signal))?.bytes.length ?? 0
    if (artworks.size >= MOST_ARTWORKS_KNOWN) artworks.clear()
    artworks.set(id, bytes)
    return bytes
  }

  async function sizesOf(
    found: { video: VideoRecord; source: VideoSource },
    signal: AbortSignal,
  ): Promise<Sizes | null> {
    const { details } = found.video
    const read = found.source.readWeights
    const index = read && (await tellReadErrors(() => read(details, signal)))
    return index?.ok ? sizesBy(index.value, details, await artworkBytes(found, signal)) : null
  }

  async function image(
    address: (video: VideoRecord) => string | null | undefined,
    videoId: string,
    viewer: ViewerRecord | null,
    signal: AbortSignal,
  ): Promise<Outcome<FetchedImage>> {
    const found = await find(videoId, viewer)
    if (!found.ok) return found
    const where = address(found.value.video)
    if (!where) return refused('not_found')
    return tellReadErrors(() => found.value.source.fetchImage(where, signal))
  }

  return {
    thumbnail: (videoId: string, viewer: ViewerRecord | null, signal: AbortSignal) =>
      image((video) => video.details.thumbnailAddress, videoId, viewer, signal),

    filmstripSheet: (videoId: string, sheet: number, viewer: ViewerRecord | null, signal: AbortSignal) =>
      image((video) => video.details.filmstrip?.sheetAddresses[sheet], videoId, viewer, signal),

    /** No peaks where nobody can tell now: then the strip stays plain. */
    async waveform(
      videoId: string,
      asked: AskedSound,
      viewer: ViewerRecord | null,
      signal: AbortSignal,
    ): Promise<Outcome<Waveform>> {
      const found = await find(videoId, viewer)
      if (!found.ok) return found
      const { waveform: where, durationSeconds } = found.value.video.details
      const read = found.value.source.readWaveform
      if (!where || !read) return refused('not_found')
      const unknown = { peaksPerSecond: where.peaksPerSecond, peaks: [] }
      const known = async (reading: () => Promise<Waveform>): Promise<Outcome<Waveform>> => {
        const told = await tellReadErrors(reading)
        return told.ok ? told : done(unknown)
      }
      if (!where.inPieces) return known(() => read(where.address, signal))
      const pieces = askedPieces(asked, durationSeconds)
      if (pieces.length === 0) return refused('invalid_request', { details: 'from, to: a part of at most 900 seconds' })
      return known(async () =>
        joinedPieces(await Promise.all(pieces.map((piece) => read(where.address, signal, piece)))),
      )
    },

    /** Where the bytes of the video are, and what each form takes of them; of none where nobody can tell now. */
    async sizes(videoId: string, viewer: ViewerRecord | null, signal: AbortSignal): Promise<Outcome<Sizes>> {
      const found = await find(videoId, viewer)
      if (!found.ok) return found
      // Without, averages have to do, which the page has already.
      return done((await sizesOf(found.value, signal)) ?? UNKNOWN_SIZES)
    },

    /** About how large a clip of this form and range will be; null where nobody can tell. */
    async size(
      videoId: string,
      { startTime, endTime, ...form }: WishedForm & { startTime: number; endTime: number },
      viewer: ViewerRecord | null,
      signal: AbortSignal,
    ): Promise<Outcome<{ bytes: number | null }>> {
      const found = await find(videoId, viewer)
      if (!found.ok) return found
      const { details } = found.value.video
      const trim = decideTrim(startTime, endTime, details.durationSeconds)
      if (!trim.allowed) return refused('invalid_trim', { details: trim.reason })
      const sizes = await sizesOf(found.value, signal)
      const size = sizes?.options.find(({ quality, format }) => quality === form.quality && format === form.format)
      if (sizes && size) return done({ bytes: estimateBytes(sizes, size, [trim.range]) })
      const bitrate = clipBitrate(details.renditions, form, details.durationSeconds)
      return done({ bytes: bitrate === null ? null : bytesAt(bitrate, [trim.range]) })
    },

    async preview(videoId: string, viewer: ViewerRecord | null): Promise<Outcome<PlayableBytes>> {
      const found = await find(videoId, viewer)
      if (!found.ok) return found
      const { video, source } = found.value
      // The platform's own player shows its videos; only what has none is played from here.
      const rendition = video.source !== 'youtube' ? smallestPlayable(video) : null
      if (!rendition) return refused('not_found')
      const opened = await tellReadErrors(() =>
        // Not ended with this call: the next one of the same player wants it too.
        openOnce(videoId, () =>
          source.openRendition(rendition, AbortSignal.timeout(OPEN_TIMEOUT_MILLISECONDS)).then(asFile),
        ),
      )
      if (!opened.ok) return opened
      const bytes = opened.value
      // A link may lead elsewhere than when it was processed.
      const subject = { ...subjectOf(video), servedFrom: bytes.servedFrom ? [bytes.servedFrom] : [] }
      if (await isBlocked(deps.database.records, subject)) return refused('link_blocked')
      return done({ bytes, mediaType: MEDIA_TYPES[rendition.container] ?? 'application/octet-stream' })
    },
  }
}

const UNKNOWN_SIZES: Sizes = { secondsPerPiece: 1, pictureBytes: [], keySeconds: [], keyBytes: [], options: [] }

function sizesBy(index: Weights, { renditions, durationSeconds }: ResolvedVideo, artworkBytes: number): Sizes {
  const forms: WishedForm[] = QUALITY_IDS.flatMap((quality) => [
    { quality, format: QUALITIES[quality].format },
    { quality, format: 'original' },
  ])
  const options = forms.flatMap((form) => {
    const size = formSize(renditions, form, { durationSeconds, artworkBytes }, index)
    return size ? [{ ...form, ...size }] : []
  })
  const { secondsPerPiece, pictureBytes, keySeconds, keyBytes } = index
  return {
    secondsPerPiece,
    pictureBytes: [...pictureBytes],
    keySeconds: [...keySeconds],
    keyBytes: [...keyBytes],
    options,
  }
}

function smallestPlayable(video: VideoRecord): LocatedRendition | null {
  const playable = video.details.renditions.filter((rendition) => rendition.carries !== 'video')
  return playable.sort((a, b) => (linesOf(a) ?? 0) - (linesOf(b) ?? 0))[0] ?? null
}

async function tellReadErrors<T>(read: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return done(await read())
  } catch (error) {
    if (error instanceof SourceReadError) return refused(error.code)
    throw error
  }
}
