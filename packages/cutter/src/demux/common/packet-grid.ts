import type { AudioDescription } from './track-descriptions.ts'

/** Evenly spaced timestamps of a track without gaps, whose packets all have one duration. */
export interface PacketGrid {
  firstTick: number
  packetTicks: number
}

/** Largest rounding error, in ticks of 90 kHz. Files round timestamps to milliseconds, twice with a codec delay. */
const MAX_ROUNDING_TICKS = 0.0015 * 90_000
const MAX_CHECKED_TIMES = 48

/** Moves a rounded timestamp to the nearest position on the grid. A timestamp far from the grid stays as it is. */
export function snapToGrid(tick: number, { firstTick, packetTicks }: PacketGrid): number {
  const nearestTick = firstTick + Math.round((tick - firstTick) / packetTicks) * packetTicks
  return Math.abs(nearestTick - tick) <= MAX_ROUNDING_TICKS ? nearestTick : tick
}

/**
 * The grid of a track's first packets; null if they do not fit one, so that their timestamps are used as they are.
 * @param times timestamps of the first packets, in any order
 */
export function gridOf(times: readonly number[], packetTicks: number | null): PacketGrid | null {
  const firstTimes = times.slice(0, MAX_CHECKED_TIMES)
  if (!packetTicks || firstTimes.length < 2) return null
  const grid = { firstTick: Math.min(...firstTimes), packetTicks }
  const isOnGrid = (tick: number) => {
    const steps = (tick - grid.firstTick) / packetTicks
    return Math.abs(steps - Math.round(steps)) * packetTicks <= MAX_ROUNDING_TICKS
  }
  return firstTimes.every(isOnGrid) ? grid : null
}

/** Samples per packet of codecs whose packets all have one duration. Opus packets give their duration themselves. */
const PACKET_SAMPLES: Record<string, number> = { aac: 1024, mp3: 1152, ac3: 1536, eac3: 1536 }

/** Duration of each packet of this audio in seconds; null if durations differ. */
export function packetSeconds({ codec, sampleRate }: AudioDescription): number | null {
  const samples = PACKET_SAMPLES[codec]
  return samples && sampleRate ? samples / sampleRate : null
}
