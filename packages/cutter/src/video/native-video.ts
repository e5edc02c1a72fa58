import { brokenMedia, throwIfCancelled, unsupportedMedia } from '../api/cutter-error.ts'
import type { NativeCodec } from '../bitstream/codec-names.ts'
import type { Codecs } from '../codec/codecs.ts'
import type { FrameStream } from '../codec/decode-video.ts'
import type { VideoEncoderConfig } from '../codec/video-codecs.ts'
import type { EncodedChunk, VideoFrame } from '../codec/video-frame.ts'
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
  codecs: Codecs
  stream: FrameStream
  settings: VideoEncoderConfig
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
  { codecs, stream, settings, window, onFrame, signal }: NativeVideoInput,
  packets: Packets,
  fromTick: number,
): AsyncGenerator<ClipPacket, void> {
  const encoder = codecs.videoEncoder(settings)
  const toClipPackets = (chunks: EncodedChunk[]): ClipPacket[] =>
    chunks.map(({ type, timestamp, data }) => ({ pts: timestamp - window.firstTick, isSync: type === 'key', data }))
  let first: Pick<VideoFrame, 'codedWidth' | 'codedHeight'> | null = null
  try {
    const range = { fromTick, toTick: window.lastTick + 1, frames: null }
    const counter = countShownFrames(settings.codec, packets, range)
    let frames = 0
    for await (const { frame } of framesWithin(codecs, stream, counter.packets, range, signal)) {
      frames += 1
      onFrame('encoded')
      const { codedWidth, codedHeight } = frame
      first ??= { codedWidth, codedHeight }
      if (codedWidth !== first.codedWidth || codedHeight !== first.codedHeight) {
        throw unsupportedMedia('The frames change their size inside of the range.')
      }
      yield* toClipPackets(await encoder.encode(frame))
    }
    if (frames !== counter.frames()) throw brokenMedia(`Of ${counter.frames()} frames only ${frames} could be decoded.`)
    yield* toClipPackets(await encoder.flush())
  } finally {
    encoder.close()
  }
}

async function nextPacket(source: AsyncIterator<LoadedPacket>): Promise<LoadedPacket | null> {
  const result = await source.next()
  return result.done ? null : result.value
}
