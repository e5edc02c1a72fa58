import { brokenMedia, throwIfCancelled } from '../api/cutter-error.ts'
import { isFrameNal, joinLengthPrefixed } from '../bitstream/h264/nal-units.ts'
import type { FrameStream } from '../codec/decode-video.ts'
import type { Packets } from '../io/packet-ref.ts'
import type { Reencode } from '../plan/splice-plan.ts'
import type { ClipPacket } from '../supply/clip-track.ts'
import { framesAhead, framesWithin } from './frames.ts'
import { type EncodedFrame, type H264Settings, h264Encoder } from './h264-encoder.ts'

/**
 * Size of the length field of NAL units in a clip. A source may have a shorter one, too short for re-encoded frames.
 */
export const CLIP_LENGTH_BYTES = 4

export interface SeamInput {
  stream: FrameStream
  settings: H264Settings
  /** Tick of the source that is zero in the seam's packets. */
  zeroTick: number
  onFrame(): void
  signal: AbortSignal | undefined
}

export interface EncodedSeam {
  packets: ClipPacket[]
  sps: Uint8Array[]
  pps: Uint8Array[]
}

/**
 * Re-encodes the frames of a seam, in one pass.
 * @param packets packets to decode, from a keyframe on
 */
export async function encodeSeam(
  { stream, settings, zeroTick, onFrame, signal }: SeamInput,
  seam: Reencode,
  packets: Packets,
): Promise<EncodedSeam> {
  const encoder = h264Encoder(settings)
  const encodedFrames: EncodedFrame[] = []
  let frames = 0
  try {
    for await (const frame of framesAhead(framesWithin(stream, packets, seam, signal), stream)) {
      throwIfCancelled(signal)
      encodedFrames.push(...(await encoder.encode(frame)))
      frames += 1
      onFrame()
    }
    encodedFrames.push(...(await encoder.finish()))
  } finally {
    encoder.close()
  }
  if (frames !== seam.frames) throw brokenMedia(`Of ${seam.frames} frames only ${frames} could be decoded.`)
  return { packets: encodedFrames.map((frame) => toClipPacket(frame, zeroTick)), ...encoder.parameterSets() }
}

export function toClipPacket({ pts, isKey, nals }: EncodedFrame, zeroTick: number): ClipPacket {
  const data = joinLengthPrefixed(nals.filter(isFrameNal), CLIP_LENGTH_BYTES)
  return { pts: pts - zeroTick, isSync: isKey, data }
}
