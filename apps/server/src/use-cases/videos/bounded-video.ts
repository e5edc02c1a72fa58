import type { SourceId } from '@kerf/domain/links/source-ids'
import type { ResolvedVideo, VideoDetails } from '../../ports/sources.ts'
import { type Refused, refused } from '../shared/outcome.ts'

/** Limit of the details stored with a viewer's video. YouTube videos with the most dubs take about 50 kB. */
const MAX_DETAIL_BYTES = 60_000

/**
 * Limit of a cached resolution. YouTube addresses take a kilobyte each, and a video in thirty languages has about 250.
 */
const MAX_RESOLUTION_BYTES = 256_000
const MAX_YOUTUBE_BYTES = 512_000

/** Drops tracks of a resolution that exceed the byte limit. Returns null if the media by itself exceeds it. */
export function boundedResolution(source: SourceId, video: ResolvedVideo): ResolvedVideo | null {
  return withinBytes(video, source === 'youtube' ? MAX_YOUTUBE_BYTES : MAX_RESOLUTION_BYTES)
}

/** Refusal of a video whose media exceeds a byte limit. */
export const refusedAsTooLong = (): Refused => ({
  ...refused('unsupported_media'),
  cause: 'What describes its media is far too long.',
})

/** Details of a resolution for a viewer's video: without addresses, and bounded in the same way. */
export function detailsOf(video: ResolvedVideo): VideoDetails | null {
  const { renditions, filmstrip, waveform, captions, thumbnailAddress, ...otherFields } = video
  const { addressesExpireAt: _until, resolvedBy: _step, ...copiedFields } = otherFields
  const details: VideoDetails = {
    ...copiedFields,
    hasThumbnail: thumbnailAddress !== null,
    renditions: renditions.map(({ address: _address, headers: _headers, egress: _egress, ...facts }) => facts),
    filmstrip: filmstrip && withSheetCount(filmstrip),
    waveform: waveform ? { peaksPerSecond: waveform.peaksPerSecond, inPieces: waveform.inPieces ?? false } : null,
    captions: (captions ?? []).map(({ id, language, label, isAutomatic }) => ({ id, language, label, isAutomatic })),
  }
  return withinBytes(details, MAX_DETAIL_BYTES)
}

function withSheetCount({ sheetAddresses, ...shape }: NonNullable<ResolvedVideo['filmstrip']>) {
  return { ...shape, sheetCount: sheetAddresses.length }
}

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '') + 1

/**
 * Reduces a video to `maxBytes` as JSON. The media has priority, then the filmstrip, dubbed audio, captions,
 * chapters and the graph, each in its order. Returns null if the media by itself takes more.
 */
function withinBytes<V extends ResolvedVideo | VideoDetails>(video: V, maxBytes: number): V | null {
  if (jsonBytes(video) <= maxBytes) return video
  const { renditions, filmstrip, audioTracks = [], captions = [], chapters = [], heat = [] } = video
  const originalTrack = audioTracks.find(({ isOriginal }) => isOriginal) ?? audioTracks[0]
  const isDubbed = ({ audioTrack }: V['renditions'][number]) =>
    audioTrack !== undefined && audioTrack !== originalTrack?.id
  const media: V['renditions'][number][] = renditions.filter((rendition) => !isDubbed(rendition))
  const minimalFields = {
    renditions: media,
    filmstrip: null,
    audioTracks: originalTrack ? [originalTrack] : [],
    captions: [],
    chapters: [],
    heat: [],
  }
  let remainingBytes = maxBytes - jsonBytes({ ...video, ...minimalFields })
  if (remainingBytes < 0) return null
  const doFit = (...parts: unknown[]): boolean => {
    const bytes = parts.reduce<number>((sum, part) => sum + jsonBytes(part), 0)
    if (bytes > remainingBytes) return false
    remainingBytes -= bytes
    return true
  }
  const keptFilmstrip = filmstrip && doFit(filmstrip) ? filmstrip : null
  const dubbedTracks = audioTracks.filter((track) => {
    if (track === originalTrack) return false
    return doFit(track, ...renditions.filter(({ audioTrack }) => audioTrack === track.id))
  })
  const includedIds = new Set([originalTrack, ...dubbedTracks].map((track) => track?.id))
  return {
    ...video,
    filmstrip: keptFilmstrip,
    renditions: renditions.filter((rendition) => !isDubbed(rendition) || includedIds.has(rendition.audioTrack)),
    ...(video.audioTracks && { audioTracks: audioTracks.filter(({ id }) => includedIds.has(id)) }),
    ...(video.captions && { captions: captions.filter((choice) => doFit(choice)) }),
    ...(video.chapters && { chapters: chapters.filter((chapter) => doFit(chapter)) }),
    // A part of the graph would be another graph.
    ...(video.heat && { heat: doFit(heat) ? heat : [] }),
  }
}
