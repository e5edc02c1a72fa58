import { unsupportedMedia } from '../../../api/cutter-error.ts'
import type { AudioCodecName } from '../../../bitstream/codec-names.ts'
import type { AudioDecoder, AudioDecoderConfig, Samples } from '../../audio-codecs.ts'
import type { EncodedChunk } from '../../video-frame.ts'
import { stateSignal } from '../shared/state-signal.ts'
import { isPcm, pcmDecoder } from './pcm-decoder.ts'
import { PlainAudio } from './plain-audio.ts'

/** Time after which the audio of a chunk is late. Damaged chunks have none, and nothing says so. */
const AUDIO_TIMEOUT_MILLISECONDS = 150
/** The object type of AAC LC, the usual one. */
const AAC_LC = 2
const EXTENDED_TYPE = 31
const CODEC_STRINGS: Partial<Record<AudioCodecName, string>> = {
  mp3: 'mp3',
  opus: 'opus',
  flac: 'flac',
  vorbis: 'vorbis',
  ac3: 'ac-3',
  eac3: 'ec-3',
  alac: 'alac',
}
const STREAM_MARKER = [0x66, 0x4c, 0x61, 0x43]
/** Header of a last metadata block of FLAC of type 0 (STREAMINFO), with its 34 bytes. */
const STREAMINFO_HEADER = [0x80, 0, 0, 34]
const PRE_SKIP_AT = 10
/** Opus with more channels needs its header, which maps them. */
const MAX_CHANNELS_WITHOUT_HEADER = 2

/** Opens a decoder of WebCodecs, or our own for PCM. */
export async function openAudioDecoder(config: AudioDecoderConfig): Promise<AudioDecoder> {
  if (isPcm(config.codec)) return pcmDecoder(config, config.codec)
  const browserConfig = await findAudioDecoderConfig(config)
  if (!browserConfig) throw unsupportedMedia(`This browser cannot decode ${config.codec.toUpperCase()} audio.`)
  return browserDecoder(browserConfig, config.timescale)
}

/** Finds the settings by which this browser decodes audio; null if it cannot. */
export async function findAudioDecoderConfig(
  config: Omit<AudioDecoderConfig, 'timescale'>,
): Promise<globalThis.AudioDecoderConfig | null> {
  const { codec, sampleRate, channels, configuration } = config
  const name = codec === 'aac' ? `mp4a.40.${aacObjectType(configuration)}` : CODEC_STRINGS[codec]
  if (!name) return null
  const description = configuration && descriptionOf(config, configuration)
  const browserConfig: globalThis.AudioDecoderConfig = {
    codec: name,
    sampleRate,
    numberOfChannels: channels,
    ...(description && { description }),
  }
  const support = await globalThis.AudioDecoder.isConfigSupported(browserConfig).catch(() => null)
  return support?.supported ? browserConfig : null
}

/** The object type at the start of an AudioSpecificConfig. */
function aacObjectType(configuration: Uint8Array | null): number {
  const [first = 0, second = 0] = configuration ?? []
  const type = first >> 3
  if (type === EXTENDED_TYPE) return 32 + (((first & 7) << 3) | (second >> 5))
  return type || AAC_LC
}

function descriptionOf(
  { codec, channels }: Pick<AudioDecoderConfig, 'codec' | 'channels'>,
  configuration: Uint8Array,
): Uint8Array<ArrayBuffer> | null {
  const description = new Uint8Array(configuration)
  switch (codec) {
    case 'aac':
    case 'vorbis':
    case 'alac':
      return description
    case 'flac':
      return STREAM_MARKER.every((byte, at) => description[at] === byte)
        ? description
        : Uint8Array.from([...STREAM_MARKER, ...STREAMINFO_HEADER, ...description])
    case 'opus':
      if (channels <= MAX_CHANNELS_WITHOUT_HEADER) return null
      // A browser would leave out the delay of the encoder, but the container's times count it.
      description.fill(0, PRE_SKIP_AT, PRE_SKIP_AT + 2)
      return description
    default:
      return null
  }
}

type BrowserDecoder = globalThis.AudioDecoder

/**
 * Decodes chunk by chunk. Browsers count time by the decoded samples, so that a gap would be lost: the audio of a chunk
 * is awaited, and gets the tick of that chunk. WebKit gives it one chunk later, and a busy machine gives it late.
 */
function browserDecoder(config: globalThis.AudioDecoderConfig, timescale: number): AudioDecoder {
  const signal = stateSignal()
  let decoder: BrowserDecoder | null = null
  let outputs: PlainAudio[] = []
  /** Ticks of the chunks whose audio is awaited, in order; null for audio that is dropped. */
  let awaitedTicks: (number | null)[] = []
  /** Whether the first chunk of a decoder has no audio. */
  const isSilentAtStart = config.codec === 'vorbis'
  /** Number of chunks that the decoder takes before it gives the audio of the first one. */
  let delayedChunks = 0

  const open = (): BrowserDecoder => {
    awaitedTicks = []
    const opened: BrowserDecoder = new globalThis.AudioDecoder({
      output(data) {
        const isExtra = awaitedTicks.length === 0
        const tick = awaitedTicks.shift() ?? null
        // Firefox gives empty audio for the first packet of Vorbis.
        if (data.numberOfFrames > 0 && (isExtra || tick !== null))
          outputs.push(new PlainAudio(samplesOf(data), data.sampleRate, tick))
        data.close()
        signal.notify()
      },
      error() {
        // The next chunk gets a new decoder.
        if (decoder === opened) decoder = null
        signal.notify()
      },
    })
    opened.configure(config)
    return opened
  }

  const send = (target: BrowserDecoder, { timestamp, data }: EncodedChunk): void => {
    const microseconds = Math.round((timestamp * 1e6) / timescale)
    target.decode(new EncodedAudioChunk({ type: 'key', timestamp: microseconds, data }))
  }

  const take = (): PlainAudio[] => {
    const readyAudio = outputs
    outputs = []
    return readyAudio
  }

  /** Lets the decoder finish, to learn which chunks have audio. Then it gets the last chunk again, whose audio overlaps the next. */
  const settle = async (target: BrowserDecoder, lastChunk: EncodedChunk): Promise<void> => {
    const awaitedCount = awaitedTicks.length
    await target.flush().catch(() => {})
    if (decoder !== target) return
    const lateCount = awaitedCount - awaitedTicks.length
    delayedChunks = Math.max(delayedChunks, lateCount)
    // A damaged chunk has no audio again.
    awaitedTicks = lateCount > 0 && !isSilentAtStart ? [null] : []
    send(target, lastChunk)
  }

  return {
    async decode(chunk) {
      decoder ??= open()
      const target = decoder
      awaitedTicks.push(chunk.timestamp)
      send(target, chunk)
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        signal.notify()
      }, AUDIO_TIMEOUT_MILLISECONDS)
      while (decoder && awaitedTicks.length > delayedChunks && !isLate) await signal.next()
      clearTimeout(timer)
      if (isLate && decoder === target) await settle(target, chunk)
      return take()
    },
    async flush() {
      await decoder?.flush().catch(() => {})
      return take()
    },
    close() {
      if (decoder && decoder.state !== 'closed') decoder.close()
      decoder = null
    },
  }
}

function samplesOf(data: globalThis.AudioData): Samples {
  const { numberOfChannels, numberOfFrames } = data
  // WebKit of GNOME crashes where planes are copied as they are.
  if (data.format === 'f32-planar') return deinterleave(interleavedSamples(data), numberOfChannels)
  return Array.from({ length: numberOfChannels }, (_, planeIndex) => {
    const samples = new Float32Array(numberOfFrames)
    data.copyTo(samples, { planeIndex, format: 'f32-planar' })
    return samples
  })
}

function interleavedSamples(data: globalThis.AudioData): Float32Array {
  const samples = new Float32Array(data.numberOfFrames * data.numberOfChannels)
  data.copyTo(samples, { planeIndex: 0, format: 'f32' })
  return samples
}

function deinterleave(samples: Float32Array, channels: number): Samples {
  const planes = Array.from({ length: channels }, () => new Float32Array(samples.length / channels))
  for (const [channel, plane] of planes.entries())
    for (let at = 0; at < plane.length; at++) plane[at] = samples[at * channels + channel]!
  return planes
}
