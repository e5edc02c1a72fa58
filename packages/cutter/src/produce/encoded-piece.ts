import type { Frame } from 'node-av/lib'
import { decodePictures, type PictureStream } from '../codec/decode-pictures.ts'
import { type EncodedPicture, PictureEncoder, type PictureEncoderSettings } from '../codec/picture-encoder.ts'
import { CutterError, throwIfCancelled } from '../cutter-error.ts'
import type { PacketList } from '../demux/common/packet-list.ts'
import type { LoadedPacket } from '../demux/common/packet-ref.ts'
import type { AvcConfiguration } from '../h264/avc-configuration.ts'
import { isPictureNal, isReferenceSample, joinLengthPrefixed } from '../h264/nal-units.ts'
import { bytesAtSeam } from '../plan/seam-size.ts'
import type { Reencode } from '../plan/splice-plan.ts'
import type { ClipPacket } from './clip-track.ts'
import { framesAhead } from './frames-ahead.ts'
import { framesWithin } from './frames-within.ts'
import { KeptPictures } from './kept-pictures.ts'
import { type Made, nearestInSize } from './nearest-size.ts'
import { PieceEncoder } from './piece-encoder.ts'
import { isBeyondTold, isRight, type Looked, thriftiest } from './thrifty-size.ts'

/** Shorter lengths, which a source may have, would be too short for pictures encoded anew. */
export const CLIP_LENGTH_BYTES = 4

export interface PieceSettings {
  hasty: PictureEncoderSettings
  /** For pictures that are made again because they are too large, or too unlike their source. */
  patient: PictureEncoderSettings
}

/** What all pieces of a range have in common. */
export interface PieceInput {
  stream: PictureStream
  configuration: AvcConfiguration
  /** In decode order; the plan's indexes point into it. */
  packets: PacketList
  /** The range's first picture. */
  window: { firstTick: number }
  /** How many times larger than usual the pictures at the seams are to be. */
  seamScale: number
  /** How many times larger than usual they may be beside what the clip covers; null where nobody minds. */
  mostSeamScale: number | null
  /** By so little larger than was told they may be, because nobody sees it in the clip; null: nobody was told. */
  unseenBytes: number | null
  /** Has pictures made again when memory has room for it. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  onFrame(): void
  signal: AbortSignal | undefined
}

export interface EncodedPiece {
  /** Times are counted from the range's first picture. */
  packets: ClipPacket[]
  sps: Uint8Array[]
  pps: Uint8Array[]
}

/** A piece as it was made once. */
interface MadePiece extends Made {
  packets: ClipPacket[]
  /** On average; null where it was not measured. */
  decibels: number | null
  sets: { sps: Uint8Array[]; pps: Uint8Array[] }
}

type Packets = AsyncIterable<LoadedPacket> | Iterable<LoadedPacket>

/** Encodes a piece in a hurry, and again as often as its size or its look asks for it. */
export async function encodePiece(
  input: PieceInput,
  piece: Reencode,
  { hasty, patient }: PieceSettings,
  packets: Packets,
): Promise<EncodedPiece> {
  const isSized = hasty.isSteered === true && remadePixels(input.stream, piece) <= MOST_SIZED_PIXELS
  const mostBytes = mostBytesOf(input, piece)
  const kept = isSized || mostBytes !== null ? new KeptPictures(input.stream) : null
  try {
    const { made, preset, wantedSize } = await makeHastily(input, piece, hasty, packets, kept)
    const again = (settings: PictureEncoderSettings) => input.inTurn(() => makeAgain(input, piece, kept!, settings))
    const nearest = isSized
      ? await nearestInSize(made, wantedSize, (quality) => again({ ...hasty, preset, quality }))
      : made
    const toldBytes = hasty.isSteered ? wantedSize.bytes : null
    const isWrong = mostBytes !== null && !isRight(nearest, mostBytes)
    const isMissed = isSized && isBeyondTold(nearest, wantedSize.bytes, input.unseenBytes ?? Infinity)
    const least =
      mostBytes !== null && (isWrong || isMissed)
        ? await thriftiest<MadePiece & Looked>(
            { ...nearest, isLong: remadePixels(input.stream, piece) > MOST_SIZED_PIXELS },
            { mostBytes, toldBytes },
            async (quality) => {
              const made = await again({ ...patient, quality })
              return { ...made, decibels: made.decibels ?? 0 }
            },
          )
        : null
    const { sets, packets: pictures } = least ?? nearest
    return { packets: pictures, ...sets }
  } finally {
    kept?.free()
  }
}

/** Pixels of a piece of which all may be made again for the sake of its size: three seconds of 720p; of its bytes and its look: six of 1080p. */
const MOST_SIZED_PIXELS = 80e6
const MOST_THRIFTY_PIXELS = 320e6
/** Packets that are held for it. */
const MOST_KEPT_BYTES = 8e6

function remadePixels({ width, height }: PictureStream, { decodeFrom, decodeTo, frames }: Reencode): number {
  return (width * height * (frames + decodeTo - decodeFrom)) / 2
}

/** What a piece may take; null where nobody minds, or where it is too long to be made again. */
function mostBytesOf({ packets, stream, mostSeamScale }: PieceInput, piece: Reencode): number | null {
  const isLong =
    remadePixels(stream, piece) > MOST_THRIFTY_PIXELS ||
    packets.slice(piece.decodeFrom, piece.decodeTo).totalBytes > MOST_KEPT_BYTES
  return mostSeamScale === null || isLong ? null : mostSeamScale * bytesAtSeam(packets, piece, stream)
}

async function makeHastily(
  input: PieceInput,
  piece: Reencode,
  settings: PictureEncoderSettings,
  packets: Packets,
  kept: KeptPictures | null,
) {
  const encoder = pieceEncoder(input, piece, settings)
  try {
    const frames = decodedFrames(input, piece, kept?.keeping(packets) ?? packets)
    const encode = async (frame: Frame) => {
      await encoder.encode(frame)
      kept?.keep(frame)
      input.onFrame()
    }
    const pictures = await makePictures(input, piece, frames, { encode, finish: () => encoder.finish() })
    const made: MadePiece = { ...pictures, quality: encoder.meanQuantizer, sets: encoder.parameterSets }
    return { made, preset: encoder.preset, wantedSize: encoder.wantedSize }
  } finally {
    encoder.close()
  }
}

/** With one quality for all. */
async function makeAgain(
  input: PieceInput,
  piece: Reencode,
  kept: KeptPictures,
  settings: PictureEncoderSettings,
): Promise<MadePiece> {
  const encoder = new PictureEncoder(settings)
  const pictures: EncodedPicture[] = []
  try {
    const frames = kept.frames ?? decodedFrames(input, piece, kept.packets)
    const made = await makePictures(input, piece, frames, {
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

/** The pictures of a piece, decoded. A frame is valid until the next one is asked for. */
export function decodedFrames(
  { stream, configuration, signal }: PieceInput,
  piece: Pick<Reencode, 'fromTick' | 'toTick'>,
  packets: Packets,
): AsyncIterable<Frame> {
  const seen = withoutUnseen(packets, piece.fromTick, configuration.lengthBytes)
  return framesAhead(framesWithin(decodePictures(stream, seen, signal), piece), stream)
}

async function makePictures(
  { window, signal }: PieceInput,
  piece: Reencode,
  pictures: AsyncIterable<Frame> | Iterable<Frame>,
  encoder: { encode(frame: Frame): Promise<void>; finish(): Promise<EncodedPicture[]> },
): Promise<{ packets: ClipPacket[]; bytes: number; decibels: number | null }> {
  let frames = 0
  for await (const frame of pictures) {
    throwIfCancelled(signal)
    await encoder.encode(frame)
    frames += 1
  }
  const encoded = await encoder.finish()
  if (frames !== piece.frames) {
    throw new CutterError('broken_media', `Of ${piece.frames} pictures only ${frames} could be decoded.`)
  }
  const packets = encoded.map(({ pts, isKey, nals }) => {
    const data = joinLengthPrefixed(nals.filter(isPictureNal), CLIP_LENGTH_BYTES)
    return { pts: pts - window.firstTick, isSync: isKey, data }
  })
  return {
    packets,
    bytes: packets.reduce((sum, { data }) => sum + data.length, 0),
    decibels: averageOf(encoded.map(({ decibels }) => decibels)),
  }
}

function averageOf(decibels: readonly (number | null)[]): number | null {
  const known = decibels.filter((value) => value !== null)
  return known.length === decibels.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null
}

function pieceEncoder({ packets, stream, seamScale }: PieceInput, piece: Reencode, settings: PictureEncoderSettings) {
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
  packets: Packets,
  fromTick: number,
  lengthBytes: number,
): AsyncGenerator<LoadedPacket, void> {
  for await (const packet of packets) {
    if (packet.pts >= fromTick || isReferenceSample(packet.data, lengthBytes)) {
      yield packet
    }
  }
}
