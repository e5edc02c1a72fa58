import type { AudioDescription } from './track-descriptions.ts'

/** Codecs whose packets all last equally long, by how many samples they hold; Opus packets say it themselves. */
const PACKET_SAMPLES: Record<string, number> = { aac: 1024, mp3: 1152, ac3: 1536, eac3: 1536 }

/** How long a packet of this audio lasts; null where they differ. */
export function packetSeconds({ codec, sampleRate }: AudioDescription): number | null {
  const samples = PACKET_SAMPLES[codec]
  return samples && sampleRate ? samples / sampleRate : null
}
