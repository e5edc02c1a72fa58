import type { Frame } from 'node-av/lib'
import { decodePictures, type PictureStream } from '../codec/decode-pictures.ts'
import { type EncodedPicture, PictureEncoder, type PictureEncoderSettings } from '../codec/picture-encoder.ts'
import { CutterError, throwIfCancelled } from '../cutter-error.ts'
import type { AvcConfiguration } from '../h264/avc-configuration.ts'
import { isPictureNal, isReferenceSample, joinLengthPrefixed, withLengthBytes } from '../h264/nal-units.ts'
import { pictureStart } from '../h264/picture-start.ts'
import type { PacketList } from '../index/packet-list.ts'
import type { LoadedPacket, PacketRef } from '../index/packet-ref.ts'
import { LARGE_PIXELS } from '../media-limits.ts'
import { isGoodStart } from '../plan/clean-start.ts'
import { thriftySettings } from '../plan/encoder-choice.ts'
import type { FrameWindow } from '../plan/frame-window.ts'
import { bytesAtSeam } from '../plan/seam-size.ts'
import type { Reencode, SplicePlan } from '../plan/splice-plan.ts'
import type { ClipPacket } from './clip-track.ts'
import { framesAhead } from './frames-ahead.ts'
import { framesWithin } from './frames-within.ts'
import { type Made, nearestInSize } from './nearest-size.ts'
import { PieceEncoder } from './piece-encoder.ts'
import { isRight, type Looked, thriftiest } from './thrifty-size.ts'

/** Shorter lengths, which a source may have, would be too short for pictures encoded anew. */
export const CLIP_LENGTH_BYTES = 4

export interface SpliceInput {
  stream: PictureStream
  configuration: AvcConfiguration
  /** In decode order; the plan's indexes point into it. */
  packets: PacketList
  plan: SplicePlan
  window: FrameWindow
  /** Settings for the head and for the tail: alike, but under different parameter set ids. */
  headSettings: PictureEncoderSettings
  tailSettings: PictureEncoderSettings
  /** How many times larger than usual the pictures at the seams are to be. */
  seamScale: number
  /** What all pictures at the seams may take beside what the clip covers; null where nobody minds. */
  mostSeamBytes: number | null
  take(packet: PacketRef): Promise<Uint8Array>
  onFrame(): void
  signal: AbortSignal | undefined
}

interface EncodedPiece {
  packets: ClipPacket[]
  sps: Uint8Array[]
  pps: Uint8Array[]
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
 * few at the end that cannot be copied without a later one are encoded anew again. Head and tail are made side by side.
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

function makeTail(input: SpliceInput, tail: Reencode, packets: LoadedPacket[]): Promise<EncodedPiece> {
  return encodePiece(input, tail, input.tailSettings, packets)
}

async function makePiece(input: SpliceInput, piece: Reencode, settings: PictureEncoderSettings): Promise<EncodedPiece> {
  async function* packets(): AsyncGenerator<LoadedPacket, void> {
    for (const packet of input.packets.slice(piece.decodeFrom, piece.decodeTo)) {
      yield await load(input, packet)
    }
  }
  return encodePiece(input, piece, settings, packets())
}

/** A piece as it was made once. */
interface MadePiece extends Made {
  packets: ClipPacket[]
  /** On average; null where it was not measured. */
  decibels: number | null
  sets: { sps: Uint8Array[]; pps: Uint8Array[] }
}

async function encodePiece(
  input: SpliceInput,
  piece: Reencode,
  settings: PictureEncoderSettings,
  packets: AsyncIterable<LoadedPacket> | Iterable<LoadedPacket>,
): Promise<EncodedPiece> {
  const encoder = pieceEncoder(input, piece, settings)
  const kept: LoadedPacket[] = []
  const isHeld = isRemade(input.stream, piece)
  const isSized = isHeld && settings.isSteered === true
  const mostBytes = isHeld ? mostBytesOf(input, piece) : null
  const isKept = isSized || mostBytes !== null
  try {
    const first = await makePictures(input, piece, isKept ? keeping(packets, kept) : packets, {
      encode: async (frame) => {
        await encoder.encode(frame)
        input.onFrame()
      },
      finish: () => encoder.finish(),
    })
    const made: MadePiece = { ...first, quality: encoder.meanQuantizer, sets: encoder.parameterSets }
    const again = (quality: number) => makeAgain(input, piece, kept, { ...settings, preset: encoder.preset, quality })
    const nearest = isSized ? await nearestInSize(made, encoder.wantedSize, again) : made
    const isWrong = mostBytes !== null && !isRight(nearest, mostBytes)
    const toldBytes = isSized ? encoder.wantedSize.bytes : null
    const least = isWrong ? await makeThriftily(input, piece, kept, settings, nearest, { mostBytes, toldBytes }) : null
    const { sets, packets: pictures } = least ?? nearest
    return { packets: pictures, ...sets }
  } finally {
    encoder.close()
  }
}

/** Of what all pieces may take, its part. */
function mostBytesOf({ packets, plan, stream, mostSeamBytes }: SpliceInput, piece: Reencode): number | null {
  if (mostSeamBytes === null) {
    return null
  }
  const usual = (one: Reencode | null) => (one ? bytesAtSeam(packets, one, stream) : 0)
  return (mostSeamBytes * usual(piece)) / Math.max(1, usual(plan.head) + usual(plan.tail))
}

/** Within what the clip may take, as far as it can be without being seen. */
function makeThriftily(
  input: SpliceInput,
  piece: Reencode,
  packets: readonly LoadedPacket[],
  settings: PictureEncoderSettings,
  hasty: MadePiece,
  limits: { mostBytes: number; toldBytes: number | null },
): Promise<(MadePiece & Looked) | null> {
  const { pts } = input.packets
  const isReordered = pts.some((tick, index) => index > 0 && tick < pts[index - 1]!)
  const patient = thriftySettings(settings, isReordered)
  return thriftiest(hasty, limits, async (quality) => {
    const made = await makeAgain(input, piece, packets, { ...patient, quality })
    return { ...made, decibels: made.decibels ?? 0 }
  })
}

/** With one quantizer for all. */
async function makeAgain(
  input: SpliceInput,
  piece: Reencode,
  packets: readonly LoadedPacket[],
  settings: PictureEncoderSettings,
): Promise<MadePiece> {
  const encoder = new PictureEncoder(settings)
  const pictures: EncodedPicture[] = []
  try {
    const made = await makePictures(input, piece, packets, {
      encode: async (frame) => {
        pictures.push(...(await encoder.encode(frame)))
      },
      finish: async () => [...pictures, ...(await encoder.finish())],
    })
    return { ...made, quality: settings.quality, sets: encoder.parameterSets }
  } finally {
    encoder.close()
  }
}

async function makePictures(
  { stream, configuration, window, signal }: SpliceInput,
  piece: Reencode,
  packets: AsyncIterable<LoadedPacket> | Iterable<LoadedPacket>,
  encoder: { encode(frame: Frame): Promise<void>; finish(): Promise<EncodedPicture[]> },
): Promise<{ packets: ClipPacket[]; bytes: number; decibels: number | null }> {
  let frames = 0
  const seen = withoutUnseen(packets, piece.fromTick, configuration.lengthBytes)
  for await (const frame of framesAhead(framesWithin(decodePictures(stream, seen, signal), piece), stream)) {
    await encoder.encode(frame)
    frames += 1
  }
  const encoded = await encoder.finish()
  if (frames !== piece.frames) {
    throw new CutterError('broken_media', `Of ${piece.frames} pictures only ${frames} could be decoded.`)
  }
  const clipPackets = encoded.map(({ pts, isKey, nals }) => {
    const data = joinLengthPrefixed(nals.filter(isPictureNal), CLIP_LENGTH_BYTES)
    return { pts: pts - window.firstTick, isSync: isKey, data }
  })
  return {
    packets: clipPackets,
    bytes: clipPackets.reduce((sum, { data }) => sum + data.length, 0),
    decibels: averageOf(encoded.map(({ decibels }) => decibels)),
  }
}

function averageOf(decibels: readonly (number | null)[]): number | null {
  const known = decibels.filter((value) => value !== null)
  return known.length === decibels.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null
}

/** Pixels of a piece of which all may be made again for the sake of its size: three seconds of 720p. */
const MOST_REMADE_PIXELS = 80e6

function isRemade({ width, height }: PictureStream, { decodeFrom, decodeTo, frames }: Reencode): boolean {
  return (width * height * (frames + decodeTo - decodeFrom)) / 2 <= MOST_REMADE_PIXELS
}

async function* keeping(
  packets: AsyncIterable<LoadedPacket> | Iterable<LoadedPacket>,
  kept: LoadedPacket[],
): AsyncGenerator<LoadedPacket, void> {
  for await (const packet of packets) {
    kept.push(packet)
    yield packet
  }
}

function pieceEncoder({ packets, stream, seamScale }: SpliceInput, piece: Reencode, settings: PictureEncoderSettings) {
  const shown = packets
    .slice(piece.decodeFrom, piece.decodeTo)
    .filter(({ pts }) => pts >= piece.fromTick && pts < piece.toTick)
  return new PieceEncoder(settings, {
    weights: new Map(shown.map(({ pts, sizeBytes }) => [pts, sizeBytes])),
    keyBytes: packets.at(piece.decodeFrom)?.sizeBytes ?? 0,
    aimedBytes: seamScale * bytesAtSeam(packets, piece, stream),
    seconds: (piece.toTick - piece.fromTick) / stream.timescale,
  })
}

/** Pictures that nobody sees and no other picture refers to need no decoding: half of all, usually. */
async function* withoutUnseen(
  packets: AsyncIterable<LoadedPacket> | Iterable<LoadedPacket>,
  fromTick: number,
  lengthBytes: number,
): AsyncGenerator<LoadedPacket, void> {
  for await (const packet of packets) {
    if (packet.pts >= fromTick || isReferenceSample(packet.data, lengthBytes)) {
      yield packet
    }
  }
}
