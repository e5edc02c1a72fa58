import type { ClipSink } from './api/clip-sink.ts'
import type { CutReceipt } from './api/receipt.ts'
import { nativeCodecs } from './codec/native/native-codecs.ts'
import { type CutOptions, cutClip } from './cut-clip.ts'
import type { Media } from './demux/common/media.ts'
import { fileSource, openDiskFolder } from './io/node/files.ts'
import { type MediaSource, type OpenOptions, openSource } from './open-media.ts'
import type { CutPlan } from './plan-cut.ts'
import { type ClipFacts, probeClip } from './probe-clip.ts'

export { engineVersion, missingCodecs } from './codec/native/engine-version.ts'
export * from './engine.ts'
export { fileSink, fileSource } from './io/node/files.ts'

/**
 * Opens media and reads only its index. The opened media may be cut any number of times, even in parallel.
 * @throws CutterError not_media, unsupported_media, broken_media, source_failed, cancelled
 */
export function open(source: MediaSource, options: OpenOptions = {}): Promise<Media> {
  return openSource(source, nativeCodecs, options)
}

/**
 * Writes the clip to a sink. After a failure the sink discards its bytes, and all reads and codecs stop.
 * @throws CutterError broken_media, too_large, does_not_fit, source_failed, sink_failed, nothing_in_range, cancelled
 */
export function cut(plan: CutPlan, sink: ClipSink, options: CutOptions = {}): Promise<CutReceipt> {
  const openScratch = (prefix: string) => openDiskFolder(prefix, options.scratchDirectory)
  return cutClip(plan, sink, { ...options, openScratch })
}

/**
 * Opens a finished clip as a player would, and decodes its first and last frame, and audio at several places. Call this
 * before a clip is reported as finished.
 * @throws CutterError broken_media if the clip cannot be read or decoded
 */
export async function probe(filePath: string): Promise<ClipFacts> {
  const source = await fileSource(filePath)
  try {
    return await probeClip(source, nativeCodecs)
  } finally {
    await source.close()
  }
}
