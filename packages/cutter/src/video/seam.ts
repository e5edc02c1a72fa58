import { brokenMedia, throwIfCancelled } from '../api/cutter-error.ts'
import { isFrameNal, joinLengthPrefixed } from '../bitstream/h264/nal-units.ts'
import type { FrameStream } from '../codec/decode-video.ts'
import type { Packets } from '../io/packet-ref.ts'
import type { Reencode } from '../plan/splice-plan.ts'
import type { ClipPacket } from '../supply/clip-track.ts'
import { framesAhead, framesWithin } from './frames.ts'
import { type EncodedFrame, type H264Settings, h264Encoder } from './h264-encoder.ts'

/** Shorter lengths, which a source may have, would be too short for re-encoded frames. */
export const CLIP_LENGTH_BYTES = 4

export interface SeamInput {
  stream: FrameStream
  settings: H264Settings
  /** Times are counted from here. */
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
 * @param packets those that it decodes, from a keyframe on
 */
export async function encodeSeam(
  { stream, settings, zeroTick, onFrame, signal }: SeamInput,
  seam: Reencode,
  packets: Packets,
): Promise<EncodedSeam> {
  const encoder = h264Encoder(settings)
  const encoded: EncodedFrame[] = []
  let frames = 0
  try {
    for await (const frame of framesAhead(framesWithin(stream, packets, seam, signal), stream)) {
      throwIfCancelled(signal)
      encoded.push(...(await encoder.encode(frame)))
      frames += 1
      onFrame()
    }
    encoded.push(...(await encoder.finish()))
  } finally {
    encoder.close()
  }
  if (frames !== seam.frames) throw brokenMedia(`Of ${seam.frames} frames only ${frames} could be decoded.`)
  return { packets: encoded.map((frame) => clipPacket(frame, zeroTick)), ...encoder.parameterSets() }
}

export function clipPacket({ pts, isKey, nals }: EncodedFrame, zeroTick: number): ClipPacket {
  const data = joinLengthPrefixed(nals.filter(isFrameNal), CLIP_LENGTH_BYTES)
  return { pts: pts - zeroTick, isSync: isKey, data }
}
