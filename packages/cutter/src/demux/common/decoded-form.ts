import { formAsDecoded } from '../../codec/decode-audio.ts'
import type { AudioDescription } from './track-descriptions.ts'

/** Above this, no core of HE-AAC is found in the wild. */
const HIGHEST_CORE_RATE = 24_000

/**
 * A track's audio as it comes out of the decoder: of HE-AAC the container may describe nothing but the core, which has
 * half the rate and perhaps one channel for two. Its first packet tells.
 */
export async function decodedAudio(
  description: AudioDescription | null,
  firstPacket: () => Promise<Uint8Array | null>,
): Promise<AudioDescription | null> {
  if (description?.codec !== 'aac' || description.sampleRate > HIGHEST_CORE_RATE) {
    return description
  }
  const data = await firstPacket()
  if (!data) {
    return description
  }
  return { ...description, ...(await formAsDecoded({ ...description, timescale: description.sampleRate }, data)) }
}
