import type { Frame } from 'node-av/lib'
import { decodeFrames, type FrameStream } from '../codec/decode-frames.ts'
import { type EncodedFrame, FrameEncoder, type FrameEncoderSettings } from '../codec/frame-encoder.ts'
import { CutterError, throwIfCancelled } from '../cutter-error.ts'
import type { AvcConfiguration } from '../h264/avc-configuration.ts'
import { isFrameNal, isReferenceSample, joinLengthPrefixed } from '../h264/nal-units.ts'
import type { PacketList } from '../index/packet-list.ts'
import type { LoadedPacket } from '../index/packet-ref.ts'
import { bytesAtSeam } from '../plan/seam-size.ts'
import type { Reencode } from '../plan/splice-plan.ts'
import type { ClipPacket } from './clip-track.ts'
import { framesAhead } from './frames-ahead.ts'
import { framesWithin } from './frames-within.ts'
import { CachedFrames } from './cached-frames.ts'
import { type Made, nearestInSize } from './nearest-size.ts'
import { SegmentEncoder } from './segment-encoder.ts'
import { isBeyondEstimated, isRight, type Looked, thriftiest } from './thrifty-size.ts'

/** Shorter lengths, which a source may have, would be too short for frames re-encoded. */
export const CLIP_LENGTH_BYTES = 4

export interface SegmentSettings {
  fast: FrameEncoderSettings
  /** For frames that are made again because they are too large, or too unlike their source. */
  patient: FrameEncoderSettings
}

/** What all pieces of a range have in common. */
export interface SegmentInput {
  stream: FrameStream
  configuration: AvcConfiguration
  /** In decode order; the plan's indexes point into it. */
  packets: PacketList
  /** The range's first frame. */
  window: { firstTick: number }
  /** How many times larger than usual the frames at the seams are to be. */
  seamScale: number
  /** How many times larger than usual they may be beside what the clip covers; null where nobody minds. */
  mostSeamScale: number | null
  /** By so little larger than was told they may be, because nobody sees it in the clip; null: nobody was told. */
  unseenBytes: number | null
  /** Has frames made again when memory has room for it. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  onFrame(): void
  signal: AbortSignal | undefined
}

export interface EncodedSegment {
  /** Times are counted from the range's first frame. */
  packets: ClipPacket[]
  sps: Uint8Array[]
  pps: Uint8Array[]
}

/** A piece as it was made once. */
interface MadeSegment extends Made {
  packets: ClipPacket[]
  /** On average; null where it was not measured. */
  psnr: number | null
  sets: { sps: Uint8Array[]; pps: Uint8Array[] }
}

type Packets = AsyncIterable<LoadedPacket> | Iterable<LoadedPacket>

/** Encodes a piece in a hurry, and again as often as its size or its look asks for it. */
export async function encodeSegment(
  input: SegmentInput,
  piece: Reencode,
  { fast, patient }: SegmentSettings,
  packets: Packets,
): Promise<EncodedSegment> {
  const isSized = fast.isSteered === true && remadePixels(input.stream, piece) <= MOST_SIZED_PIXELS
  const mostBytes = mostBytesOf(input, piece)
  const cached = isSized || mostBytes !== null ? new CachedFrames(input.stream) : null
  try {
    const { made, preset, wantedSize } = await makeHastily(input, piece, fast, packets, cached)
    const again = (settings: FrameEncoderSettings) => input.inTurn(() => makeAgain(input, piece, cached!, settings))
    const nearest = isSized
      ? await nearestInSize(made, wantedSize, (quality) => again({ ...fast, preset, quality }))
      : made
    const estimatedBytes = fast.isSteered ? wantedSize.bytes : null
    const isWrong = mostBytes !== null && !isRight(nearest, mostBytes)
    const isMissed = isSized && isBeyondEstimated(nearest, wantedSize.bytes, input.unseenBytes ?? Infinity)
    const least =
      mostBytes !== null && (isWrong || isMissed)
        ? await thriftiest<MadeSegment & Looked>(
            { ...nearest, isLong: remadePixels(input.stream, piece) > MOST_SIZED_PIXELS },
            { mostBytes, estimatedBytes },
            async (quality) => {
              const made = await again({ ...patient, quality })
              return { ...made, psnr: made.psnr ?? 0 }
            },
          )
        : null
    const { sets, packets: videoFrames } = least ?? nearest
    return { packets: videoFrames, ...sets }
  } finally {
    cached?.free()
  }
}

/** Pixels of a piece of which all may be made again for the sake of its size: three seconds of 720p; of its bytes and its look: six of 1080p. */
const MOST_SIZED_PIXELS = 80e6
const MOST_THRIFTY_PIXELS = 320e6
/** Packets that are held for it. */
const MOST_CACHED_BYTES = 8e6

function remadePixels({ width, height }: FrameStream, { decodeFrom, decodeTo, frames }: Reencode): number {
  return (width * height * (frames + decodeTo - decodeFrom)) / 2
}

/** What a piece may take; null where nobody minds, or where it is too long to be made again. */
function mostBytesOf({ packets, stream, mostSeamScale }: SegmentInput, piece: Reencode): number | null {
  const isLong =
    remadePixels(stream, piece) > MOST_THRIFTY_PIXELS ||
    packets.slice(piece.decodeFrom, piece.decodeTo).totalBytes > MOST_CACHED_BYTES
  return mostSeamScale === null || isLong ? null : mostSeamScale * bytesAtSeam(packets, piece, stream)
}

async function makeHastily(
  input: SegmentInput,
  piece: Reencode,
  settings: FrameEncoderSettings,
  packets: Packets,
  cached: CachedFrames | null,
) {
  const encoder = segmentEncoder(input, piece, settings)
  try {
    const frames = decodedFrames(input, piece, cached?.keeping(packets) ?? packets)
    const encode = async (frame: Frame) => {
      await encoder.encode(frame)
      cached?.keep(frame)
      input.onFrame()
    }
    const videoFrames = await makeFrames(input, piece, frames, { encode, finish: () => encoder.finish() })
    const made: MadeSegment = { ...videoFrames, quality: encoder.meanQp, sets: encoder.parameterSets }
    return { made, preset: encoder.preset, wantedSize: encoder.wantedSize }
  } finally {
    encoder.close()
  }
}

/** With one quality for all. */
async function makeAgain(
  input: SegmentInput,
  piece: Reencode,
  cached: CachedFrames,
  settings: FrameEncoderSettings,
): Promise<MadeSegment> {
  const encoder = new FrameEncoder(settings)
  const videoFrames: EncodedFrame[] = []
  try {
    const frames = cached.frames ?? decodedFrames(input, piece, cached.packets)
    const made = await makeFrames(input, piece, frames, {
      encode: async (frame) => {
        videoFrames.push(...(await encoder.encode(frame)))
      },
      finish: async () => [...videoFrames, ...(await encoder.finish())],
    })
    return { ...made, quality: settings.quality, sets: encoder.parameterSets }
  } finally {
    encoder.close()
  }
}

/** The frames of a piece, decoded. A frame is valid until the next one is asked for. */
export function decodedFrames(
  { stream, configuration, signal }: SegmentInput,
  piece: Pick<Reencode, 'fromTick' | 'toTick'>,
  packets: Packets,
): AsyncIterable<Frame> {
  const seen = withoutUnseen(packets, piece.fromTick, configuration.lengthBytes)
  return framesAhead(framesWithin(decodeFrames(stream, seen, signal), piece), stream)
}

async function makeFrames(
  { window, signal }: SegmentInput,
  piece: Reencode,
  videoFrames: AsyncIterable<Frame> | Iterable<Frame>,
  encoder: { encode(frame: Frame): Promise<void>; finish(): Promise<EncodedFrame[]> },
): Promise<{ packets: ClipPacket[]; bytes: number; psnr: number | null }> {
  let frames = 0
  for await (const frame of videoFrames) {
    throwIfCancelled(signal)
    await encoder.encode(frame)
    frames += 1
  }
  const encoded = await encoder.finish()
  if (frames !== piece.frames) {
    throw new CutterError('broken_media', `Of ${piece.frames} frames only ${frames} could be decoded.`)
  }
  const packets = encoded.map(({ pts, isKey, nals }) => {
    const data = joinLengthPrefixed(nals.filter(isFrameNal), CLIP_LENGTH_BYTES)
    return { pts: pts - window.firstTick, isSync: isKey, data }
  })
  return {
    packets,
    bytes: packets.reduce((sum, { data }) => sum + data.length, 0),
    psnr: averageOf(encoded.map(({ psnr }) => psnr)),
  }
}

function averageOf(psnr: readonly (number | null)[]): number | null {
  const known = psnr.filter((value) => value !== null)
  return known.length === psnr.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null
}

function segmentEncoder({ packets, stream, seamScale }: SegmentInput, piece: Reencode, settings: FrameEncoderSettings) {
  const shown = packets
    .slice(piece.decodeFrom, piece.decodeTo)
    .filter(({ pts }) => pts >= piece.fromTick && pts < piece.toTick)
  return new SegmentEncoder(settings, {
    sizeIndex: new Map(shown.map(({ pts, sizeBytes }) => [pts, sizeBytes])),
    keyBytes: packets.at(piece.decodeFrom)?.sizeBytes ?? 0,
    aimedBytes: seamScale * bytesAtSeam(packets, piece, stream),
    seconds: (piece.toTick - piece.fromTick) / stream.timescale,
  })
}

/** Frames that nobody sees and no other frame refers to need no decoding: half of all, usually. */
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
