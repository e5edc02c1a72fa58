import type { ClipSpec } from './api/clip-spec.ts'
import type { TimeRange } from './api/time-range.ts'
import type { Media } from './demux/common/media.ts'
import { type CutPlan, type PlanningOptions, planCut } from './plan-cut.ts'

export type { ByteSource } from './api/byte-source.ts'
export type { ClipSink } from './api/clip-sink.ts'
export {
  type ClipSpec,
  type ClipTags,
  MAX_ANIMATION_SECONDS,
  MAX_ARTWORK_BYTES,
} from './api/clip-spec.ts'
export type { ClipContainer, CutMethod, OriginalContainer, PlannedPiece } from './api/cut-plan.ts'
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
export type { CutOptions } from './cut-clip.ts'
export type { Media } from './demux/common/media.ts'
export { looksLikePlaylist, parsePlaylist } from './demux/hls/parse-playlist.ts'
export { type FetchPart, type FetchResource, playlistSource } from './demux/hls/playlist-source.ts'
export { type MemorySink, memorySink } from './io/memory-sink.ts'
export type { MediaSource, OpenOptions } from './open-media.ts'
export { originalContainer } from './plan/original-container.ts'
export type { CutPlan } from './plan-cut.ts'
export { readSizeIndex } from './preview/size-index.ts'
export { readTextTrack } from './preview/text-track.ts'
export { drawSheet, type SheetOptions } from './preview/thumbnails.ts'
export { arePeaksAffordable, readPeaks } from './preview/waveform.ts'
export type { ClipFacts } from './probe-clip.ts'
export { frameRangeAt, type GopOptions, type ReadGop, readGop } from './read-gop.ts'

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
