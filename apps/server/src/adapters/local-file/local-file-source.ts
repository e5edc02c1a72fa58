import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { MAX_CAPTION_BYTES } from '@kerf/cutter/api/subtitles'
import { jsonIn } from '@kerf/domain/text/json-in'
import { z } from 'zod'
import type { Clock } from '../../ports/clock.ts'
import type { FileStore } from '../../ports/files.ts'
import type { MediaEngine } from '../../ports/media.ts'
import {
  type LocatedRendition,
  MediaError,
  type ResolvedVideo,
  SourceReadError,
  type VideoSource,
} from '../../ports/sources.ts'
import { createTranscriptCache } from '../previews/source-previews.ts'
import { openFileByteSource } from '../sample/file-byte-source.ts'
import { type SidecarCaptions, tracksOfFile } from '../tracks/file-tracks.ts'
import { CAPTIONS_ENDINGS, cuesOfFile, cuesOfTrack } from '../tracks/read-captions.ts'

export interface LocalFileSourceOptions {
  engine: Pick<MediaEngine, 'inspect' | 'readPreview'>
  files: FileStore
  clock: Clock
}

/** The source of files on this machine, referenced by path. Only the command line opens it, never the server. */
export function createLocalFileSource({ engine, files, clock }: LocalFileSourceOptions): VideoSource {
  const transcripts = createTranscriptCache({
    files,
    clock,
    async read({ captions: { address } }, signal, scratch) {
      const { path, track } = captionsAddress.parse(jsonIn(address))
      if (track === null) return cuesOfFile(await readFile(path), signal)
      return cuesOfTrack(engine, { source: await openFileByteSource(path), track }, signal, scratch)
    },
  })

  return {
    async resolve(path, signal) {
      try {
        const source = await openFileByteSource(path)
        const facts = await engine.inspect({ video: source, audio: source }, signal)
        const { video, audio, container, durationSeconds } = facts
        const carries = video ? (audio ? 'both' : 'video') : 'audio'
        const rendition: LocatedRendition = {
          id: 'file',
          carries,
          container,
          address: path,
          headers: {},
          audioPreference: 0,
          videoCodec: video?.codec ?? null,
          audioCodec: audio?.codec ?? null,
          width: video?.width ?? null,
          height: video?.height ?? null,
          frameRate: video?.frameRate ?? null,
          bitrate: Math.round((source.sizeBytes * 8) / durationSeconds),
          sizeBytes: source.sizeBytes,
        }
        const tracks = tracksOfFile(facts, (track) => addressOf({ path, track }), await findSidecarCaptions(path))
        return { ok: true, video: { ...describe(path), durationSeconds, renditions: [rendition], ...tracks } }
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

    readCaptions: (_video, captions, signal) => transcripts.read({ name: captions.address, captions }, signal),

    async fetchImage() {
      throw new SourceReadError('source_failed', 'A file has no image beside it.')
    },
  }
}

/** Address of captions: a text track of a media file, or a captions file if `track` is null. */
const captionsAddress = z.object({ path: z.string(), track: z.number().int().nonnegative().nullable() })
const addressOf = (location: z.output<typeof captionsAddress>): string => JSON.stringify(location)

/** Finds captions files next to a media file, such as `talk.vtt` and `talk.srt` next to `talk.mp4`. */
async function findSidecarCaptions(path: string): Promise<SidecarCaptions[]> {
  const captions = await Promise.all(
    CAPTIONS_ENDINGS.map(async (fileExtension) => {
      const file = join(dirname(path), `${basename(path, extname(path))}.${fileExtension}`)
      const { isFile, size } = await stat(file).then(
        (entry) => ({ isFile: entry.isFile(), size: entry.size }),
        () => ({ isFile: false, size: 0 }),
      )
      if (!isFile || size > MAX_CAPTION_BYTES) return []
      return [{ id: fileExtension, name: basename(file), address: addressOf({ path: file, track: null }) }]
    }),
  )
  return captions.flat()
}

function describe(path: string): Omit<ResolvedVideo, 'durationSeconds' | 'renditions'> {
  return {
    title: basename(path, extname(path)),
    thumbnailAddress: null,
    channel: null,
    views: null,
    publishedAt: null,
    filmstrip: null,
    waveform: null,
    addressesExpireAt: null,
  }
}
