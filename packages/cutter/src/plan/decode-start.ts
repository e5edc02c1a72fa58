import type { VideoCodecName } from '../bitstream/codec-names.ts'
import { type FrameStart, frameStart } from '../bitstream/h264/frame-start.ts'
import { lengthPrefixedNals } from '../bitstream/h264/nal-units.ts'

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
      return bitTells(sample, (byte) => (byte & 1) === 0)
    case 'vp9':
      return bitTells(sample, isVp9Key)
    case 'av1':
      return av1Start(sample)
  }
}

function bitTells(sample: Uint8Array, isKey: (first: number) => boolean): FrameStart {
  return sample.length === 0 ? null : isKey(sample[0]!) ? CLEAN : 'no start'
}

/** Marker (2 bits), profile (2, and one more for profile 3), whether a frame is shown again, and then its type. */
function isVp9Key(first: number): boolean {
  const isThirdProfile = (first & 0x30) === 0x30
  const [shownAgain, notKey] = isThirdProfile ? [0x04, 0x02] : [0x08, 0x04]
  return (first & shownAgain) === 0 && (first & notKey) === 0
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

const SEQUENCE_HEADER = 1
const FRAME_HEADER = 3
const FRAME = 6

/** A random access point carries a sequence header before its frame (AV1 in ISO base media, 2.4). */
function av1Start(sample: Uint8Array): FrameStart {
  for (let at = 0; at < sample.length; ) {
    const header = sample[at]!
    const type = (header >> 3) & 15
    if (type === SEQUENCE_HEADER) return CLEAN
    const hasSize = (header & 2) !== 0
    if (type === FRAME_HEADER || type === FRAME || !hasSize) return 'no start'
    let sizeBytes = 0
    at += (header & 4) !== 0 ? 2 : 1
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = sample[at++] ?? 0
      sizeBytes += (byte & 0x7f) * 2 ** shift
      if ((byte & 0x80) === 0) break
    }
    at += sizeBytes
  }
  return null
}
