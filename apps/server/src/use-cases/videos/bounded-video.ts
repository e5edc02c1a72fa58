import type { SourceId } from '@kerf/domain/links/link'
import type { ResolvedVideo, VideoDetails } from '../../ports/sources.ts'
import { type Refused, refused } from '../shared/outcome.ts'

/** What is stored with a viewer's video. The most dubbed ones of YouTube take some 50 kB. */
const MOST_DETAIL_BYTES = 60_000

/** The same with addresses: those of YouTube take a kilobyte each, and a video in thirty languages has some 250. */
const MOST_RESOLUTION_BYTES: Record<SourceId, number> = { youtube: 512_000, media: 256_000, sample: 256_000 }

/** What a source says, without the tracks that are beyond the bound; null where the media itself is beyond it. */
export function boundedResolution(source: SourceId, video: ResolvedVideo): ResolvedVideo | null {
  return withinBytes(video, MOST_RESOLUTION_BYTES[source])
}

/** The refusal of a video whose media is beyond a bound. */
export const refusedAsTooLong = (): Refused => ({
  ...refused('unsupported_media'),
  cause: 'What describes its media is far too long.',
})

/** A resolution as it is stored with a viewer's video: without addresses, and bounded in the same way. */
export function detailsOf(video: ResolvedVideo): VideoDetails | null {
  const { renditions, filmstrip, waveform, captions, thumbnailAddress, ...described } = video
  const { addressesExpireAt: _until, resolvedBy: _step, ...rest } = described
  const details: VideoDetails = {
    ...rest,
    hasThumbnail: thumbnailAddress !== null,
    renditions: renditions.map(({ address: _address, headers: _headers, egress: _egress, ...facts }) => facts),
    filmstrip: filmstrip && withSheetCount(filmstrip),
    waveform: waveform ? { peaksPerSecond: waveform.peaksPerSecond, inPieces: waveform.inPieces ?? false } : null,
    captions: (captions ?? []).map(({ id, language, label, isAutomatic }) => ({ id, language, label, isAutomatic })),
  }
  return withinBytes(details, MOST_DETAIL_BYTES)
}

function withSheetCount({ sheetAddresses, ...shape }: NonNullable<ResolvedVideo['filmstrip']>) {
  return { ...shape, sheetCount: sheetAddresses.length }
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '') + 1

/**
 * As much of a video as takes no more than this as JSON: its media first, then its frames on sheets, dubbed audio, captions and
 * chapters, each in its order. null where the media alone takes more.
 */
function withinBytes<V extends ResolvedVideo | VideoDetails>(video: V, mostBytes: number): V | null {
  if (bytesOf(video) <= mostBytes) return video
  const { renditions, filmstrip, audioTracks = [], captions = [], chapters = [] } = video
  const original = audioTracks.find(({ isOriginal }) => isOriginal) ?? audioTracks[0]
  const isDubbed = ({ audioTrack }: V['renditions'][number]) => audioTrack !== undefined && audioTrack !== original?.id
  const media: V['renditions'][number][] = renditions.filter((one) => !isDubbed(one))
  const kept = {
    renditions: media,
    filmstrip: null,
    audioTracks: original ? [original] : [],
    captions: [],
    chapters: [],
  }
  let left = mostBytes - bytesOf({ ...video, ...kept })
  if (left < 0) return null
  const fits = (...parts: unknown[]): boolean => {
    const bytes = parts.reduce<number>((sum, part) => sum + bytesOf(part), 0)
    if (bytes > left) return false
    left -= bytes
    return true
  }
  const strip = filmstrip && fits(filmstrip) ? filmstrip : null
  const dubbed = audioTracks.filter((track) => {
    if (track === original) return false
    return fits(track, ...renditions.filter(({ audioTrack }) => audioTrack === track.id))
  })
  const heard = new Set([original, ...dubbed].map((track) => track?.id))
  return {
    ...video,
    filmstrip: strip,
    renditions: renditions.filter((one) => !isDubbed(one) || heard.has(one.audioTrack)),
    ...(video.audioTracks && { audioTracks: audioTracks.filter(({ id }) => heard.has(id)) }),
    ...(video.captions && { captions: captions.filter((one) => fits(one)) }),
    ...(video.chapters && { chapters: chapters.filter((one) => fits(one)) }),
  }
}
