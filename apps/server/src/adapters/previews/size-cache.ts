import { z } from 'zod'
import type { MeasuredRequest } from '../../ports/measured-request.ts'
import { type ByteSource, type LocatedRendition, type MeasureOrder, SourceReadError } from '../../ports/sources.ts'
import { createPreviewCache } from './preview-cache.ts'
import type { SizeIndexCacheOptions } from './size-index-cache.ts'

type Place = Pick<LocatedRendition, 'address' | 'headers' | 'container'>

export interface CachedSizesOptions extends Omit<SizeIndexCacheOptions, 'open'> {
  open(rendition: Place, signal: AbortSignal): Promise<ByteSource>
}

const place = z.object({ address: z.string(), headers: z.record(z.string(), z.string()), container: z.string() })
const measured = z.object({
  measure: place,
  /** Absent: with the frames; null: there is none. */
  audio: place.nullable().optional(),
  request: z.custom<MeasuredRequest>(),
  range: z.object({ startTime: z.number(), endTime: z.number() }),
})
const made = z.object({ bytes: z.number() })

/** A still is its first frame, wherever its range ends. */
function measuredBy(address: string): string {
  const { range, ...of } = measured.parse(JSON.parse(address))
  return of.request.kind === 'still' ? JSON.stringify({ ...of, startTime: range.startTime }) : address
}

/**
 * How large clips become whose size no index tells: measured when somebody asks, once for all who ask for the same, and kept for a day. What would be too
 * much work is not told.
 */
export function createSizeCache({ engine, files, clock, open }: CachedSizesOptions) {
  const sourceVideo = createPreviewCache({
    files,
    clock,
    nameOf: measuredBy,
    async make(address, filePath, signal) {
      const { measure, audio, request, range } = measured.parse(JSON.parse(address))
      const [source, beside] = await Promise.all([open(measure, signal), audio ? open(audio, signal) : audio])
      const order = { source, request: { kind: 'size', request, range }, filePath } as const
      await engine.readPreview(beside === undefined ? order : { ...order, audio: beside }, signal)
    },
  })

  return {
    async measureSize(
      { choice: { video, audio }, request, range }: MeasureOrder,
      signal: AbortSignal,
    ): Promise<number> {
      if (!video) throw new SourceReadError('source_failed', 'There is no frame to measure.')
      const audio = audio === video ? {} : { audio: audio && placeOf(audio) }
      const address = JSON.stringify({ measure: placeOf(video), ...audio, request, range })
      return made.parse(JSON.parse((await sourceVideo(address, signal)).toString('utf8'))).bytes
    },
  }
}

const placeOf = ({ address, headers, container }: LocatedRendition): Place => ({ address, headers, container })
