import type { ClipSpec } from './api/clip-spec.ts'
import type { TimeRange } from './api/time-range.ts'
import { nativeCodecs } from './codec/native/native-codecs.ts'
import type { Media } from './demux/common/media.ts'
import { openMedia, type TrackSource } from './open-media.ts'
import { type CutPlan, type PlanningOptions, planCut } from './plan-cut.ts'
import { type ClipFacts, probeClip } from './probe-clip.ts'

export type { ByteSource } from './api/byte-source.ts'
export type { ClipSink } from './api/clip-sink.ts'
export {
  type ClipSpec,
  type ClipTags,
  MAX_ANIMATION_SECONDS,
  MAX_ARTWORK_BYTES,
} from './api/clip-spec.ts'
export type { ClipContainer, CutWay, OriginalContainer, PlannedPiece } from './api/cut-plan.ts'
export { BeginsLaterError, CutterError, type CutterErrorCode } from './api/cutter-error.ts'
export type { AudioTrackFacts, MediaFacts, TextTrackFacts } from './api/media-facts.ts'
export type { FramePlace, SizeIndex, ThumbnailsSpec, WaveformSpec } from './api/preview.ts'
export type { CutLimits, CutProgress, CutReceipt, LeftOut, MediaNote } from './api/receipt.ts'
export type { ByteRange, MediaSegment, SegmentBytes, SegmentSource } from './api/segment-source.ts'
export {
  type BurnedStyle,
  type ClipSubtitles,
  type MediaChapter,
  type SubtitleCue,
  toClipTime,
} from './api/subtitles.ts'
export type { TimeRange } from './api/time-range.ts'
export { engineVersion, missingCodecs } from './codec/native/engine-version.ts'
export { type CutOptions, cut } from './cut-clip.ts'
export type { Media } from './demux/common/media.ts'
export { looksLikePlaylist, parsePlaylist } from './demux/hls/parse-playlist.ts'
export { type FetchPart, type FetchResource, playlistSource } from './demux/hls/playlist-source.ts'
export { fileSink, fileSource } from './io/files.ts'
export { type MemorySink, memorySink } from './io/memory-sink.ts'
export { originalContainer } from './plan/original-container.ts'
export type { CutPlan } from './plan-cut.ts'
export { readSizeIndex } from './preview/size-index.ts'
export { readTextTrack } from './preview/text-track.ts'
export { drawSheet, type SheetOptions } from './preview/thumbnails.ts'
export { arePeaksAffordable, readPeaks } from './preview/waveform.ts'
export type { ClipFacts } from './probe-clip.ts'
export { frameRangeAt, type GopOptions, type ReadGop, readGop } from './read-gop.ts'

/** One source with video and audio, or one source for each; null for a missing one. */
export type MediaSource = TrackSource | { video: TrackSource | null; audio: TrackSource | null }

export interface OpenOptions {
  signal?: AbortSignal
  /** An index into `facts.audioTracks`, from 0; absent: the default track. */
  audioTrack?: number
}

/**
 * Opens media and reads only its index. The opened media may be cut any number of times, even in parallel.
 * @throws CutterError not_media, unsupported_media, broken_media, source_failed, cancelled
 */
export function open(source: MediaSource, options: OpenOptions = {}): Promise<Media> {
  const parts = 'read' in source || 'segments' in source ? { video: source, audio: source } : source
  return openMedia(parts, nativeCodecs, options)
}

/**
 * Plans a clip of one range, or of several in this order. The plan is plain data (JSON.stringify prints which frames
 * are copied and which re-encoded) and may be cut more than once.
 * @throws CutterError range_outside, too_long, nothing_in_range, begins_later, unsupported_media, broken_media,
 * too_large, source_failed, cancelled
 */
export function plan(
  media: Media,
  ranges: TimeRange | readonly TimeRange[],
  request: ClipSpec,
  options: Pick<PlanningOptions, 'signal' | 'maxCodecBytes'> = {},
): Promise<CutPlan> {
  return planCut(media, ranges, request, options)
}

/**
 * Opens a finished clip as a player would, and decodes its first and last frame, and audio at several places.
 * Call this before a clip is reported as finished.
 * @throws CutterError broken_media when it is not a healthy clip
 */
export function probe(filePath: string): Promise<ClipFacts> {
  return probeClip(filePath, nativeCodecs)
}
