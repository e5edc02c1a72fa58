import { maxHeldFrames } from '../api/media-limits.ts'
import { parseAvcConfiguration } from '../bitstream/h264/avc-configuration.ts'
import { isReferenceSample } from '../bitstream/h264/nal-units.ts'
import type { Codecs } from '../codec/codecs.ts'
import { decodeFrames, type FrameStream } from '../codec/decode-video.ts'
import type { VideoFrame } from '../codec/video-frame.ts'
import type { LoadedPacket, Packets } from '../io/packet-ref.ts'
import { damageCheck } from './damage-check.ts'

/** The window of frames to decode, in ticks of their track. */
export interface WantedFrames {
  fromTick: number
  toTick: number
  /** Number of frames; null: unknown, and packets may contain single fields. */
  frames: number | null
}

/**
 * Decodes the frames with fromTick <= pts < toTick. A yielded frame is valid until the next one. Decoding stops after
 * the window.
 * @param packets in decode order, from a keyframe on
 * @throws CutterError broken_media when one of the frames, or a frame on which they depend, is damaged; decoders only
 * conceal such damage
 */
export async function* framesWithin(
  codecs: Codecs,
  stream: FrameStream,
  packets: Packets,
  { fromTick, toTick, frames }: WantedFrames,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ frame: VideoFrame; tick: number }, void> {
  const check = damageCheck(stream, { fromTick, toTick })
  const neededPackets = frames === null ? packets : withoutUnneededFrames(packets, fromTick, stream)
  async function* checkedPackets(): AsyncGenerator<LoadedPacket, void> {
    for await (const packet of neededPackets) {
      check.notePacket(packet)
      yield packet
    }
  }
  for await (const frame of decodeFrames(codecs, stream, checkedPackets(), signal, check.addDamagedTick)) {
    const tick = frame.timestamp
    if (frame.isDamaged) check.addDamagedTick(tick)
    if (tick < fromTick) continue
    check.requireIntact()
    if (tick < toTick) yield { frame, tick }
    else if (!check.isNeeded(tick)) return
  }
  check.requireIntact()
}

/** Drops frames of H.264 that come before the window and are no references: usually half of all earlier frames. */
async function* withoutUnneededFrames(
  packets: Packets,
  fromTick: number,
  { codec, configurations }: FrameStream,
): AsyncGenerator<LoadedPacket> {
  for await (const packet of packets) {
    const configuration = codec === 'h264' ? configurations[packet.entryIndex] : null
    const isNeeded = packet.pts >= fromTick || !configuration
    if (isNeeded || isReferenceSample(packet.data, parseAvcConfiguration(configuration).lengthBytes)) yield packet
  }
}

/**
 * Decodes frames ahead while the caller still encodes earlier ones, so that decoder and encoder work in parallel. A
 * yielded frame is valid until the next one is requested.
 */
export async function* framesAhead(
  frames: AsyncIterable<{ frame: VideoFrame }>,
  size: { width: number; height: number },
): AsyncGenerator<VideoFrame, void> {
  const maxFrames = maxHeldFrames(size)
  const queue: VideoFrame[] = []
  let isAbandoned = false
  let hasEnded = false
  let queueChange = Promise.withResolvers<void>()
  const notify = () => {
    queueChange.resolve()
    queueChange = Promise.withResolvers()
  }
  const decode = async () => {
    for await (const { frame } of frames) {
      // The clone shares the pixels and stays valid after the decoder reuses its own frame.
      queue.push(frame.clone())
      notify()
      while (queue.length >= maxFrames && !isAbandoned) await queueChange.promise
      if (isAbandoned) return
    }
  }
  const decoding = decode().finally(() => {
    hasEnded = true
    notify()
  })
  // A failure is thrown below, after the queued frames.
  decoding.catch(() => {})
  try {
    for (;;) {
      const frame = queue.shift()
      if (frame) {
        notify()
        try {
          yield frame
        } finally {
          frame.close()
        }
      } else if (hasEnded) {
        await decoding
        return
      } else {
        await queueChange.promise
      }
    }
  } finally {
    isAbandoned = true
    notify()
    await decoding.catch(() => {})
    for (const frame of queue) frame.close()
  }
}
