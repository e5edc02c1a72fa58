import { brokenMedia, CutterError, SeamError, throwIfCancelled } from '../api/cutter-error.ts'
import type { AvcConfiguration } from '../bitstream/h264/avc-configuration.ts'
import { IDR_SLICE, isFrameNal, joinLengthPrefixed, nalType, splitByteStream } from '../bitstream/h264/nal-units.ts'
import type { Codecs } from '../codec/codecs.ts'
import type { FrameStream } from '../codec/decode-video.ts'
import type { H264EncoderConfig } from '../codec/video-codecs.ts'
import type { EncodedChunk } from '../codec/video-frame.ts'
import type { Packets } from '../io/packet-ref.ts'
import type { Reencode } from '../plan/splice-plan.ts'
import type { ClipPacket } from '../supply/clip-track.ts'
import { distinctSets, type EncodedSeam, requireFitting, type SeamFrame } from './encoded-seam.ts'
import { framesAhead, framesWithin } from './frames.ts'

/**
 * Size of the length field of NAL units in a clip. A source may have a shorter one, too short for re-encoded frames.
 */
export const CLIP_LENGTH_BYTES = 4

export interface SeamInput {
  codecs: Codecs
  stream: FrameStream
  /** The configuration of the copied frames. */
  configuration: AvcConfiguration
  settings: H264EncoderConfig
  /** Tick of the source that is zero in the seam's packets. */
  zeroTick: number
  onFrame(): void
  signal: AbortSignal | undefined
}

/**
 * Re-encodes the frames of a seam, in one pass.
 * @param packets packets to decode, from a keyframe on
 * @throws SeamError if the encoder cannot make frames that fit beside copied ones
 */
export async function encodeSeam(
  { codecs, stream, configuration, settings, zeroTick, onFrame, signal }: SeamInput,
  seam: Reencode,
  packets: Packets,
): Promise<EncodedSeam> {
  const encoder = codecs.h264Encoder(settings)
  const chunks: EncodedChunk[] = []
  const ticks: number[] = []
  try {
    for await (const frame of framesAhead(framesWithin(codecs, stream, packets, seam, signal), stream)) {
      throwIfCancelled(signal)
      ticks.push(frame.timestamp - zeroTick)
      chunks.push(...(await encoder.encode(frame).catch(failSeam)))
      onFrame()
    }
    chunks.push(...(await encoder.flush().catch(failSeam)))
  } finally {
    encoder.close()
  }
  if (ticks.length !== seam.frames) throw brokenMedia(`Of ${seam.frames} frames only ${ticks.length} could be decoded.`)
  const frames = chunks.map(({ timestamp, data }) => ({ pts: timestamp - zeroTick, nals: splitByteStream(data) }))
  const sets = distinctSets(
    encoder.parameterSets(),
    frames.flatMap(({ nals }) => nals),
  )
  const encodedSeam = { ...sets, frames: frames.map(toSeamFrame) }
  requireFitting(encodedSeam, ticks, configuration)
  return encodedSeam
}

function failSeam(error: unknown): never {
  const isUnsupported = error instanceof CutterError && error.code === 'unsupported_media'
  throw isUnsupported ? new SeamError(error.message, { cause: error }) : error
}

function toSeamFrame({ pts, nals }: Pick<SeamFrame, 'pts' | 'nals'>): SeamFrame {
  const frameNals = nals.filter(isFrameNal)
  return { pts, isSync: frameNals.some((nal) => nalType(nal) === IDR_SLICE), nals: frameNals }
}

/** Makes a packet of an encoded frame: its NAL units without parameter sets, after their lengths. */
export function toClipPacket({ type, timestamp, data }: EncodedChunk, zeroTick: number): ClipPacket {
  const nals = splitByteStream(data).filter(isFrameNal)
  return { pts: timestamp - zeroTick, isSync: type === 'key', data: joinLengthPrefixed(nals, CLIP_LENGTH_BYTES) }
}
