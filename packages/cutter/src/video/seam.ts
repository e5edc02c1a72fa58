import { brokenMedia, throwIfCancelled } from '../api/cutter-error.ts'
import { isFrameNal, joinLengthPrefixed, splitByteStream } from '../bitstream/h264/nal-units.ts'
import type { Codecs } from '../codec/codecs.ts'
import type { FrameStream } from '../codec/decode-video.ts'
import type { H264EncoderConfig, ParameterSets } from '../codec/video-codecs.ts'
import type { EncodedChunk } from '../codec/video-frame.ts'
import type { Packets } from '../io/packet-ref.ts'
import type { Reencode } from '../plan/splice-plan.ts'
import type { ClipPacket } from '../supply/clip-track.ts'
import { framesAhead, framesWithin } from './frames.ts'

/**
 * Size of the length field of NAL units in a clip. A source may have a shorter one, too short for re-encoded frames.
 */
export const CLIP_LENGTH_BYTES = 4

export interface SeamInput {
  codecs: Codecs
  stream: FrameStream
  settings: H264EncoderConfig
  /** Tick of the source that is zero in the seam's packets. */
  zeroTick: number
  onFrame(): void
  signal: AbortSignal | undefined
}

export interface EncodedSeam extends ParameterSets {
  packets: ClipPacket[]
}

/**
 * Re-encodes the frames of a seam, in one pass.
 * @param packets packets to decode, from a keyframe on
 */
export async function encodeSeam(
  { codecs, stream, settings, zeroTick, onFrame, signal }: SeamInput,
  seam: Reencode,
  packets: Packets,
): Promise<EncodedSeam> {
  const encoder = codecs.h264Encoder(settings)
  const chunks: EncodedChunk[] = []
  let frames = 0
  try {
    for await (const frame of framesAhead(framesWithin(codecs, stream, packets, seam, signal), stream)) {
      throwIfCancelled(signal)
      chunks.push(...(await encoder.encode(frame)))
      frames += 1
      onFrame()
    }
    chunks.push(...(await encoder.flush()))
  } finally {
    encoder.close()
  }
  if (frames !== seam.frames) throw brokenMedia(`Of ${seam.frames} frames only ${frames} could be decoded.`)
  return { packets: chunks.map((chunk) => toClipPacket(chunk, zeroTick)), ...encoder.parameterSets() }
}

/** Makes a packet of an encoded frame: its NAL units without parameter sets, after their lengths. */
export function toClipPacket({ type, timestamp, data }: EncodedChunk, zeroTick: number): ClipPacket {
  const nals = splitByteStream(data).filter(isFrameNal)
  return { pts: timestamp - zeroTick, isSync: type === 'key', data: joinLengthPrefixed(nals, CLIP_LENGTH_BYTES) }
}
