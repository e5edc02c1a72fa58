import { PEAKS_PER_SECOND } from '../../packages/domain/src/ranges/film.ts'
import type { Mix } from './instruments.ts'

export const waveformFile = 'sample-waveform.json'

/** The loudest sample of each stretch, on either channel, in percent of full scale. */
export function soundWaveform({ sampleRate, left, right }: Mix): { peaksPerSecond: number; peaks: number[] } {
  const peaks: number[] = []
  const count = Math.ceil((left.length / sampleRate) * PEAKS_PER_SECOND)
  for (let peak = 0; peak < count; peak++) {
    const from = Math.round((peak * sampleRate) / PEAKS_PER_SECOND)
    const to = Math.min(left.length, Math.round(((peak + 1) * sampleRate) / PEAKS_PER_SECOND))
    let loudest = 0
    for (let index = from; index < to; index++) {
      loudest = Math.max(loudest, Math.abs(left[index]!), Math.abs(right[index]!))
    }
    peaks.push(Math.min(100, Math.round(100 * loudest)))
  }
  return { peaksPerSecond: PEAKS_PER_SECOND, peaks }
}
