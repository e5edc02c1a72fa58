import { z } from 'zod'
import type { MeasuredWish } from '../../ports/measured-wish.ts'
import { type LocatedRendition, type MeasureOrder, type MediaSource, SourceReadError } from '../../ports/sources.ts'
import { createKeptFilm } from './kept-film.ts'
import type { KeptWeightsOptions } from './kept-weights.ts'

type Place = Pick<LocatedRendition, 'address' | 'headers' | 'container'>

export interface KeptSizesOptions extends Omit<KeptWeightsOptions, 'open'> {
  open(rendition: Place, signal: AbortSignal): Promise<MediaSource>
}

const place = z.object({ address: z.string(), headers: z.record(z.string(), z.string()), container: z.string() })
const measured = z.object({
  measure: place,
  /** Absent: with the pictures; null: there is none. */
  sound: place.nullable().optional(),
  wish: z.custom<MeasuredWish>(),
  range: z.object({ startTime: z.number(), endTime: z.number() }),
})
const made = z.object({ bytes: z.number() })

/** A still is its first picture, wherever its range ends. */
function measuredBy(address: string): string {
  const { range, ...of } = measured.parse(JSON.parse(address))
  return of.wish.kind === 'still' ? JSON.stringify({ ...of, startTime: range.startTime }) : address
}

/**
 * How large clips become whose size no index tells: measured when somebody asks, once for all who ask for the same, and kept for a day. What would be too
 * much work is not told.
 */
export function createKeptSizes({ engine, files, clock, open }: KeptSizesOptions) {
  const film = createKeptFilm({
    files,
    clock,
    nameOf: measuredBy,
    async make(address, filePath, signal) {
      const { measure, sound, wish, range } = measured.parse(JSON.parse(address))
      const [source, beside] = await Promise.all([open(measure, signal), sound ? open(sound, signal) : sound])
      const order = { source, wish: { kind: 'size', wish, range }, filePath } as const
      await engine.readFilm(beside === undefined ? order : { ...order, sound: beside }, signal)
    },
  })

  return {
    async measureSize({ choice: { video, audio }, wish, range }: MeasureOrder, signal: AbortSignal): Promise<number> {
      if (!video) throw new SourceReadError('source_failed', 'There is no picture to measure.')
      const sound = audio === video ? {} : { sound: audio && placeOf(audio) }
      const address = JSON.stringify({ measure: placeOf(video), ...sound, wish, range })
      return made.parse(JSON.parse((await film(address, signal)).toString('utf8'))).bytes
    },
  }
}

const placeOf = ({ address, headers, container }: LocatedRendition): Place => ({ address, headers, container })
