import type { ClipFormat } from '../formats/clip-format.ts'
import type { Mp3Bitrate } from '../formats/clip-options.ts'

/** Default bitrate of an MP3. */
export const USUAL_MP3_BITRATE: Mp3Bitrate = '320k'
/** AAC that is re-encoded from another codec: a share of the source's bitrate, within bounds. */
const REENCODED_AAC = { share: 1.25, least: 96_000, most: 192_000 } as const
const REENCODED_OPUS = { least: 48_000, most: 160_000 } as const
/** Average bitrate of LAME's V2. */
const V2_BITRATE = 190_000
/** Bitrate of 16-bit stereo at 44.1 kHz. */
const CD_BITRATE = 1_411_200
/** Size of FLAC as a share of PCM. Most music takes 50 to 70 %. */
const FLAC_SHARE = 0.6

/** Estimated bits per second of an audio clip. @param bitrate bits per second of the source's audio */
export function audioOnlyBitrate(
  format: ClipFormat,
  { codec, bitrate }: { codec: string | null; bitrate: number },
  mp3: Mp3Bitrate = USUAL_MP3_BITRATE,
): number {
  const name = codec?.toLowerCase() ?? ''
  const pcm = /^(pcm|[au]law)/.test(name) ? bitrate : CD_BITRATE
  switch (format) {
    case 'm4a':
      return estimatedAacBitrate(codec, bitrate)
    case 'opus':
      return name.startsWith('opus') ? bitrate : clamp(REENCODED_OPUS, bitrate)
    case 'flac':
      return /^(flac|alac)/.test(name) ? bitrate : FLAC_SHARE * pcm
    case 'wav':
      return pcm
    default:
      return mp3 === 'v2' ? V2_BITRATE : 1000 * Number.parseInt(mp3, 10)
  }
}

/** Estimated bits per second of AAC: copied AAC keeps its bitrate, other codecs are re-encoded. */
export function estimatedAacBitrate(codec: string | null, bitrate: number): number {
  if (bitrate === 0 || codec === null || /^(mp4a|aac)/i.test(codec)) return bitrate
  return clamp(REENCODED_AAC, REENCODED_AAC.share * bitrate)
}

function clamp({ least, most }: { least: number; most: number }, bitrate: number): number {
  return Math.max(least, Math.min(most, bitrate))
}
