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
  /** Enables size indexes. Without them, sizes are estimated by average. */
  estimating?: Omit<SizeIndexCacheOptions, 'open'>
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
  const estimating = options.estimating && {
    ...options.estimating,
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

    ...(estimating && createSizeIndexCache(estimating)),
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
    renditions: facts.renditions.map(locate),
    filmstrip: { ...layout, frameCount, sheetAddresses: [file] },
    waveform: { peaksPerSecond: facts.waveform.peaksPerSecond, address: facts.waveform.file },
    addressesExpireAt: null,
  }
}

function locate({ file, ...facts }: SampleFacts['renditions'][number]): LocatedRendition {
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

/** Names of files in the sample's own folder, and nothing that could lead out of it. */
const fileName = (ending: string) => z.string().regex(new RegExp(`^[\\w-]+\\.${ending}$`))
const count = z.number().int().positive()

const sampleFacts = z.object({
  title: z.string().min(1),
  durationSeconds: z.number().positive(),
  poster: z.object({ file: fileName('jpg') }),
  filmstrip: z.object({
    file: fileName('jpg'),
    columns: count,
    rows: count,
    frameWidth: count,
    frameHeight: count,
    secondsPerFrame: z.number().positive(),
  }),
  waveform: z.object({ file: fileName('json'), peaksPerSecond: z.number().positive() }),
  renditions: z
    .array(
      z.object({
        file: fileName('mp4'),
        width: count,
        height: count,
        frameRate: z.number().positive(),
        bitrate: z.number().positive(),
        sizeBytes: count,
        videoCodec: z.string(),
        audioCodec: z.string(),
      }),
    )
    .min(1),
})
type SampleFacts = z.output<typeof sampleFacts>

/** Reads sample.json; throws when it is not what its script writes. */
function parseSampleFacts(json: string): SampleFacts {
  return sampleFacts.parse(JSON.parse(json))
}
