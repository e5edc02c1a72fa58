import './buffer-global.ts'
import { readStamp } from '@kerf/stamped-media/stamp'
import type { AudioEncoderConfig, AudioFormat, Samples } from '../../../src/codec/audio-codecs.ts'
import type { FadeInput } from '../../../src/codec/frame-tools.ts'
import type { H264EncoderConfig, VideoEncoder, VideoEncoderConfig } from '../../../src/codec/video-codecs.ts'
import type { EncodedChunk, Rectangle, VideoFrame } from '../../../src/codec/video-frame.ts'
import { missingCodecs } from '../../../src/codec/web/missing-codecs.ts'
import { webCodecs } from '../../../src/codec/web/web-codecs.ts'
import { type Lateness, withLateAudio } from './late-audio-decoder.ts'
import type { StreamPackets } from './stream-packets.ts'

/** A frame as a test sees it. */
interface SeenFrame {
  timestamp: number
  number: number | null
  width: number
  height: number
  aspect: [num: number, den: number]
}

/** Bytes in base64, because a test and its page exchange JSON. */
const bytesOfBase64 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'))
const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

const chunkOf = ({ isSync, pts, data }: StreamPackets['packets'][number]): EncodedChunk => ({
  type: isSync ? 'key' : 'delta',
  timestamp: pts,
  data: bytesOfBase64(data),
})

async function* decoded(stream: StreamPackets, refusedTicks: number[] = []): AsyncGenerator<VideoFrame> {
  const { codec, width, height, timescale, description, colours } = stream
  const decoder = await webCodecs.openVideoDecoder({
    codec: codec as 'h264',
    codedWidth: width,
    codedHeight: height,
    timescale,
    description: description === null ? null : bytesOfBase64(description),
    colours: colours ?? null,
    onRefused: (tick) => refusedTicks.push(tick),
  })
  try {
    for (const packet of stream.packets) yield* decoder.decode(chunkOf(packet))
    yield* decoder.flush()
  } finally {
    decoder.close()
  }
}

async function numberOf(frame: VideoFrame): Promise<number | null> {
  const pixels = await frame.readPixels()
  const { codedWidth: width, codedHeight: height } = frame
  // Firefox gives RGB, whose green is used as luma.
  const isRgb = pixels.length === width * height * 4
  return readStamp({ width, height }, (x, y) => pixels[isRgb ? 4 * (y * width + x) + 1 : y * width + x] ?? 0)
}

async function encodeWith(encoder: VideoEncoder, frames: AsyncIterable<VideoFrame>) {
  const chunks: EncodedChunk[] = []
  for await (const frame of frames) chunks.push(...(await encoder.encode(frame)))
  chunks.push(...(await encoder.flush()))
  return chunks.map(({ type, timestamp, data }) => ({ isSync: type === 'key', pts: timestamp, data: base64Of(data) }))
}

const samplesOf = (channels: readonly string[]): Samples =>
  channels.map((channel) => new Float32Array(bytesOfBase64(channel).buffer))

const commands = {
  async decodeVideo(stream: StreamPackets): Promise<{ frames: SeenFrame[]; refusedTicks: number[] }> {
    const refusedTicks: number[] = []
    const frames: SeenFrame[] = []
    for await (const frame of decoded(stream, refusedTicks)) {
      const { timestamp, codedWidth: width, codedHeight: height, pixelAspect } = frame
      frames.push({
        timestamp,
        number: await numberOf(frame),
        width,
        height,
        aspect: [pixelAspect.num, pixelAspect.den],
      })
    }
    return { frames, refusedTicks }
  },

  /** Decodes a stream, and encodes its frames again. */
  async encodeH264(stream: StreamPackets, config: H264EncoderConfig) {
    const encoder = webCodecs.h264Encoder(config)
    try {
      const packets = await encodeWith(encoder, decoded(stream))
      const { sps, pps } = encoder.parameterSets()
      return { packets, sps: sps.map(base64Of), pps: pps.map(base64Of), look: encoder.look() }
    } finally {
      encoder.close()
    }
  },

  async encodeVideo(stream: StreamPackets, config: VideoEncoderConfig) {
    const encoder = webCodecs.videoEncoder(config)
    try {
      return { packets: await encodeWith(encoder, decoded(stream)) }
    } finally {
      encoder.close()
    }
  },

  /** Scales, crops and darkens the frames of a stream. @returns their planes */
  async scaledFrames(
    stream: StreamPackets,
    size: { width: number; height: number },
    area: Rectangle | null,
    fade: FadeInput | null,
  ): Promise<string[]> {
    const scaler = webCodecs.frameScaler(size)
    const fader = fade && webCodecs.videoFader(fade)
    const planes: string[] = []
    for await (const frame of decoded(stream)) {
      const scaled = await scaler.scale(frame, area)
      const faded = fader ? await fader.fade(scaled, frame.timestamp / stream.timescale) : scaled
      planes.push(base64Of(await faded.readPixels()))
    }
    scaler.close()
    fader?.close()
    return planes
  },

  decodeAudio,

  decodeLateAudio: (lateness: Lateness, ...input: Parameters<typeof decodeAudio>) =>
    withLateAudio(lateness, () => decodeAudio(...input)),

  async encodeAudio(config: AudioEncoderConfig, channels: string[], blockSamples: number) {
    const encoder = await webCodecs.openAudioEncoder(config)
    try {
      const samples = samplesOf(channels)
      const length = samples[0]!.length
      const packets: Uint8Array[] = []
      const started = performance.now()
      for (let at = 0; at < length; at += blockSamples) {
        const block = samples.map((channel) => channel.slice(at, at + blockSamples))
        packets.push(...(await encoder.encode(block)))
      }
      packets.push(...(await encoder.flush()))
      return {
        frameSamples: encoder.frameSamples,
        configuration: base64Of(encoder.configuration),
        finalConfiguration: base64Of(encoder.finalConfiguration()),
        packets: packets.map(base64Of),
        milliseconds: performance.now() - started,
      }
    } finally {
      encoder.close()
    }
  },

  missingCodecs,
}

export type CodecCommands = typeof commands

async function decodeAudio(stream: StreamPackets, output: AudioFormat) {
  const { codec, sampleRate, channels, timescale, description } = stream
  const decoder = await webCodecs.openAudioDecoder({
    codec: codec as 'aac',
    sampleRate,
    channels,
    timescale,
    configuration: description === null ? null : bytesOfBase64(description),
  })
  const converter = webCodecs.audioConverter(output)
  const blocks: Samples[] = []
  const timestamps: (number | null)[] = []
  const started = performance.now()
  const take = (audio: Awaited<ReturnType<typeof decoder.decode>>) => {
    for (const data of audio) {
      timestamps.push(data.timestamp)
      blocks.push(converter.convert(data))
      data.close()
    }
  }
  for (const packet of stream.packets) take(await decoder.decode(chunkOf(packet)))
  take(await decoder.flush())
  const rest = converter.flush()
  if (rest) blocks.push(rest)
  decoder.close()
  converter.close()
  const planes = Array.from({ length: output.channels }, (_, channel) =>
    base64Of(new Uint8Array(new Float32Array(blocks.flatMap((block) => [...block[channel]!])).buffer)),
  )
  return { timestamps, channels: planes, milliseconds: performance.now() - started }
}

globalThis.addEventListener('message', (event: MessageEvent) => {
  const { command, values } = event.data as { command: keyof CodecCommands; values: never[] }
  const run = commands[command] as (...given: never[]) => Promise<unknown>
  run(...values)
    .then(
      (result) => ({ result }),
      (error: Error & { code?: string }) => ({
        error: `${error.code ?? error.name}: ${error.message}`,
        stack: error.stack,
      }),
    )
    .then((answer) => globalThis.postMessage(answer))
})
globalThis.postMessage({ isReady: true })
