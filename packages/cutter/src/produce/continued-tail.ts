import type { Frame } from 'node-av/lib'
import { type EncodedPicture, PictureEncoder, type PictureEncoderSettings } from '../codec/picture-encoder.ts'
import { throwIfCancelled } from '../cutter-error.ts'
import type { LoadedPacket } from '../demux/common/packet-ref.ts'
import { continuedSlice } from '../h264/continued-slice.ts'
import { isPictureNal, joinLengthPrefixed } from '../h264/nal-units.ts'
import { ofSequence, parsePictureParameters } from '../h264/picture-parameters.ts'
import { parseSequenceParameters, type SequenceParameters } from '../h264/sequence-parameters.ts'
import { readSliceHeader, type SliceHeader } from '../h264/slice-header.ts'
import { continuedSequence } from '../plan/continued-tail.ts'
import type { SplicePlan } from '../plan/splice-plan.ts'
import { CLIP_LENGTH_BYTES, decodedFrames, type EncodedPiece, type PieceInput } from './encoded-piece.ts'
import { heldFrame } from './held-frames.ts'
import { LEAST_DECIBELS } from './thrifty-size.ts'

/** What pictures are predicted from is encoded, too, for the encoder to know it: so well that it is as the decoder has it. */
const LIKE_THE_ORIGINAL = 6
/** Behind a picture of the source's own, mostly 44 dB and more; where it is less, a finer one follows. */
const FIRST_QUANTIZER = 25
const FINEST_QUANTIZER = 14
const DECIBELS_BY_STEP = 0.75
const MOST_TIMES = 3

type TailInput = PieceInput & { plan: SplicePlan }

/**
 * The pictures at the end that cannot be copied, predicted from the last copied one that may be predicted from: a fifth of what they take
 * where they begin with a picture that stands by itself, and less. The encoder is given that one first, and what it makes of the others is
 * told its place in the source's own stream (decision 0087).
 * @param packets those that the plan has decoded for the tail
 * @returns null where the source is too unusual, or its pictures are too large to be held
 */
export async function continuedTail(
  input: TailInput,
  settings: PictureEncoderSettings,
  packets: readonly LoadedPacket[],
): Promise<EncodedPiece | null> {
  const joint = findJoint(input, packets)
  if (!joint) {
    return null
  }
  const frames = await decode(input, packets, joint)
  try {
    const made = frames && (await encode(frames, settings, input.signal))
    const piece = made && placed(input, made, joint)
    for (const _ of piece?.packets ?? []) {
      input.onFrame()
    }
    return piece
  } finally {
    release(frames ?? [])
  }
}

interface HeadedPacket {
  packet: LoadedPacket
  header: SliceHeader
}

interface Joint {
  sequence: SequenceParameters
  /** The last copied picture, in decode order, that others may be predicted from. */
  last: HeadedPacket
  /** In the order in which they are shown. */
  tail: HeadedPacket[]
}

function findJoint({ plan, configuration, stream }: TailInput, packets: readonly LoadedPacket[]): Joint | null {
  const { copy, tail } = plan
  const sequence = continuedSequence(plan, configuration, stream)
  if (!copy || !tail || !sequence) {
    return null
  }
  const { lengthBytes } = configuration
  const headed = (packet: LoadedPacket): HeadedPacket | null => {
    const header = readSliceHeader(packet.data, lengthBytes, sequence)
    return header && { packet, header }
  }
  const copied = Math.max(0, copy.to - tail.decodeFrom)
  const last = packets
    .slice(0, copied)
    .map(headed)
    .findLast((one) => one === null || one.header.isReference)
  const isShown = ({ pts }: LoadedPacket) => pts >= tail.fromTick && pts < tail.toTick
  const shown = packets.slice(copied).filter(isShown).map(headed)
  if (!last || shown.some((one) => one === null || one.header.isIdr)) {
    return null
  }
  const inOrder = (shown as HeadedPacket[]).sort((a, b) => a.packet.pts - b.packet.pts)
  return isLaterByOrder([last, ...inOrder], sequence) ? { sequence, last, tail: inOrder } : null
}

/** Decoders show pictures by what their slices say, which counts on from the one before. */
function isLaterByOrder(pictures: readonly HeadedPacket[], { orderBits }: SequenceParameters): boolean {
  const turn = 2 ** (orderBits ?? 0)
  const [first, ...others] = pictures.map(({ header }) => header.order)
  const since = others.map((order) => (order - first! + turn) % turn)
  return since.every((steps, index) => steps > (since[index - 1] ?? 0) && steps < turn / 2)
}

/** The one before the joint, and those behind it; null where one is missing. */
async function decode(
  input: TailInput,
  packets: readonly LoadedPacket[],
  { last, tail }: Joint,
): Promise<Frame[] | null> {
  const wanted = [last, ...tail].map(({ packet }) => packet.pts)
  const frames: Frame[] = []
  const piece = { ...input.plan.tail!, fromTick: last.packet.pts }
  let isWhole = false
  try {
    for await (const frame of decodedFrames(input, piece, packets)) {
      throwIfCancelled(input.signal)
      if (Number(frame.pts) === wanted[frames.length]) {
        frames.push(heldFrame(frame))
      }
    }
    isWhole = frames.length === wanted.length
    return isWhole ? frames : null
  } finally {
    if (!isWhole) {
      release(frames)
    }
  }
}

function release(frames: readonly Frame[]): void {
  for (const frame of frames) {
    frame.free()
  }
}

interface MadeTail {
  pictures: EncodedPicture[]
  sets: PictureEncoder['parameterSets']
}

/** In one quality for all, made finer until they look right. */
async function encode(
  frames: readonly Frame[],
  settings: PictureEncoderSettings,
  signal: AbortSignal | undefined,
): Promise<MadeTail> {
  let quantizer = FIRST_QUANTIZER
  for (let time = 1; ; time++) {
    throwIfCancelled(signal)
    const made = await encodeOnce(frames, settings, quantizer)
    const decibels = Math.min(...made.pictures.slice(1).map((picture) => picture.decibels ?? LEAST_DECIBELS))
    if (decibels >= LEAST_DECIBELS || quantizer === FINEST_QUANTIZER || time === MOST_TIMES) {
      return made
    }
    quantizer = Math.max(FINEST_QUANTIZER, Math.floor(quantizer - (LEAST_DECIBELS - decibels) / DECIBELS_BY_STEP))
  }
}

async function encodeOnce(
  frames: readonly Frame[],
  settings: PictureEncoderSettings,
  quantizer: number,
): Promise<MadeTail> {
  const encoder = new PictureEncoder({ ...settings, quality: LIKE_THE_ORIGINAL })
  try {
    const pictures: EncodedPicture[] = []
    for (const [index, frame] of frames.entries()) {
      pictures.push(...(await encoder.encode(frame, index === 0 ? LIKE_THE_ORIGINAL : quantizer)))
    }
    pictures.push(...(await encoder.finish()))
    return { pictures, sets: encoder.parameterSets }
  } finally {
    encoder.close()
  }
}

/** Null where the encoder made other pictures than were asked for. */
function placed({ window }: TailInput, { pictures, sets }: MadeTail, joint: Joint): EncodedPiece | null {
  const [ownSequence, ownPicture] = [sets.sps.map(parseSequenceParameters)[0], sets.pps.map(parsePictureParameters)[0]]
  const { sequence, last, tail } = joint
  if (!ownSequence || !ownPicture || !isSameSize(ownSequence, sequence)) {
    return null
  }
  const packets = tail.map(({ packet, header }, index) => {
    const picture = pictures[index + 1]
    const slices = picture?.nals.filter(isPictureNal) ?? []
    const place = { sequence, frameNumber: last.header.frameNumber + 1 + index, order: header.order }
    const continued =
      slices.length === 1 && picture?.pts === packet.pts
        ? continuedSlice(slices[0]!, { sequence: ownSequence, picture: ownPicture }, place)
        : null
    return (
      continued && {
        ...{ pts: packet.pts - window.firstTick, isSync: false },
        data: joinLengthPrefixed([continued], CLIP_LENGTH_BYTES),
      }
    )
  })
  const areAll = packets.every((packet) => packet !== null)
  return areAll ? { packets, sps: [], pps: sets.pps.map((set) => ofSequence(set, sequence.id)) } : null
}

const isSameSize = (one: SequenceParameters, other: SequenceParameters): boolean =>
  one.widthInMacroblocks === other.widthInMacroblocks && one.heightInMacroblocks === other.heightInMacroblocks
