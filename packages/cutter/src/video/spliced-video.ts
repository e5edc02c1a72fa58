import { throwIfCancelled } from '../api/cutter-error.ts'
import { readFrameStart } from '../bitstream/h264/frame-start.ts'
import { withLengthBytes } from '../bitstream/h264/nal-units.ts'
import type { Codecs } from '../codec/codecs.ts'
import type { FrameStream } from '../codec/decode-video.ts'
import type { LoadedPacket, PacketRef } from '../io/packet-ref.ts'
import { isGoodStart } from '../plan/clean-start.ts'
import type { SpliceVideoTask } from '../plan/plan-video.ts'
import type { Reencode } from '../plan/splice-plan.ts'
import type { ClipPacket } from '../supply/clip-track.ts'
import type { EncodedSeam } from './encoded-seam.ts'
import type { SeamSettings } from './rate-rule.ts'
import { CLIP_LENGTH_BYTES, encodeSeam } from './seam.ts'

/** A range to splice, with its settings and its supply of packets. */
export interface SpliceInput extends SpliceVideoTask {
  codecs: Codecs
  stream: FrameStream
  settings: SeamSettings
  /** Whether head and tail are encoded at once. */
  isParallel: boolean
  take(packet: PacketRef): Promise<Uint8Array>
  onFrame(): void
  signal: AbortSignal | undefined
}

/** The video of one range. Its pieces are made on request; times are counted from its first frame. */
export interface SplicedRange {
  ticks: number
  /** Copied packets, and seams whose parameter sets still have the ids of their encoder. */
  pieces: AsyncIterable<ClipPacket | EncodedSeam>
  /** Whether any frame is copied, and needs the source's parameter sets. */
  isCopying: boolean
}

/**
 * The smart cut of H.264. Frames before the first IDR frame are re-encoded (head), then packets are copied, and the
 * last frames, which depend on a frame after the range, are re-encoded (tail). Head and tail are encoded in parallel where
 * memory suffices.
 */
export function splicedVideo(input: SpliceInput): SplicedRange {
  const { window, plan } = input
  return {
    ticks: window.endTick - window.firstTick,
    pieces: splice(input),
    isCopying: plan.copy !== null,
  }
}

async function* splice(input: SpliceInput): AsyncGenerator<ClipPacket | EncodedSeam, void> {
  const { plan, packets, window, configuration } = input
  const { lengthBytes } = configuration
  const encode = (seam: 'head' | 'tail', seamPackets: Parameters<typeof encodeSeam>[2]) => {
    const settings = input.settings[seam]
    return encodeSeam({ ...input, settings, zeroTick: window.firstTick }, plan[seam]!, seamPackets)
  }
  const head = plan.head ? encode('head', loadInOrder(input, plan.head)) : null
  const tailPackets = plan.tail ? loadAll(input, plan.tail) : null
  const encodeTail = async () => encode('tail', (await tailPackets)!)
  const parallelTail = plan.tail && input.isParallel ? encodeTail() : null
  // Nothing awaits these promises if the cut fails earlier.
  for (const promise of [head, tailPackets, parallelTail]) promise?.catch(() => {})
  if (head) yield await head
  const copy = plan.copy ?? { from: 0, to: 0 }
  for (let index = copy.from; index < copy.to; index++) {
    throwIfCancelled(input.signal)
    const packet = packets.at(index)!
    const isHeldForTail = plan.tail !== null && index >= plan.tail.decodeFrom
    const data = isHeldForTail ? (await tailPackets)![index - plan.tail!.decodeFrom]!.data : await input.take(packet)
    // The source's table of sync samples may be wrong, but players seek by the clip's table.
    const isSync = packet.isSync && isGoodStart(readFrameStart(data, lengthBytes), 0)
    yield { pts: packet.pts - window.firstTick, isSync, data: withLengthBytes(data, lengthBytes, CLIP_LENGTH_BYTES) }
  }
  if (plan.tail) yield await (parallelTail ?? encodeTail())
}

async function* loadInOrder(
  input: SpliceInput,
  { decodeFrom, decodeTo }: Reencode,
): AsyncGenerator<LoadedPacket, void> {
  for (const packet of input.packets.slice(decodeFrom, decodeTo)) yield await loadPacket(input, packet)
}

function loadAll(input: SpliceInput, { decodeFrom, decodeTo }: Reencode): Promise<LoadedPacket[]> {
  return Promise.all(input.packets.slice(decodeFrom, decodeTo).map((packet) => loadPacket(input, packet)))
}

async function loadPacket(input: SpliceInput, packet: PacketRef): Promise<LoadedPacket> {
  return { ...packet, data: await input.take(packet) }
}
