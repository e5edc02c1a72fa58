import { FRAME_TYPES, obusOf, SEQUENCE_HEADER } from '../bitstream/av1/temporal-unit.ts'
import type { VideoCodecName } from '../bitstream/codec-names.ts'
import { type FrameStart, frameStart } from '../bitstream/h264/frame-start.ts'
import { lengthPrefixedNals } from '../bitstream/h264/nal-units.ts'
import { readVp9Header } from '../bitstream/vp9/frame-headers.ts'

/** The place of the NAL unit length size in avcC and hvcC. */
const AVC_LENGTH_BYTE = 4
const HEVC_LENGTH_BYTE = 21

const CLEAN: FrameStart = { isIdr: true, recoversAfter: 0 }

/**
 * Whether decoding may begin with a packet, as its own bytes say: what tables claim about it may be wrong.
 * @param sample the beginning of the packet or all of it
 * @param configuration avcC or hvcC; null for codecs that have none
 */
export function decodeStart(codec: VideoCodecName, sample: Uint8Array, configuration: Uint8Array | null): FrameStart {
  switch (codec) {
    case 'h264':
      return frameStart(sample, ((configuration?.[AVC_LENGTH_BYTE] ?? 3) & 3) + 1)
    case 'hevc':
      return hevcStart(sample, ((configuration?.[HEVC_LENGTH_BYTE] ?? 3) & 3) + 1)
    case 'vp8':
      return startIf(sample, (sample[0]! & 1) === 0)
    case 'vp9':
      return startIf(sample, readVp9Header(sample)?.isKey === true)
    case 'av1':
      return av1Start(sample)
  }
}

function startIf(sample: Uint8Array, isKey: boolean): FrameStart {
  return sample.length === 0 ? null : isKey ? CLEAN : 'no start'
}

/** Slices have types below 32; those from 16 on are intra random access frames. */
const LAST_SLICE_TYPE = 31
const FIRST_RANDOM_ACCESS_TYPE = 16

function hevcStart(sample: Uint8Array, lengthBytes: number): FrameStart {
  for (const [header] of lengthPrefixedNals(sample, lengthBytes)) {
    const type = header === undefined ? LAST_SLICE_TYPE + 1 : (header >> 1) & 0x3f
    if (type <= LAST_SLICE_TYPE) return type >= FIRST_RANDOM_ACCESS_TYPE ? CLEAN : 'no start'
  }
  return null
}

/** A random access point carries a sequence header before its frame (AV1 in ISO base media, 2.4). */
function av1Start(sample: Uint8Array): FrameStart {
  for (const { type } of obusOf(sample)) {
    if (type === SEQUENCE_HEADER) return CLEAN
    if (FRAME_TYPES.includes(type)) return 'no start'
  }
  return null
}
