import type { Loudness } from '../../src/audio/loudness.ts'
import { measureLoudness } from '../../src/audio/loudness.ts'
import { nativeCodecs } from '../../src/codec/native/native-codecs.ts'
import { seededRandom } from './seeded-random.ts'

/**
 * Synthetic audio. `make` returns its value for a time in seconds and a channel: -1 to 1, or beyond that where it
 * clips.
 */
export interface LoudSource {
  name: string
  channels: 1 | 2 | 6
  sampleRate: number
  make(): (seconds: number, channel: number) => number
}

const RADIANS_PER_TURN = 2 * Math.PI
const tone = (hertz: number, seconds: number) => Math.sin(RADIANS_PER_TURN * hertz * seconds)

/** Noise that falls by about 3 dB an octave (Kellet's filter). Each channel has its own noise. */
function pinkNoise(seed: number, channels: number) {
  const states = Array.from({ length: channels }, (_, channel) => ({
    random: seededRandom(seed + channel),
    poles: [0, 0, 0],
  }))
  return (channel: number) => {
    const { random, poles } = states[channel]!
    const white = 2 * random() - 1
    poles[0] = 0.99765 * poles[0]! + 0.099046 * white
    poles[1] = 0.963 * poles[1]! + 0.2965164 * white
    poles[2] = 0.57 * poles[2]! + 1.0526913 * white
    return (poles[0] + poles[1] + poles[2] + 0.1848 * white) / 6
  }
}

/** Syllables of noise and a voice's harmonics, with pauses between sentences. */
function speech(seed: number, channels: number) {
  const noise = pinkNoise(seed, channels)
  return (seconds: number, channel: number) => {
    const sentence = seconds % 3 < 2.4 ? 1 : 0.002
    const syllable = Math.max(0, tone(4, seconds)) ** 2
    const pitch = 120 + 20 * tone(0.7, seconds)
    const voice = [1, 2, 3, 5, 8].reduce((sum, harmonic) => sum + tone(pitch * harmonic, seconds) / harmonic, 0)
    return sentence * syllable * (0.25 * voice + 0.3 * noise(channel))
  }
}

/** Chords under a beat of drums. */
function music(seed: number, channels: number) {
  const noise = pinkNoise(seed, channels)
  return (seconds: number, channel: number) => {
    const root = [220, 196, 174.6, 233][Math.floor(seconds) % 4]!
    const chord = [1, 1.26, 1.5, 2, 3].reduce((sum, step) => sum + tone(root * step + channel, seconds), 0)
    const beat = Math.exp(-14 * (seconds % 0.5))
    return (
      0.06 * chord + 0.5 * beat * tone(60, seconds) + 0.5 * Math.exp(-30 * ((seconds + 0.25) % 0.5)) * noise(channel)
    )
  }
}

type SignalMaker = (seed: number, channels: number) => (seconds: number, channel: number) => number

const loudSource = (
  name: string,
  makeSignal: SignalMaker,
  gain: number,
  channels: 1 | 2 | 6 = 2,
  sampleRate = 48_000,
): LoudSource => ({
  name,
  channels,
  sampleRate,
  make() {
    const sampleAt = makeSignal(name.length, channels)
    return (seconds, channel) => gain * sampleAt(seconds, channel)
  },
})

const plainNoise: SignalMaker = (seed, channels) => {
  const noise = pinkNoise(seed, channels)
  return (_, channel) => noise(channel)
}
/** Quiet noise with one loud bang per second. */
const bangs: SignalMaker = (seed, channels) => {
  const noise = pinkNoise(seed, channels)
  return (seconds, channel) => noise(channel) * (0.05 + 2 * Math.exp(-40 * (seconds % 1)))
}
/** A square wave of changing level. Its edges are higher between samples than at them. */
const squareWave: SignalMaker = () => (seconds) =>
  Math.sign(tone(437, seconds)) * (0.4 + 0.6 * Math.abs(tone(0.2, seconds)))

export const LOUD_SOURCES: readonly LoudSource[] = [
  loudSource('quiet speech', speech, 0.03),
  loudSource('speech', speech, 0.6),
  loudSource('loud speech, clipped', speech, 6),
  loudSource('speech of one channel', speech, 0.4, 1, 44_100),
  loudSource('speech of few samples', speech, 0.3, 1, 22_050),
  loudSource('music', music, 0.7),
  loudSource('quiet music', music, 0.02, 2, 44_100),
  loudSource('loud music, clipped', music, 8),
  loudSource('music of one channel', music, 0.5, 1),
  loudSource('music in 5.1', music, 0.5, 6),
  loudSource('quiet music in 5.1', music, 0.03, 6),
  loudSource('noise', plainNoise, 0.5),
  loudSource('quiet noise', plainNoise, 0.01),
  loudSource('noise, clipped', plainNoise, 10),
  loudSource('noise in 5.1', plainNoise, 0.3, 6),
  loudSource('bangs', bangs, 0.5),
  loudSource('quiet bangs', bangs, 0.05),
  loudSource('bangs of one channel', bangs, 0.9, 1, 44_100),
  loudSource('a square wave', squareWave, 1, 2, 44_100),
  loudSource('a tone', () => (seconds) => tone(997, seconds), 0.1),
]

const SPEAKERS = { 1: 0x4, 2: 0x3, 6: 0x3f } as const
const FLOAT_FORMAT = 3
const EXTENSIBLE = 0xfffe
const SAMPLE_BYTES = 4

/** A WAV of 32-bit floats that are clipped at full scale. */
export function wavOf({ channels, sampleRate, make }: LoudSource, seconds: number): Buffer {
  const samples = Math.round(seconds * sampleRate)
  const data = Buffer.alloc(samples * channels * SAMPLE_BYTES)
  const sampleAt = make()
  for (let sample = 0; sample < samples; sample++) {
    for (let channel = 0; channel < channels; channel++) {
      const value = Math.max(-1, Math.min(1, sampleAt(sample / sampleRate, channel)))
      data.writeFloatLE(value, (sample * channels + channel) * SAMPLE_BYTES)
    }
  }
  const header = Buffer.alloc(68)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(header.length - 8 + data.length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(40, 16)
  header.writeUInt16LE(EXTENSIBLE, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * channels * SAMPLE_BYTES, 28)
  header.writeUInt16LE(channels * SAMPLE_BYTES, 32)
  header.writeUInt16LE(8 * SAMPLE_BYTES, 34)
  header.writeUInt16LE(22, 36)
  header.writeUInt16LE(8 * SAMPLE_BYTES, 38)
  header.writeUInt32LE(SPEAKERS[channels], 40)
  header.writeUInt16LE(FLOAT_FORMAT, 44)
  header.write('000000001000800000aa00389b71', 46, 'hex')
  header.write('data', 60, 'latin1')
  header.writeUInt32LE(data.length, 64)
  return Buffer.concat([header, data])
}

/** Measures the loudness of audio that was decoded as a whole. */
export function loudnessOf(audio: { sampleRate: number; channels: Float32Array[] }): Promise<Loudness> {
  async function* block() {
    yield { startSample: 0, channels: audio.channels }
  }
  return measureLoudness(nativeCodecs, block(), { sampleRate: audio.sampleRate, channels: audio.channels.length })
}

/** Loudness of a signal around a sample, divided by the loudness of a reference signal there. */
export function loudnessRatio(signal: Float32Array, reference: Float32Array, at: number, radius: number): number {
  const power = (samples: Float32Array) =>
    samples.subarray(Math.max(0, at - radius), at + radius).reduce((sum, sample) => sum + sample * sample, 0)
  return Math.sqrt(power(signal) / power(reference))
}
