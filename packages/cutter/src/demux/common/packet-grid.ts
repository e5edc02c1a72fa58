import type { AudioDescription } from './track-descriptions.ts'

/** Where the packets of a track stand if it has no holes: all as long as the first one. */
export interface PacketGrid {
  firstTick: number
  packetTicks: number
}

/** Times are rounded to whole milliseconds, twice where a codec's delay is involved; in ticks of 90 kHz. */
const ROUNDED_BY_AT_MOST_TICKS = 0.0015 * 90_000
const LOOKED_AT = 48

/** Puts a time that was rounded back to where it belongs. */
export function snapped(tick: number, { firstTick, packetTicks }: PacketGrid): number {
  const nearest = firstTick + Math.round((tick - firstTick) / packetTicks) * packetTicks
  return Math.abs(nearest - tick) <= ROUNDED_BY_AT_MOST_TICKS ? nearest : tick
}

/**
 * The grid on which the first packets of a track stand; null when they stand on none, and times are to be taken as they are.
 * @param times of the first packets, in any order
 */
export function gridOf(times: readonly number[], packetTicks: number | null): PacketGrid | null {
  const looked = times.slice(0, LOOKED_AT)
  if (!packetTicks || looked.length < 2) return null
  const grid = { firstTick: Math.min(...looked), packetTicks }
  const isOnGrid = (tick: number) => {
    const steps = (tick - grid.firstTick) / packetTicks
    return Math.abs(steps - Math.round(steps)) * packetTicks <= ROUNDED_BY_AT_MOST_TICKS
  }
  return looked.every(isOnGrid) ? grid : null
}

/** Codecs whose packets all last equally long, by how many samples they hold; Opus packets say it themselves. */
const PACKET_SAMPLES: Record<string, number> = { aac: 1024, mp3: 1152, ac3: 1536, eac3: 1536 }

/** How long a packet of this audio lasts; null where they differ. */
export function packetSeconds({ codec, sampleRate }: AudioDescription): number | null {
  const samples = PACKET_SAMPLES[codec]
  return samples && sampleRate ? samples / sampleRate : null
}
