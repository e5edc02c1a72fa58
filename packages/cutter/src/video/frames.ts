import type { Frame } from 'node-av/lib'
import { mostHeldFrames } from '../api/media-limits.ts'
import { parseAvcConfiguration } from '../bitstream/h264/avc-configuration.ts'
import { isReferenceSample } from '../bitstream/h264/nal-units.ts'
import { decodeFrames, type FrameStream } from '../codec/decode-video.ts'
import type { LoadedPacket, Packets } from '../io/packet-ref.ts'
import { damageCheck } from './damage-check.ts'

/** Frames of a range, in ticks of their track. */
export interface WantedFrames {
  fromTick: number
  toTick: number
  /** null: their number is unknown, and packets may hold half a frame each. */
  frames: number | null
}

/**
 * The frames with fromTick <= pts < toTick, each valid until the next. Stops decoding once the window is passed.
 * @param packets in decode order, from a keyframe on
 * @throws CutterError broken_media when the decoder found errors in one of them or in one on which they depend; it conceals
 * them by guessing
 */
export async function* framesWithin(
  stream: FrameStream,
  packets: Packets,
  { fromTick, toTick, frames }: WantedFrames,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ frame: Frame; tick: number }, void> {
  const check = damageCheck(stream, { fromTick, toTick })
  const needed = frames === null ? packets : withoutUnseen(packets, fromTick, stream)
  async function* expected(): AsyncGenerator<LoadedPacket, void> {
    for await (const packet of needed) {
      check.expect(packet)
      yield packet
    }
  }
  for await (const frame of decodeFrames(stream, expected(), signal, check.add)) {
    const tick = Number(frame.pts)
    if (frame.decodeErrorFlags !== 0) check.add(tick)
    if (tick < fromTick) continue
    check.requireSound()
    if (tick < toTick) yield { frame, tick }
    else if (!check.isNeeded(tick)) return
  }
  check.requireSound()
}

/** Frames of H.264 that are not shown and not referred to need no decoding: usually half of all. */
async function* withoutUnseen(
  packets: Packets,
  fromTick: number,
  { codec, configurations }: FrameStream,
): AsyncGenerator<LoadedPacket> {
  for await (const packet of packets) {
    const configuration = codec === 'h264' ? configurations[packet.entryIndex] : null
    const isSeen = packet.pts >= fromTick || !configuration
    if (isSeen || isReferenceSample(packet.data, parseAvcConfiguration(configuration).lengthBytes)) yield packet
  }
}

/**
 * The same frames, decoded while those before them are still worked on, so that decoder and encoder keep all processors
 * busy between them. A yielded frame is valid until the next one is requested.
 */
export async function* framesAhead(
  frames: AsyncIterable<{ frame: Frame }>,
  size: { width: number; height: number },
): AsyncGenerator<Frame, void> {
  const most = mostHeldFrames(size)
  const waiting: Frame[] = []
  let isLeft = false
  let hasEnded = false
  let changed = Promise.withResolvers<void>()
  const notify = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  const decode = async () => {
    for await (const { frame } of frames) {
      // The same pixels, which outlive the decoder's own reference.
      waiting.push(frame.clone()!)
      notify()
      while (waiting.length >= most && !isLeft) await changed.promise
      if (isLeft) return
    }
  }
  const decoding = decode().finally(() => {
    hasEnded = true
    notify()
  })
  // A failure is thrown when there are no more frames.
  decoding.catch(() => {})
  try {
    for (;;) {
      const frame = waiting.shift()
      if (frame) {
        notify()
        try {
          yield frame
        } finally {
          frame.free()
        }
      } else if (hasEnded) {
        await decoding
        return
      } else {
        await changed.promise
      }
    }
  } finally {
    isLeft = true
    notify()
    await decoding.catch(() => {})
    for (const frame of waiting) frame.free()
  }
}
