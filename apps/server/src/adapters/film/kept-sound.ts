import { type Waveform, waveform } from '@kerf/contract/video'
import { renditionToHear } from '@kerf/domain/formats/rendition-choice'
import { PEAKS_PER_SECOND, WHOLE_WAVEFORM_SECONDS } from '@kerf/domain/ranges/film'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { z } from 'zod'
import type { LocatedWaveform, ResolvedVideo, VideoSource } from '../../ports/sources.ts'
import { createKeptFilm } from './kept-film.ts'
import type { KeptWeightsOptions } from './kept-weights.ts'

/** Which sound it is, and where it can be read for now. */
const soundAddress = z.object({
  sound: z.string(),
  hear: z.string(),
  headers: z.record(z.string(), z.string()),
  piece: z.object({ startTime: z.number(), endTime: z.number() }).optional(),
})
type SoundAddress = z.output<typeof soundAddress>

export interface KeptSound {
  /** null for a video without sound. */
  locate(reference: string, video: ResolvedVideo): LocatedWaveform | null
  read: NonNullable<VideoSource['readWaveform']>
}

/**
 * How loud a video is, from the smallest of its renditions that sounds right: read when somebody looks, of a long video only
 * the piece that they look at, and kept for a day, for all who look at that video.
 */
export function createKeptSound({ engine, files, clock, open }: KeptWeightsOptions): KeptSound {
  const film = createKeptFilm({
    files,
    clock,
    nameOf(address) {
      const { sound, piece } = parse(address)
      return JSON.stringify({ sound, piece })
    },
    async make(address, filePath, signal) {
      const { hear, headers, piece } = parse(address)
      const source = await open({ address: hear, headers }, signal)
      const wish = { kind: 'waveform', peaksPerSecond: PEAKS_PER_SECOND, part: piece } as const
      await engine.readFilm({ source, wish, filePath }, signal)
    },
  })

  return {
    locate(reference, { renditions, durationSeconds }) {
      const rendition = renditionToHear(renditions)
      if (!rendition) return null
      const { id, sizeBytes, address: hear, headers } = rendition
      const sound = [reference, id, sizeBytes, durationSeconds].join(' ')
      return {
        peaksPerSecond: PEAKS_PER_SECOND,
        address: JSON.stringify({ sound, hear, headers } satisfies SoundAddress),
        ...(durationSeconds > WHOLE_WAVEFORM_SECONDS ? { inPieces: true } : {}),
      }
    },

    async read(address: string, signal: AbortSignal, piece?: TimeRange): Promise<Waveform> {
      const order = JSON.stringify({ ...parse(address), piece } satisfies SoundAddress)
      return waveform.parse(JSON.parse((await film(order, signal)).toString('utf8')))
    },
  }
}

const parse = (address: string): SoundAddress => soundAddress.parse(JSON.parse(address))
