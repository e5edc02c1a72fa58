import { throwIfCancelled } from '../cutter-error.ts'
import type { LoadedPacket, PacketRef } from '../demux/common/packet-ref.ts'
import { withLengthBytes } from '../h264/nal-units.ts'
import { pictureStart } from '../h264/picture-start.ts'
import { LARGE_PIXELS } from '../media-limits.ts'
import { isGoodStart } from '../plan/clean-start.ts'
import { continuedSettings } from '../plan/encoder-choice.ts'
import type { FrameWindow } from '../plan/frame-window.ts'
import type { Reencode, SplicePlan } from '../plan/splice-plan.ts'
import type { ClipPacket } from './clip-track.ts'
import { continuedTail } from './continued-tail.ts'
import {
  CLIP_LENGTH_BYTES,
  type EncodedPiece,
  encodePiece,
  type PieceInput,
  type PieceSettings,
} from './encoded-piece.ts'

export interface SpliceInput extends PieceInput {
  plan: SplicePlan
  window: FrameWindow
  /** Settings for the head and for the tail: alike, but under different parameter set ids. */
  headSettings: PieceSettings
  tailSettings: PieceSettings
  take(packet: PacketRef): Promise<Uint8Array>
}

/** The pictures of one range while they are being made; times are counted from its first one. */
export interface SplicedRange {
  ticks: number
  packets: AsyncIterable<ClipPacket>
  /** Whether any picture is the source's own, and needs the source's parameter sets. */
  isCopying: boolean
  /** The encoders' parameter sets; known once all packets were taken. */
  encodedSets(): { sps: Uint8Array[]; pps: Uint8Array[] }
}

/**
 * The smart cut: the pictures before the first closed group are encoded anew, all others are the source's own, and the
 * few at the end that cannot be copied without a later one are encoded anew again, predicted from copied ones where that can be.
 * Head and tail are made side by side.
 */
export function splicedVideo(input: SpliceInput): SplicedRange {
  const { window, plan } = input
  const pieces: EncodedPiece[] = []
  return {
    ticks: window.endTick - window.firstTick,
    packets: splice(input, pieces),
    isCopying: plan.copy !== null,
    encodedSets: () => ({
      sps: pieces.flatMap((piece) => piece.sps),
      pps: pieces.flatMap((piece) => piece.pps),
    }),
  }
}

async function* splice(input: SpliceInput, pieces: EncodedPiece[]): AsyncGenerator<ClipPacket, void> {
  const { plan, packets, window } = input
  const head = plan.head ? makePiece(input, plan.head, input.headSettings) : null
  const tailPackets = plan.tail ? loadAll(input, plan.tail) : null
  // Beside the head, unless the pictures are so large that memory has no room for the codecs of both.
  const isSideBySide = input.stream.width * input.stream.height <= LARGE_PIXELS
  const made = () => tailPackets?.then((loaded) => makeTail(input, plan.tail!, loaded)) ?? null
  const early = isSideBySide ? made() : null
  // If the cut fails before the tail is asked for, its own failure has been told already.
  tailPackets?.catch(() => {})
  early?.catch(() => {})
  if (head) {
    const piece = await head
    pieces.push(piece)
    yield* piece.packets
  }
  const copy = plan.copy ?? { from: 0, to: 0 }
  for (let index = copy.from; index < copy.to; index++) {
    throwIfCancelled(input.signal)
    const packet = packets.at(index)!
    const isHeldForTail = plan.tail !== null && tailPackets !== null && index >= plan.tail.decodeFrom
    const own = isHeldForTail ? (await tailPackets)[index - plan.tail!.decodeFrom]!.data : await input.take(packet)
    const { lengthBytes } = input.configuration
    // What the source's table says of its pictures may be wrong; players seek by ours.
    const isSync = packet.isSync && isGoodStart(pictureStart(own, lengthBytes), 0)
    yield { pts: packet.pts - window.firstTick, isSync, data: withLengthBytes(own, lengthBytes, CLIP_LENGTH_BYTES) }
  }
  if (plan.tail) {
    const piece = (await (early ?? made()))!
    pieces.push(piece)
    yield* piece.packets
  }
}

async function loadAll(input: SpliceInput, { decodeFrom, decodeTo }: Reencode): Promise<LoadedPacket[]> {
  return Promise.all(input.packets.slice(decodeFrom, decodeTo).map((packet) => load(input, packet)))
}

async function load(input: SpliceInput, packet: PacketRef): Promise<LoadedPacket> {
  const { pts, duration, isSync, entryIndex } = packet
  return { pts, duration, isSync, entryIndex, data: await input.take(packet) }
}

async function makeTail(input: SpliceInput, tail: Reencode, packets: LoadedPacket[]): Promise<EncodedPiece> {
  const settings = continuedSettings(input.tailSettings.hasty, input.configuration)
  const continued = settings && (await continuedTail(input, settings, packets))
  return continued ?? (await encodePiece(input, tail, input.tailSettings, packets))
}

async function makePiece(input: SpliceInput, piece: Reencode, settings: PieceSettings): Promise<EncodedPiece> {
  async function* packets(): AsyncGenerator<LoadedPacket, void> {
    for (const packet of input.packets.slice(piece.decodeFrom, piece.decodeTo)) {
      yield await load(input, packet)
    }
  }
  return encodePiece(input, piece, settings, packets())
}
