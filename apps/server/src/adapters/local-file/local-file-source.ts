import { basename, extname } from 'node:path'
import type { MediaEngine } from '../../ports/media.ts'
import {
  type LocatedRendition,
  MediaError,
  type ResolvedVideo,
  SourceReadError,
  type VideoSource,
} from '../../ports/sources.ts'
import { openFileByteSource } from '../sample/file-byte-source.ts'

/** Files on this machine, referenced by path. Only for the command line: the server does not know this source. */
export function createLocalFileSource(engine: Pick<MediaEngine, 'inspect'>): VideoSource {
  return {
    async resolve(path, signal) {
      try {
        const source = await openFileByteSource(path)
        const facts = await engine.inspect({ video: source, audio: source }, signal)
        const { video, audio, container, durationSeconds } = facts
        const carries = video ? (audio ? 'both' : 'video') : 'audio'
        const rendition: LocatedRendition = {
          ...{ id: 'file', carries, container, address: path, headers: {}, audioPreference: 0 },
          videoCodec: video?.codec ?? null,
          audioCodec: audio?.codec ?? null,
          width: video?.width ?? null,
          height: video?.height ?? null,
          frameRate: video?.frameRate ?? null,
          bitrate: Math.round((source.sizeBytes * 8) / durationSeconds),
          sizeBytes: source.sizeBytes,
        }
        return { ok: true, video: { ...describe(path), durationSeconds, renditions: [rendition] } }
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof MediaError) return { ok: false, code: error.code }
        throw error
      }
    },

    async openRendition({ address }, signal) {
      signal.throwIfAborted()
      return openFileByteSource(address)
    },

    async fetchImage() {
      throw new SourceReadError('source_failed', 'A file has no image beside it.')
    },
  }
}

function describe(path: string): Omit<ResolvedVideo, 'durationSeconds' | 'renditions'> {
  return {
    title: basename(path, extname(path)),
    ...{ thumbnailAddress: null, channel: null, views: null, publishedAt: null },
    ...{ filmstrip: null, waveform: null, addressesExpireAt: null },
  }
}
