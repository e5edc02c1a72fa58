import { unsupportedMedia } from '../../../api/cutter-error.ts'
import type { AudioEncoder, AudioEncoderConfig, Samples } from '../../audio-codecs.ts'
import { stateSignal } from '../shared/state-signal.ts'

/** Samples of a packet of 20 ms at 48 kHz. */
const FRAME_SAMPLES = 960
const FRAME_MICROSECONDS = 20_000
const MAX_QUEUED_BLOCKS = 8

/** Finds the settings by which this browser encodes Opus; null if it cannot. */
export async function findOpusConfig({
  sampleRate,
  channels,
  bitrate,
}: AudioEncoderConfig): Promise<globalThis.AudioEncoderConfig | null> {
  const config: globalThis.AudioEncoderConfig = {
    codec: 'opus',
    sampleRate,
    numberOfChannels: channels,
    ...(typeof bitrate === 'number' && { bitrate }),
    opus: { application: 'audio', frameDuration: FRAME_MICROSECONDS } as OpusEncoderConfig,
  }
  const support = await globalThis.AudioEncoder?.isConfigSupported(config).catch(() => null)
  return support?.supported ? config : null
}

/** Opens an encoder of Opus by WebCodecs. */
export async function openOpusEncoder(config: AudioEncoderConfig): Promise<AudioEncoder> {
  const browserConfig = await findOpusConfig(config)
  if (!browserConfig) throw unsupportedMedia('This browser cannot encode Opus.')
  const configuration = await readConfiguration(browserConfig)
  const encoder = browserEncoder(browserConfig, () => {})
  return {
    frameSamples: FRAME_SAMPLES,
    configuration,
    finalConfiguration: () => configuration,
    encode: encoder.encode,
    flush: encoder.flush,
    close: encoder.close,
  }
}

/** The header of Opus. The browser gives it only with a packet, so one of silence is encoded for it. */
async function readConfiguration(config: globalThis.AudioEncoderConfig): Promise<Uint8Array> {
  let configuration: Uint8Array | null = null
  const encoder = browserEncoder(config, (description) => {
    configuration ??= new Uint8Array(description)
  })
  try {
    const silence = new Float32Array(FRAME_SAMPLES)
    await encoder.encode(Array.from({ length: config.numberOfChannels }, () => silence))
    await encoder.flush()
  } finally {
    encoder.close()
  }
  if (!configuration) throw unsupportedMedia('The Opus encoder of this browser gives no header.')
  return configuration
}

function browserEncoder(config: globalThis.AudioEncoderConfig, onDescription: (description: ArrayBuffer) => void) {
  const signal = stateSignal()
  let packets: Uint8Array[] = []
  let failure: Error | null = null
  let sentSamples = 0
  const encoder = new globalThis.AudioEncoder({
    output(chunk, metadata) {
      const { description } = metadata?.decoderConfig ?? {}
      if (description) onDescription(copyBytes(description))
      const packet = new Uint8Array(chunk.byteLength)
      chunk.copyTo(packet)
      packets.push(packet)
      signal.notify()
    },
    error(error) {
      failure ??= unsupportedMedia(`The audio encoder of this browser failed: ${error.message}`)
      signal.notify()
    },
  })
  encoder.ondequeue = signal.notify
  encoder.configure(config)

  const takePackets = (): Uint8Array[] => {
    if (failure) throw failure
    const readyPackets = packets
    packets = []
    return readyPackets
  }

  return {
    async encode(samples: Samples): Promise<Uint8Array[]> {
      const data = audioDataOf(samples, config.sampleRate, sentSamples)
      sentSamples += samples[0]!.length
      if (!failure) encoder.encode(data)
      data.close()
      while (!failure && encoder.encodeQueueSize > MAX_QUEUED_BLOCKS) await signal.next()
      return takePackets()
    },
    async flush(): Promise<Uint8Array[]> {
      if (!failure) await encoder.flush().catch(() => {})
      return takePackets()
    },
    close(): void {
      if (encoder.state !== 'closed') encoder.close()
    },
  }
}

function copyBytes(source: AllowSharedBufferSource): ArrayBuffer {
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
  return Uint8Array.from(bytes).buffer
}

function audioDataOf(samples: Samples, sampleRate: number, position: number): globalThis.AudioData {
  const numberOfFrames = samples[0]!.length
  const data = new Float32Array(numberOfFrames * samples.length)
  for (const [channel, plane] of samples.entries()) data.set(plane, channel * numberOfFrames)
  return new globalThis.AudioData({
    format: 'f32-planar',
    sampleRate,
    numberOfFrames,
    numberOfChannels: samples.length,
    timestamp: Math.round((position * 1e6) / sampleRate),
    data,
  })
}
