import { pcmSampleBytes } from '../bitstream/codec-names.ts'
import type { AudioDescription } from '../demux/common/track-descriptions.ts'
import type { AudioTask } from './plan-audio.ts'

/** Bit depth of a lossless clip. Sources in lossy codecs have no bit depth, and 16 bits suffice for them. */
export type SampleBits = 16 | 24

/** 24 bits if the source of any range has more than 16, otherwise 16. */
export function sampleBits(tasks: readonly AudioTask[]): SampleBits {
  return tasks.some(({ opened }) => sourceBits(opened.description) > 16) ? 24 : 16
}

/** Offset of the bit depth in the ALAC cookie, including the box header that it has in MP4. */
const ALAC_BITS_AT = 17
/** Offset of the bit depth in STREAMINFO, after `fLaC` and a four-byte header. Five bits hold the depth minus one. */
const FLAC_BITS_AT = 20

function sourceBits({ codec, configuration }: AudioDescription): number {
  const bytes = Buffer.from(configuration ?? [])
  if (codec === 'flac') return bytes.length < FLAC_BITS_AT + 2 ? 16 : ((bytes.readUInt16BE(FLAC_BITS_AT) >> 4) & 31) + 1
  if (codec === 'alac') return bytes[ALAC_BITS_AT] ?? 16
  return 8 * (pcmSampleBytes(codec) ?? 0)
}
