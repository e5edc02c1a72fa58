import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { waveform } from '@kerf/contract/video'
import { z } from 'zod'
import {
  type ByteSource,
  type LocatedRendition,
  type ResolvedVideo,
  SourceReadError,
  type VideoSource,
} from '../../ports/sources.ts'
import { createSizeIndexCache, type SizeIndexCacheOptions } from '../previews/source-previews.ts'
import { openFileByteSource } from './file-byte-source.ts'

export interface SampleSourceOptions {
  /** Folder of sample.json and the files that it names; default: the folder that ships with the server. */
  directory?: string
  /** Options that enable size indexes. Without them, sizes are estimated from the average bitrate. */
  sizeIndexOptions?: Omit<SizeIndexCacheOptions, 'open'>
}

const SHIPPED_DIRECTORY = join(import.meta.dirname, '../../../sample')

/** The source of the built-in video, which works without a network. Addresses are names of files in its folder. */
export function createSampleSource(options: SampleSourceOptions = {}): VideoSource {
  const directory = options.directory ?? SHIPPED_DIRECTORY
  const readFacts = async (): Promise<SampleFacts> =>
    parseSampleFacts(await readFile(join(directory, 'sample.json'), 'utf8'))

  const openFile = async (address: string): Promise<ByteSource> => {
    const { renditions } = await readFacts()
    if (!renditions.some(({ file }) => file === address)) throw missingFileError()
    return openFileByteSource(join(directory, address))
  }
  const sizeIndexOptions = options.sizeIndexOptions && {
    ...options.sizeIndexOptions,
    open: ({ address }: { address: string }) => openFile(address),
  }

  return {
    async resolve(reference, signal) {
      signal.throwIfAborted()
      if (reference !== 'sample') return { ok: false, code: 'not_found' }
      return { ok: true, video: describe(await readFacts()) }
    },

    async openRendition(rendition, signal) {
      signal.throwIfAborted()
      return openFile(rendition.address)
    },

    async fetchImage(address, signal) {
      signal.throwIfAborted()
      const { poster, filmstrip } = await readFacts()
      if (address !== poster.file && address !== filmstrip.file) throw missingFileError()
      return { mediaType: 'image/jpeg', bytes: await readFile(join(directory, address)) }
    },

    async readWaveform(address, signal) {
      signal.throwIfAborted()
      if (address !== (await readFacts()).waveform.file) throw missingFileError()
      return waveform.parse(JSON.parse(await readFile(join(directory, address), 'utf8')))
    },

    ...(sizeIndexOptions && createSizeIndexCache(sizeIndexOptions)),
  }
}

function describe(facts: SampleFacts): ResolvedVideo {
  const { file, ...layout } = facts.filmstrip
  const frameCount = Math.min(layout.columns * layout.rows, Math.floor(facts.durationSeconds / layout.secondsPerFrame))
  return {
    title: facts.title,
    durationSeconds: facts.durationSeconds,
    thumbnailAddress: facts.poster.file,
    channel: 'Kerf',
    views: null,
    publishedAt: null,
    renditions: facts.renditions.map(toRendition),
    filmstrip: { ...layout, frameCount, sheetAddresses: [file] },
    waveform: { peaksPerSecond: facts.waveform.peaksPerSecond, address: facts.waveform.file },
    addressesExpireAt: null,
  }
}

function toRendition({ file, ...facts }: SampleFacts['renditions'][number]): LocatedRendition {
  return {
    ...facts,
    id: file.replace(/\.mp4$/, ''),
    carries: 'both',
    container: 'mp4',
    audioPreference: 0,
    address: file,
    headers: {},
  }
}

function missingFileError(): SourceReadError {
  return new SourceReadError('source_failed', 'The sample has no such file.')
}

/** Schema of file names in the sample's own folder. They cannot lead out of it. */
const fileNameSchema = (fileExtension: string) => z.string().regex(new RegExp(`^[\\w-]+\\.${fileExtension}$`))
const positiveInteger = z.number().int().positive()

const sampleFactsSchema = z.object({
  title: z.string().min(1),
  durationSeconds: z.number().positive(),
  poster: z.object({ file: fileNameSchema('jpg') }),
  filmstrip: z.object({
    file: fileNameSchema('jpg'),
    columns: positiveInteger,
    rows: positiveInteger,
    frameWidth: positiveInteger,
    frameHeight: positiveInteger,
    secondsPerFrame: z.number().positive(),
  }),
  waveform: z.object({ file: fileNameSchema('json'), peaksPerSecond: z.number().positive() }),
  renditions: z
    .array(
      z.object({
        file: fileNameSchema('mp4'),
        width: positiveInteger,
        height: positiveInteger,
        frameRate: z.number().positive(),
        bitrate: z.number().positive(),
        sizeBytes: positiveInteger,
        videoCodec: z.string(),
        audioCodec: z.string(),
      }),
    )
    .min(1),
})
type SampleFacts = z.output<typeof sampleFactsSchema>

/** Parses sample.json. Throws if it differs from the format that its script writes. */
function parseSampleFacts(json: string): SampleFacts {
  return sampleFactsSchema.parse(JSON.parse(json))
}
