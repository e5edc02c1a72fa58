import { writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type Waveform, waveform } from '@kerf/contract/video'
import type { Cue, Transcript } from '@kerf/domain/captions/transcript'
import { renditionForWaveform } from '@kerf/domain/formats/rendition-choice'
import { PEAKS_PER_SECOND, WHOLE_WAVEFORM_SECONDS } from '@kerf/domain/ranges/previews'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { renditionToIndex } from '@kerf/domain/sizes/size-estimate'
import { z } from 'zod'
import type { Clock } from '../../ports/clock.ts'
import type { FileStore } from '../../ports/files.ts'
import type { MediaEngine } from '../../ports/media.ts'
import {
  type ByteSource,
  type LocatedCaptions,
  type LocatedRendition,
  type LocatedWaveform,
  type ReadableRendition,
  type ResolvedVideo,
  type SizeIndex,
  SourceReadError,
} from '../../ports/sources.ts'
import { createPreviewCache } from './preview-cache.ts'

const audioAddressSchema = z.object({
  audio: z.string(),
  hear: z.string(),
  headers: z.record(z.string(), z.string()),
  egress: z.string().optional(),
  piece: z.object({ startTime: z.number(), endTime: z.number() }).optional(),
})
type AudioAddress = z.output<typeof audioAddressSchema>

/** Waveforms of the smallest rendition with the right audio track, in parts if the video is long. Cached for a day. */
export function createWaveformCache({ engine, files, clock, open }: SizeIndexCacheOptions) {
  const previewCache = createPreviewCache({
    files,
    clock,
    nameOf(address) {
      const { audio, piece } = parseAudioAddress(address)
      return JSON.stringify({ audio, piece })
    },
    async make(address, filePath, signal) {
      const { hear, headers, egress, piece } = parseAudioAddress(address)
      const source = await open({ address: hear, headers, ...(egress && { egress }) }, signal)
      const spec = { kind: 'waveform', peaksPerSecond: PEAKS_PER_SECOND, part: piece } as const
      await engine.readPreview({ source, spec, filePath }, signal)
    },
  })

  return {
    /** The address of a video's waveform; null for a video without audio. */
    locate(reference: string, { renditions, durationSeconds }: ResolvedVideo): LocatedWaveform | null {
      const rendition = renditionForWaveform(renditions)
      if (!rendition) return null
      const { id, sizeBytes, address: hear, headers, egress } = rendition
      const audio = [reference, id, sizeBytes, durationSeconds].join(' ')
      return {
        peaksPerSecond: PEAKS_PER_SECOND,
        address: JSON.stringify({ audio, hear, headers, egress } satisfies AudioAddress),
        ...(durationSeconds > WHOLE_WAVEFORM_SECONDS ? { inPieces: true } : {}),
      }
    },

    async read(address: string, signal: AbortSignal, piece?: TimeRange): Promise<Waveform> {
      const request = JSON.stringify({ ...parseAudioAddress(address), piece } satisfies AudioAddress)
      return waveform.parse(JSON.parse((await previewCache.read(request, signal)).toString('utf8')))
    },
  }
}

const parseAudioAddress = (address: string): AudioAddress => audioAddressSchema.parse(JSON.parse(address))

export interface SizeIndexCacheOptions {
  engine: Pick<MediaEngine, 'readPreview'>
  files: FileStore
  clock: Clock
  open(rendition: ReadableRendition, signal: AbortSignal): Promise<ByteSource>
}

/** Version of the format of stored size indexes. */
const SIZE_INDEX_FORMAT = 4
const sizeIndexAddressSchema = z.object({
  estimate: z.string(),
  headers: z.record(z.string(), z.string()),
  egress: z.string().optional(),
})

/** Size indexes, each read from one rendition of a video and cached for a day. */
export function createSizeIndexCache({ engine, files, clock, open }: SizeIndexCacheOptions) {
  const previewCache = createPreviewCache({
    files,
    clock,
    async make(address, filePath, signal) {
      const { estimate, headers, egress } = sizeIndexAddressSchema.parse(JSON.parse(address))
      const source = await open({ address: estimate, headers, ...(egress && { egress }) }, signal)
      await engine.readPreview({ source, spec: { kind: 'sizeIndex' }, filePath }, signal)
    },
  })

  return {
    /** Throws SourceReadError if no rendition has video to index. */
    async readSizeIndex({ renditions }: ResolvedVideo, signal: AbortSignal): Promise<SizeIndex> {
      const address = sizeIndexAddressOf(renditions)
      if (!address) throw new SourceReadError('source_failed', 'There is no video to index.')
      return parseSizeIndex(await previewCache.read(address, signal))
    },
  }
}

function sizeIndexAddressOf(renditions: readonly LocatedRendition[]): string | null {
  const rendition = renditionToIndex(renditions)
  if (!rendition) return null
  const { address: estimate, headers, egress } = rendition
  return JSON.stringify({ estimate, headers, egress, shape: SIZE_INDEX_FORMAT })
}

/** Version of the format of stored transcripts. A new version invalidates cached ones. */
const TRANSCRIPT_FORMAT = 2

export interface TranscriptRequest {
  /** Stable name of the captions, whose address may change. */
  name: string
  captions: LocatedCaptions
  /** Step of the source that found the captions. */
  step?: string | undefined
}

export interface TranscriptCacheOptions {
  files: FileStore
  clock: Clock
  /** `scratch` is the path of a file for temporary use. Throws SourceReadError, or the signal's reason. */
  read(request: TranscriptRequest, signal: AbortSignal, scratch: string): Promise<Cue[]>
}

const parseTranscriptRequest = (address: string): TranscriptRequest => JSON.parse(address) as TranscriptRequest

/** Transcripts, cached for a day in gzip, so that they are compressed once and sent without being read. */
export function createTranscriptCache({ files, clock, read }: TranscriptCacheOptions) {
  const previewCache = createPreviewCache({
    files,
    clock,
    nameOf(address) {
      const { name, captions } = parseTranscriptRequest(address)
      return JSON.stringify({ transcript: name, language: captions.language, shape: TRANSCRIPT_FORMAT })
    },
    async make(address, filePath, signal) {
      const request = parseTranscriptRequest(address)
      const cues = await read(request, signal, filePath)
      await writeFile(filePath, await compress(JSON.stringify({ language: request.captions.language, cues })))
    },
  })
  return {
    async read(request: TranscriptRequest, signal: AbortSignal): Promise<Transcript> {
      const storedJson = await decompress(await previewCache.read(JSON.stringify(request), signal))
      return JSON.parse(storedJson.toString('utf8')) as Transcript
    },

    /** Streams a transcript as JSON in gzip. */
    open: (request: TranscriptRequest, signal: AbortSignal): Promise<Readable> =>
      previewCache.open(JSON.stringify(request), signal),
  }
}

const compress = promisify(gzip)
const decompress = promisify(gunzip)

const parseSizeIndex = (file: Buffer): SizeIndex => JSON.parse(file.toString('utf8')) as SizeIndex
