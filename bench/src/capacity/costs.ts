import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** CPU seconds, user and system, as measured on the machine and day that the file names. */
export interface Costs {
  measuredAt: string
  machine: string
  clips: ClipCost[]
  /** Of the server's process, embedded database included. */
  calls: {
    statusPoll: number
    page: number
    firstVisit: number
    /** Everything of a request for a clip but the cut. */
    request: number
    /** Handing out a finished clip, a megabyte. */
    fileMegabyte: number
    /** What passes while nobody asks for anything, a second. */
    idleSecond: number
  }
  lookups: { mediaLink: number; youtube: { processorSeconds: number } | null }
  database: { transactionsPerClip: number; databaseSecondsPerClip: number } | null
}

/** A clip of s seconds costs `each + s * aSecond`. */
interface Line {
  each: number
  aSecond: number
}

interface ClipCost {
  kind: string
  media: Line
  server: Line
  fetched: Line
  written: Line
  requests: Line
}

/** So much of all clips are of this kind. Lengths have a long tail: a median, and the longest there is. */
export interface ClipShare {
  kind: string
  share: number
  medianSeconds: number
  longestSeconds: number
}

const HOUR = 3600
export const ROUND_TRIP_SECONDS = 0.05
const share = (kind: string, part: number, medianSeconds: number, longestSeconds: number): ClipShare => ({
  kind,
  share: part,
  medianSeconds,
  longestSeconds,
})

/** What strangers and free accounts may take is 360p: that, audio, and GIF. */
export const ORDINARY_CLIPS: readonly ClipShare[] = [
  share('360p copied, with seams', 0.8, 18, HOUR),
  share('MP3', 0.15, 90, 2 * HOUR),
  share('GIF', 0.05, 5, 15),
]

/** Who pays takes what the site has as H.264 up to 1080p, and has 4K encoded. */
export const PAID_CLIPS: readonly ClipShare[] = [
  share('1080p copied, with seams', 0.55, 25, HOUR),
  share('1080p copied, from a keyframe', 0.05, 25, HOUR),
  share('720p encoded from VP9', 0.08, 15, HOUR),
  share('1080p encoded from VP9', 0.08, 15, HOUR),
  share('2160p encoded from VP9', 0.07, 10, 60),
  share('MP3', 0.12, 90, 2 * HOUR),
  share('GIF', 0.05, 5, 15),
]

/** Of the logarithm of lengths: half are shorter than the median, one in a hundred longer than 13 times that. */
export const LONG_TAIL = 1.1
const MEAN_BY_MEDIAN = Math.exp(LONG_TAIL ** 2 / 2)

export function readCosts(): Costs {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../results/cost.json'), 'utf8')) as Costs
}

interface ClipDemand {
  coreSeconds: number
  requests: number
  fetchedBytes: number
  writtenBytes: number
}

/** @throws Error for a kind that was not measured */
export function clipDemand({ clips }: Costs, kind: string, seconds: number): ClipDemand {
  const cost = clips.find((one) => one.kind === kind)
  if (!cost) throw new Error(`"${kind}" was not measured.`)
  const at = ({ each, aSecond }: Line): number => each + aSecond * seconds
  return {
    coreSeconds: at(cost.media) + at(cost.server),
    requests: at(cost.requests),
    fetchedBytes: at(cost.fetched),
    writtenBytes: at(cost.written),
  }
}

/** What an average clip takes, so much of all being paid. */
export function meanDemand(costs: Costs, paidShare: number): ClipDemand {
  const mean: ClipDemand = { coreSeconds: 0, requests: 0, fetchedBytes: 0, writtenBytes: 0 }
  const mixes = [
    { clips: ORDINARY_CLIPS, part: 1 - paidShare },
    { clips: PAID_CLIPS, part: paidShare },
  ]
  for (const { clips, part } of mixes) {
    for (const { kind, share, medianSeconds, longestSeconds } of clips) {
      const demand = clipDemand(costs, kind, Math.min(medianSeconds * MEAN_BY_MEDIAN, longestSeconds))
      for (const what of Object.keys(mean) as (keyof ClipDemand)[]) mean[what] += share * part * demand[what]
    }
  }
  return mean
}
