import { FF_ENCODER_LIBSVTAV1, FF_ENCODER_LIBVPX_VP8, FF_ENCODER_LIBVPX_VP9 } from 'node-av/constants'
import { type CodecContext, Dictionary, type Frame } from 'node-av/lib'
import { brokenMedia, throwIfCancelled, unsupportedMedia } from '../api/cutter-error.ts'
import { LARGE_PIXELS } from '../api/media-limits.ts'
import type { NativeCodec } from '../bitstream/codec-names.ts'
import type { FrameStream } from '../codec/decode-video.ts'
import { contextFor, frameEncoder } from '../codec/frame-encoder.ts'
import type { LoadedPacket, Packets } from '../io/packet-ref.ts'
import type { ClipPacket } from '../supply/clip-track.ts'
import { framesWithin } from './frames.ts'
import {
  copyableLength,
  countShownFrames,
  type NativePacketFacts,
  nativePacketFacts,
  REACH_PACKETS,
} from './native-packets.ts'

export interface NativeVideoInput {
  stream: FrameStream
  settings: NativeEncoderSettings
  /** Packets in decode order, which is also presentation order, beginning with a keyframe. */
  packets: AsyncIterable<LoadedPacket>
  /** Whether the packets include the packet after the range, or the media ends with the range. */
  isEndKnown: boolean
  window: { firstTick: number; lastTick: number }
  onFrame(how: 'copied' | 'encoded'): void
  signal: AbortSignal | undefined
}

interface PacketWithFacts {
  packet: LoadedPacket
  facts: NativePacketFacts
}

/**
 * The smart cut of VP8, VP9 and AV1. Their decode order is the presentation order, so a range may end at any packet.
 * But a packet may contain a hidden frame that depends on content after the range. In that case the last frames are
 * re-encoded. Times are counted from the range's first frame.
 */
export async function* nativeVideo(input: NativeVideoInput): AsyncGenerator<ClipPacket, void> {
  const { window } = input
  const codec = input.settings.codec
  const source = input.packets[Symbol.asyncIterator]()
  try {
    const start: { packet: LoadedPacket | null } = { packet: null }
    async function* headPackets(): AsyncGenerator<LoadedPacket, void> {
      for (let packet = await nextPacket(source); packet; packet = await nextPacket(source)) {
        if (packet.pts > window.lastTick) return
        if (packet.pts >= window.firstTick && nativePacketFacts(codec, packet.data).isKey) {
          start.packet = packet
          return
        }
        yield packet
      }
    }
    yield* encodeFrames(input, headPackets(), window.firstTick)
    if (start.packet) yield* copyPackets(input, start.packet, source)
  } finally {
    await source.return?.()
  }
}

/** Copies packets from the first keyframe on. Packets are held back until it is certain that they can be copied. */
async function* copyPackets(
  input: NativeVideoInput,
  first: LoadedPacket,
  source: AsyncIterator<LoadedPacket>,
): AsyncGenerator<ClipPacket, void> {
  const codec: NativeCodec = input.settings.codec
  const { lastTick } = input.window
  let gop: PacketWithFacts[] = []
  let copiedCount = 0
  let isEndClosed = input.isEndKnown
  for (let packet: LoadedPacket | null = first; packet; packet = await nextPacket(source)) {
    throwIfCancelled(input.signal)
    const facts = nativePacketFacts(codec, packet.data)
    if (packet.pts > lastTick) {
      isEndClosed = facts.isKey
      break
    }
    if (facts.isKey) {
      for (const gopPacket of gop.slice(copiedCount)) yield copyPacket(input, gopPacket)
      gop = []
      copiedCount = 0
    }
    gop.push({ packet, facts })
    if (gop.length - copiedCount > REACH_PACKETS[codec]) {
      yield copyPacket(input, gop[copiedCount]!)
      copiedCount += 1
    }
  }
  const closedLength = isEndClosed
    ? gop.length
    : copyableLength(
        gop.map(({ facts }) => facts),
        REACH_PACKETS[codec],
      )
  const copyTo = Math.max(copiedCount, closedLength)
  for (const gopPacket of gop.slice(copiedCount, copyTo)) yield copyPacket(input, gopPacket)
  const tail = gop[copyTo]
  if (tail) {
    const packets = gop.map(({ packet }) => packet)
    yield* encodeFrames(input, packets, tail.packet.pts)
  }
}

function copyPacket(input: NativeVideoInput, { packet, facts }: PacketWithFacts): ClipPacket {
  if (facts.isShown) input.onFrame('copied')
  return { pts: packet.pts - input.window.firstTick, isSync: facts.isKey, data: packet.data }
}

async function* encodeFrames(
  { stream, settings, window, onFrame, signal }: NativeVideoInput,
  packets: Packets,
  fromTick: number,
): AsyncGenerator<ClipPacket, void> {
  const encoder = nativeFrameEncoder(settings)
  const fromFirst = (encodedPackets: ClipPacket[]) =>
    encodedPackets.map((packet) => ({ ...packet, pts: packet.pts - window.firstTick }))
  try {
    const range = { fromTick, toTick: window.lastTick + 1, frames: null }
    const counter = countShownFrames(settings.codec, packets, range)
    let frames = 0
    for await (const { frame } of framesWithin(stream, counter.packets, range, signal)) {
      frames += 1
      onFrame('encoded')
      yield* fromFirst(await encoder.encode(frame))
    }
    if (frames !== counter.frames()) throw brokenMedia(`Of ${counter.frames()} frames only ${frames} could be decoded.`)
    yield* fromFirst(await encoder.finish())
  } finally {
    encoder.close()
  }
}

async function nextPacket(source: AsyncIterator<LoadedPacket>): Promise<LoadedPacket | null> {
  const result = await source.next()
  return result.done ? null : result.value
}

interface NativeEncoderSettings {
  codec: NativeCodec
  /** Ticks per second of the frames' timestamps. */
  timescale: number
  frameRate: number
  /** Maximum bitrate in bits per second, with a buffer of one second; null: no limit. */
  maxBitrate: number | null
  threads: number
}

const ENCODERS = { vp8: FF_ENCODER_LIBVPX_VP8, vp9: FF_ENCODER_LIBVPX_VP9, av1: FF_ENCODER_LIBSVTAV1 } as const
/** Constant quality, from 0 to 63; lower is better. It is similar to the quality of the copied frames. */
const CONSTANT_QUALITY = { vp8: 20, vp9: 33, av1: 33 } as const
const KEYFRAME_SECONDS = 5
const LARGEST_BITRATE = 200_000_000
const LEAST_BITRATE = 100_000

// SVT-AV1 reads its log level only from the environment. By default it logs all its settings for each clip.
process.env.SVT_LOG ??= '1'

/** Encodes frames of one size in the codec of the media. The first frame determines pixel format and colours. */
function nativeFrameEncoder(settings: NativeEncoderSettings) {
  let firstSize: { width: number; height: number } | null = null
  const encoder = frameEncoder(
    (frame) => openNativeEncoder(frame, settings),
    ({ pts, isKeyframe, data }) => ({ pts: Number(pts), isSync: isKeyframe, data: Uint8Array.from(data!) }),
  )
  return {
    ...encoder,
    async encode(frame: Frame) {
      firstSize ??= { width: frame.width, height: frame.height }
      if (frame.width !== firstSize.width || frame.height !== firstSize.height) {
        throw unsupportedMedia('The frames change their size inside of the range.')
      }
      return encoder.encode(frame)
    },
  }
}

async function openNativeEncoder(frame: Frame, settings: NativeEncoderSettings): Promise<CodecContext> {
  const { codec: name, frameRate, maxBitrate } = settings
  const { codec, context } = contextFor(frame, ENCODERS[name], settings)
  context.gopSize = Math.max(1, Math.round(frameRate * KEYFRAME_SECONDS))
  const bitrate = Math.round(Math.max(LEAST_BITRATE, maxBitrate ?? LARGEST_BITRATE))
  if (name === 'av1' && maxBitrate !== null) {
    context.rcMaxRate = BigInt(bitrate)
    context.rcBufferSize = bitrate
  } else if (name === 'vp8' || (name === 'vp9' && maxBitrate !== null)) {
    // Quality decides, but VP8 needs a limit, because it would otherwise use its default bitrate.
    context.bitRate = BigInt(bitrate)
    context.rcBufferSize = bitrate
  }
  const isLarge = frame.width * frame.height > LARGE_PIXELS
  const result = await context.open2(codec, Dictionary.fromObject(optionsFor(name, isLarge)))
  if (result < 0) {
    context.freeContext()
    throw unsupportedMedia(`Frames like these cannot be encoded as ${name}.`)
  }
  return context
}

/** Options that save memory for large frames: no lookahead, and two threads. SVT-AV1 would otherwise hold gigabytes. */
const MEMORY_SAVING_OPTIONS = ':pred-struct=1:lookahead=0:lp=2'
function optionsFor(codec: NativeCodec, isLarge: boolean): Record<string, string> {
  if (codec === 'av1') {
    // Presets from 10 on replace blocks at hard edges with blocks of other frames.
    const preset = isLarge ? '9' : '8'
    const params = `scd=0:enable-overlays=0${isLarge ? MEMORY_SAVING_OPTIONS : ''}`
    return { preset, crf: String(CONSTANT_QUALITY.av1), 'svtav1-params': params }
  }
  const commonOptions = {
    deadline: 'realtime',
    crf: String(CONSTANT_QUALITY[codec]),
    'lag-in-frames': '0',
    'auto-alt-ref': '0',
  }
  return codec === 'vp8' ? { ...commonOptions, 'cpu-used': '12' } : { ...commonOptions, 'cpu-used': '8', 'row-mt': '1' }
}
