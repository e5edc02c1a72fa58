import type { AudioFormat, LoudnessMeter, PeakLimiter } from '../../audio-codecs.ts'
import { openAudioFilter } from './audio-filter.ts'

/** Oversampling factor of the limiter, so that it limits true peaks. */
const OVERSAMPLING = 4
/** Attack and release time of the limiter. */
const LIMITER_TIMES = { attackMilliseconds: 5, releaseMilliseconds: 50 } as const

/** @param ceiling highest true peak in dBTP */
export async function openPeakLimiter(ceiling: number, format: AudioFormat): Promise<PeakLimiter> {
  const { attackMilliseconds, releaseMilliseconds } = LIMITER_TIMES
  const limit = `limit=${10 ** (ceiling / 20)}:attack=${attackMilliseconds}:release=${releaseMilliseconds}`
  const { filter, flush, close } = await openAudioFilter(
    [
      `aresample=${OVERSAMPLING * format.sampleRate}`,
      // `latency` compensates the delay of the look-ahead; `level` 0 turns off automatic gain.
      `alimiter=${limit}:latency=1:level=0`,
      `aresample=${format.sampleRate}`,
    ].join(','),
    format,
  )
  return { limit: filter, flush, close }
}

/** Opens a meter that uses FFmpeg's ebur128 filter. */
export async function openLoudnessMeter(format: AudioFormat): Promise<LoudnessMeter> {
  const { filter, flush, filterNamed, close } = await openAudioFilter('ebur128@meter=peak=true:framelog=quiet', format)
  return {
    async add(samples) {
      for await (const _ of filter(samples));
    },
    async finish() {
      for await (const _ of flush());
      const meter = filterNamed('ebur128@meter')
      return { lufs: Number(meter.getOption('integrated')), peak: Number(meter.getOption('true_peak')) }
    },
    close,
  }
}
