import { unsupportedMedia } from '../api/cutter-error.ts'

/** Speakers by the number of channels, as a mask: bits as in WAVE and FFmpeg, from front left on. */
const STANDARD_SPEAKERS: Record<number, bigint> = {
  1: 0x4n,
  2: 0x3n,
  3: 0x7n,
  4: 0x107n,
  5: 0x37n,
  6: 0x3fn,
  7: 0x70fn,
  8: 0x63fn,
}

/** The standard speakers for a number of channels. @throws CutterError unsupported_media for more than 8 */
export function standardSpeakers(channels: number): bigint {
  const speakers = STANDARD_SPEAKERS[channels]
  if (speakers === undefined) throw unsupportedMedia(`Audio of ${channels} channels cannot be decoded.`)
  return speakers
}
