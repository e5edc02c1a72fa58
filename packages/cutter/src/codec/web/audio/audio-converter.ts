import type { AudioConverter, AudioFormat, Samples } from '../../audio-codecs.ts'
import { mixingMatrix } from './mixing-matrix.ts'
import { type PlainAudio, plainAudioOf } from './plain-audio.ts'
import { resampler } from './resampler.ts'

/** Opens a converter of sample rate and channels. Channels are those of the standard layout for their number. */
export function audioConverter({ sampleRate, channels }: AudioFormat): AudioConverter {
  let format: string | null = null
  let mix: ((samples: Samples) => Samples) | null = null
  let rateChange: ReturnType<typeof resampler> | null = null

  const open = (audio: PlainAudio): void => {
    format = sampleFormatOf(audio)
    mix = audio.numberOfChannels === channels ? null : mixerOf(mixingMatrix(audio.numberOfChannels, channels))
    rateChange = audio.sampleRate === sampleRate ? null : resampler(audio.sampleRate, sampleRate, channels)
  }

  const close = (): void => {
    format = null
    rateChange = null
  }

  return {
    hasOtherFormat: (data) => format !== null && format !== sampleFormatOf(plainAudioOf(data)),
    convert(data) {
      const audio = plainAudioOf(data)
      if (format !== sampleFormatOf(audio)) open(audio)
      const mixedSamples = mix ? mix(audio.samples) : audio.samples
      return rateChange ? rateChange.resample(mixedSamples) : mixedSamples
    },
    flush() {
      const delayedSamples = rateChange?.flush() ?? null
      close()
      return delayedSamples
    },
    close,
  }
}

function sampleFormatOf({ sampleRate, numberOfChannels }: PlainAudio): string {
  return `${sampleRate} ${numberOfChannels}`
}

const mixerOf =
  (matrix: number[][]) =>
  (samples: Samples): Samples =>
    matrix.map((row) => {
      const mixed = new Float32Array(samples[0]!.length)
      for (const [channel, share] of row.entries()) {
        if (share === 0) continue
        const plane = samples[channel]!
        for (let at = 0; at < mixed.length; at++) mixed[at]! += share * plane[at]!
      }
      return mixed
    })
