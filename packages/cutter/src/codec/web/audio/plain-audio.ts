import type { AudioData, Samples } from '../../audio-codecs.ts'

/** Decoded audio in memory of the page. */
export class PlainAudio implements AudioData {
  readonly timestamp: number | null
  readonly sampleRate: number
  readonly samples: Samples

  constructor(samples: Samples, sampleRate: number, timestamp: number | null) {
    this.samples = samples
    this.sampleRate = sampleRate
    this.timestamp = timestamp
  }

  get numberOfFrames(): number {
    return this.samples[0]!.length
  }

  get numberOfChannels(): number {
    return this.samples.length
  }

  close(): void {}
}

/** The audio of these codecs in an AudioData. */
export function plainAudioOf(data: AudioData): PlainAudio {
  if (!(data instanceof PlainAudio)) throw new TypeError('The audio was decoded by other codecs.')
  return data
}
