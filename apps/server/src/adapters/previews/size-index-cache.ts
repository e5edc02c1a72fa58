import { renditionToIndex } from '@kerf/domain/sizes/size-estimate'
import { z } from 'zod'
import type { Clock } from '../../ports/clock.ts'
import type { FileStore } from '../../ports/files.ts'
import type { MediaEngine } from '../../ports/media.ts'
import {
  type ByteSource,
  type LocatedRendition,
  type ResolvedVideo,
  type SizeIndex,
  SourceReadError,
} from '../../ports/sources.ts'
import { createPreviewCache } from './preview-cache.ts'

export interface SizeIndexCacheOptions {
  engine: Pick<MediaEngine, 'readPreview'>
  files: FileStore
  clock: Clock
  open(rendition: Pick<LocatedRendition, 'address' | 'headers'>, signal: AbortSignal): Promise<ByteSource>
}

/** Changes with the format of the stored file. */
const SHAPE = 4
const estimated = z.object({ estimate: z.string(), headers: z.record(z.string(), z.string()) })

/** From the index of one rendition, cached for a day. Throws SourceReadError where none has one. */
export function createSizeIndexCache({ engine, files, clock, open }: SizeIndexCacheOptions) {
  const video = createPreviewCache({
    files,
    clock,
    async make(address, filePath, signal) {
      const { estimate, headers } = estimated.parse(JSON.parse(address))
      const source = await open({ address: estimate, headers }, signal)
      await engine.readPreview({ source, request: { kind: 'sizeIndex' }, filePath }, signal)
    },
  })

  return {
    async readSizeIndex({ renditions }: ResolvedVideo, signal: AbortSignal): Promise<SizeIndex> {
      const address = addressOf(renditions)
      if (!address) throw new SourceReadError('source_failed', 'There is no frame to weigh.')
      return sizeIndexIn(await video(address, signal))
    },
  }
}

function addressOf(renditions: readonly LocatedRendition[]): string | null {
  const rendition = renditionToIndex(renditions)
  return rendition && JSON.stringify({ estimate: rendition.address, headers: rendition.headers, shape: SHAPE })
}

const sizeIndexIn = (file: Buffer): SizeIndex => JSON.parse(file.toString('utf8')) as SizeIndex
