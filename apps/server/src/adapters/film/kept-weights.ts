import { renditionToIndex } from '@kerf/domain/sizes/size-estimate'
import { z } from 'zod'
import type { Clock } from '../../ports/clock.ts'
import type { FileStore } from '../../ports/files.ts'
import type { MediaEngine } from '../../ports/media.ts'
import {
  type ByteSource,
  type LocatedRendition,
  type ResolvedVideo,
  SourceReadError,
  type Weights,
} from '../../ports/sources.ts'
import { createKeptFilm } from './kept-film.ts'

export interface KeptWeightsOptions {
  engine: Pick<MediaEngine, 'readFilm'>
  files: FileStore
  clock: Clock
  open(rendition: Pick<LocatedRendition, 'address' | 'headers'>, signal: AbortSignal): Promise<ByteSource>
}

/** Of another shape than those that may be kept from before. */
const SHAPE = 4
const weighed = z.object({ weigh: z.string(), headers: z.record(z.string(), z.string()) })

/**
 * Where in a video its bytes are, from the index of one of its renditions: some kilobytes of it, read once and kept for a day.
 * Throws SourceReadError where no rendition has such an index.
 */
export function createKeptWeights({ engine, files, clock, open }: KeptWeightsOptions) {
  const film = createKeptFilm({
    files,
    clock,
    async make(address, filePath, signal) {
      const { weigh, headers } = weighed.parse(JSON.parse(address))
      const source = await open({ address: weigh, headers }, signal)
      await engine.readFilm({ source, wish: { kind: 'sizeIndex' }, filePath }, signal)
    },
  })

  return {
    async readWeights({ renditions }: ResolvedVideo, signal: AbortSignal): Promise<Weights> {
      const address = addressOf(renditions)
      if (!address) throw new SourceReadError('source_failed', 'There is no picture to weigh.')
      return weightsIn(await film(address, signal))
    },
  }
}

function addressOf(renditions: readonly LocatedRendition[]): string | null {
  const rendition = renditionToIndex(renditions)
  return rendition && JSON.stringify({ weigh: rendition.address, headers: rendition.headers, shape: SHAPE })
}

const weightsIn = (file: Buffer): Weights => JSON.parse(file.toString('utf8')) as Weights
