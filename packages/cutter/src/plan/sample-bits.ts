import { pcmSampleBytes } from '../bitstream/codec-names.ts'
import type { AudioDescription } from '../demux/common/track-descriptions.ts'
import type { AudioTask } from './plan-audio.ts'

/** How deep the samples of a lossless clip are: what is encoded with losses has no depth, and 16 bits are enough for it. */
export type SampleBits = 16 | 24

/** 24 bits where the source of any range is deeper than 16. */
export function sampleBits(tasks: readonly AudioTask[]): SampleBits {
  return tasks.some(({ opened }) => sourceBits(opened.description) > 16) ? 24 : 16
}

/** In the cookie as MP4 has it: a box of its own. */
const ALAC_BITS_AT = 17
/** In STREAMINFO, which follows `fLaC` and a header of four bytes: five bits, less one. */
const FLAC_BITS_AT = 20

function sourceBits({ codec, configuration }: AudioDescription): number {
  const bytes = Buffer.from(configuration ?? [])
  if (codec === 'flac') return bytes.length < FLAC_BITS_AT + 2 ? 16 : ((bytes.readUInt16BE(FLAC_BITS_AT) >> 4) & 31) + 1
  if (codec === 'alac') return bytes[ALAC_BITS_AT] ?? 16
  return 8 * (pcmSampleBytes(codec) ?? 0)
}
