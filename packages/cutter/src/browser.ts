// The global `Buffer` must exist before any other module is evaluated.
import './browser/global-buffer.ts'
import type { ClipSink } from './api/clip-sink.ts'
import type { CutReceipt } from './api/receipt.ts'
import { askFirstQuestion } from './codec/web/shared/first-question.ts'
import { webCodecs } from './codec/web/web-codecs.ts'
import { type CutOptions, cutClip } from './cut-clip.ts'
import type { Media } from './demux/common/media.ts'
import { blobSource } from './io/web/blob-source.ts'
import { openPrivateFolder } from './io/web/private-folder.ts'
import { type MediaSource, type OpenOptions, openSource } from './open-media.ts'
import type { CutPlan } from './plan-cut.ts'
import { type ClipFacts, probeClip } from './probe-clip.ts'

export { type MissingCodec, missingCodecs } from './codec/web/missing-codecs.ts'
export { watchCodecs } from './codec/web/shared/state-signal.ts'
export * from './engine.ts'
export { blobSource } from './io/web/blob-source.ts'
export { type PrivateFileSink, privateFileSink } from './io/web/private-file-sink.ts'
export { removeLeftFiles } from './io/web/private-folder.ts'

/**
 * Opens media and reads only its index. The opened media may be cut any number of times, even in parallel.
 * @throws CutterError not_media, unsupported_media, broken_media, source_failed, cancelled
 */
export async function open(source: MediaSource, options: OpenOptions = {}): Promise<Media> {
  await askFirstQuestion()
  return openSource(source, webCodecs, options)
}

/**
 * Writes the clip to a sink. After a failure the sink discards its bytes, and all reads and codecs stop.
 * @throws CutterError broken_media, too_large, does_not_fit, source_failed, sink_failed, nothing_in_range, cancelled
 */
export function cut(
  plan: CutPlan,
  sink: ClipSink,
  options: Omit<CutOptions, 'scratchDirectory'> = {},
): Promise<CutReceipt> {
  return cutClip(plan, sink, { ...options, openScratch: openPrivateFolder })
}

/**
 * Opens a finished clip as a player would, and decodes its first and last frame, and audio at several places.
 * @throws CutterError broken_media when it is not a healthy clip
 */
export function probe(clip: Blob): Promise<ClipFacts> {
  return probeClip(blobSource(clip), webCodecs)
}
