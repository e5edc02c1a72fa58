import type { Clock } from '../../ports/clock.ts'
import type { FileStore } from '../../ports/files.ts'
import type { EdgePreviews, EdgesRequest, MediaEngine } from '../../ports/media.ts'
import { type LocatedRendition, type MediaSource, SourceReadError, type VideoSources } from '../../ports/sources.ts'
import { createPreviewCache } from './preview-cache.ts'

export interface EdgePreviewsOptions {
  engine: Pick<MediaEngine, 'readPreview'>
  files: FileStore
  clock: Clock
  sources: VideoSources
}

/** Previews of the first and last seconds of clips, cut at low priority and cached for a day. */
export function createEdgePreviews({ engine, files, clock, sources }: EdgePreviewsOptions): EdgePreviews {
  const previewCache = createPreviewCache({
    files,
    clock,
    nameOf(address) {
      const { source, reference, video, audio, audioTrack, ranges } = parseEdgesRequest(address)
      // The sizes are part of the name, because a link may lead to a different file later.
      const sizes = [video.sizeBytes, audio?.sizeBytes]
      return JSON.stringify({ edges: [source, reference, video.id, audio?.id, audioTrack, ranges, sizes] })
    },
    async make(address, filePath, signal) {
      const { source: id, video, audio, audioTrack, ranges, spec } = parseEdgesRequest(address)
      const source = sources[id]
      if (!source) throw new SourceReadError('source_off', 'This source is not open.')
      const open = (rendition: LocatedRendition): Promise<MediaSource> =>
        source.openRendition(rendition, signal, ranges)
      const isSameFile = audio?.address === video.address
      const [videoFile, audioFile] = await Promise.all([open(video), audio && !isSameFile ? open(audio) : null])
      await engine.readPreview(
        {
          source: videoFile,
          audio: isSameFile ? videoFile : audioFile,
          ...(audioTrack !== undefined && { audioTrack }),
          spec: { kind: 'clip', ranges, spec },
          filePath,
        },
        signal,
      )
    },
  })
  return { read: (request, signal) => previewCache.read(JSON.stringify(request), signal) }
}

const parseEdgesRequest = (address: string): EdgesRequest => JSON.parse(address) as EdgesRequest
