/**
 * The engine's own rule for audio that no MP4 is given as it is (`cutter/plan/audio-bitrate`), for two channels; those of 5.1 are
 * known by AC-3 alone.
 */
const USUAL_BITRATE = 192_000
const SURROUND_BITRATE = 384_000
const THRIFTY_BITRATE = 96_000
const MOST_AAC_BITRATE = 320_000
/** As sources name codecs, and how many times their bits AAC takes for the same audio. */
const CODECS: readonly { name: RegExp; times: number; least: number; most: number }[] = [
  { name: /^mp4a\.40\.(5|29)$/i, times: 2, least: THRIFTY_BITRATE, most: MOST_AAC_BITRATE },
  { name: /^(mp4a|aac)/i, times: 1, least: 0, most: Number.POSITIVE_INFINITY },
  { name: /^(opus|vorbis)/i, times: 1.25, least: THRIFTY_BITRATE, most: USUAL_BITRATE },
  { name: /^(e?ac-?3|ec-3)/i, times: 1, least: 0, most: SURROUND_BITRATE },
]
const OTHERS = { times: 1, least: 0, most: USUAL_BITRATE } as const

/**
 * Bits a second that audio has in an MP4: plain AAC is copied, or has as many as in its source where ranges are joined; what is of another
 * codec is re-encoded.
 * @param audioCodec as the source names it, e.g. `mp4a.40.2`, `opus`; null where it does not
 */
export function mp4AudioBitrate(audioCodec: string | null, sourceBitrate: number): number {
  if (audioCodec === null) return sourceBitrate
  const { times, least, most } = CODECS.find(({ name }) => name.test(audioCodec)) ?? OTHERS
  return Math.max(least, Math.min(most, times * sourceBitrate))
}
