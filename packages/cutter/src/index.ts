import type { ByteSource } from './byte-source.ts'
import type { CutRange, CutWish } from './cut-wish.ts'
import { type OpenedMedia, openMedia } from './open-media.ts'
import { type CutPlan, planJoinedCut } from './plan-cut.ts'

export type { ByteSource } from './byte-source.ts'
export { openClipFile as fileSource } from './bytes/open-clip-file.ts'
export type { ClipSink } from './clip-sink.ts'
export {
  type CutClipOptions as CutOptions,
  type CutLimits,
  type CutProgress,
  type CutReceipt,
  cutClip as cut,
} from './cut-clip.ts'
export {
  type CutRange,
  type CutWish,
  LARGEST_ARTWORK_BYTES,
  LONGEST_ANIMATION_SECONDS,
  type Mp3Tags,
} from './cut-wish.ts'
export { CutterError, type CutterErrorCode } from './cutter-error.ts'
export { drawSheet, type SheetOptions, type SheetWish } from './draw-sheet.ts'
export { engineVersion } from './engine-version.ts'
export { fileSink } from './file-sink.ts'
export { looksLikePlaylist, parsePlaylist } from './hls/parse-playlist.ts'
export { type FetchPart, type FetchResource, playlistSource, type ResourcePart } from './hls/playlist-source.ts'
export { type MemorySink, memorySink } from './memory-sink.ts'
export type { MediaFacts, OpenedMedia as Media } from './open-media.ts'
export { type OriginalContainer, originalContainer } from './plan/original-container.ts'
export type { ClipContainer, CutWay, PlannedPiece } from './plan/plan-facts.ts'
export type { CutPlan } from './plan-cut.ts'
export { type ClipFacts, probeClip as probe } from './probe-clip.ts'
export { arePeaksAffordable, type PeaksWish, readPeaks, type SoundPart } from './read-peaks.ts'
export { readWeights } from './read-weights.ts'

/** One file with everything in it, or picture and sound in a file each; null where there is none. */
export type MediaSource = ByteSource | { video: ByteSource | null; audio: ByteSource | null }

/**
 * Reads the index of media, and nothing else of it. The media may be cut any number of times, also at the same time.
 * @throws CutterError not_media, unsupported_media, broken_media, source_failed, cancelled
 */
export function open(source: MediaSource, options: { signal?: AbortSignal } = {}): Promise<OpenedMedia> {
  return openMedia('read' in source ? { video: source, audio: source } : source, options)
}

/**
 * Decides how a clip of one range, or of several in this order, comes about. The plan is plain data (JSON.stringify
 * prints what will be copied and what encoded anew) and may be cut more than once.
 * @throws CutterError range_outside, too_long, nothing_in_range, unsupported_media, broken_media, too_large, source_failed, cancelled
 */
export function plan(
  media: OpenedMedia,
  ranges: CutRange | readonly CutRange[],
  wish: CutWish,
  options: { signal?: AbortSignal } = {},
): Promise<CutPlan> {
  return planJoinedCut(media, 'startSeconds' in ranges ? [ranges] : ranges, wish, options)
}
