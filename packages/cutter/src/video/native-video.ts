import { throwIfCancelled } from '../api/cutter-error.ts'
import type { NativeCodec } from '../bitstream/codec-names.ts'
import { decodeFrames, type FrameStream } from '../codec/decode-video.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'
import type { ClipPacket } from '../supply/clip-track.ts'
import { framesWithin } from './frames.ts'
import { type NativeEncoderSettings, nativeFrameEncoder } from './native-encoder.ts'
import { closedUntil, type NativePacketFacts, nativePacketFacts, REACH_PACKETS } from './native-packets.ts'

export interface NativeVideoInput {
  stream: FrameStream
  settings: NativeEncoderSettings
  /** In decode order, which is that of presentation too, beginning with a frame that needs no earlier one. */
  packets: AsyncIterable<LoadedPacket>
  /** Whether the packets continue after the range, if there are any. */
  areGoingOn: boolean
  window: { firstTick: number; lastTick: number }
  onFrame(how: 'copied' | 'encoded'): void
  signal: AbortSignal | undefined
}

interface KnownPacket {
  packet: LoadedPacket
  facts: NativePacketFacts
}

/**
 * The smart cut in a codec of WebM. No frame of these is decoded before an earlier one, so the end may lie anywhere; only,
 * a packet may hide a frame that is meant for later. Where that might be one from behind the range, the last frames are
 * re-encoded. Times are counted from the range's first frame.
 */
export async function* nativeVideo(input: NativeVideoInput): AsyncGenerator<ClipPacket, void> {
  const { window } = input
  const codec = input.settings.codec
  const source = input.packets[Symbol.asyncIterator]()
  try {
    const start: { packet: LoadedPacket | null } = { packet: null }
    async function* headPackets(): AsyncGenerator<LoadedPacket, void> {
      for (let result = await source.next(); !result.done; result = await source.next()) {
        const packet = result.value
        if (packet.pts > window.lastTick) return
        if (packet.pts >= window.firstTick && nativePacketFacts(codec, packet.data).isKey) {
          start.packet = packet
          return
        }
        yield packet
      }
    }
    yield* encoded(input, headPackets(), window.firstTick)
    if (start.packet) yield* copied(input, start.packet, source)
  } finally {
    await source.return?.()
  }
}

/** Packets are held back until it is sure that they may be copied. */
async function* copied(
  input: NativeVideoInput,
  first: LoadedPacket,
  source: AsyncIterator<LoadedPacket>,
): AsyncGenerator<ClipPacket, void> {
  const codec: NativeCodec = input.settings.codec
  const { lastTick } = input.window
  let group: KnownPacket[] = []
  let given = 0
  let isEndClosed = input.areGoingOn
  for (let packet: LoadedPacket | null = first; packet; packet = await nextOf(source)) {
    throwIfCancelled(input.signal)
    const facts = nativePacketFacts(codec, packet.data)
    if (packet.pts > lastTick) {
      isEndClosed = facts.isKey
      break
    }
    if (facts.isKey) {
      for (const known of group.slice(given)) yield copyOf(input, known)
      group = []
      given = 0
    }
    group.push({ packet, facts })
    if (group.length - given > REACH_PACKETS[codec]) {
      yield copyOf(input, group[given]!)
      given += 1
    }
  }
  const closed = isEndClosed
    ? group.length
    : closedUntil(
        group.map(({ facts }) => facts),
        REACH_PACKETS[codec],
      )
  const copyTo = Math.max(given, closed)
  for (const known of group.slice(given, copyTo)) yield copyOf(input, known)
  const tail = group[copyTo]
  if (tail) {
    const packets = group.map(({ packet }) => packet)
    yield* encoded(input, packets, tail.packet.pts)
  }
}

function copyOf(input: NativeVideoInput, { packet, facts }: KnownPacket): ClipPacket {
  if (facts.isShown) input.onFrame('copied')
  return { pts: packet.pts - input.window.firstTick, isSync: facts.isKey, data: packet.data }
}

async function* encoded(
  { stream, settings, window, onFrame, signal }: NativeVideoInput,
  packets: AsyncIterable<LoadedPacket> | Iterable<LoadedPacket>,
  fromTick: number,
): AsyncGenerator<ClipPacket, void> {
  const encoder = nativeFrameEncoder(settings)
  try {
    const shown = { fromTick, toTick: window.lastTick + 1 }
    for await (const { frame } of framesWithin(decodeFrames(stream, packets, signal), shown)) {
      onFrame('encoded')
      for (const { pts, isKey, data } of await encoder.encode(frame)) {
        yield { pts: pts - window.firstTick, isSync: isKey, data }
      }
    }
    for (const { pts, isKey, data } of await encoder.finish()) {
      yield { pts: pts - window.firstTick, isSync: isKey, data }
    }
  } finally {
    encoder.close()
  }
}

async function nextOf(source: AsyncIterator<LoadedPacket>): Promise<LoadedPacket | null> {
  const result = await source.next()
  return result.done ? null : result.value
}
