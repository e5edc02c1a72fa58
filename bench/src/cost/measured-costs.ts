import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What `npm run bench:cost` writes and the capacity model reads. Processor time is user and system time together. */
export interface MeasuredCosts {
  measuredAt: string
  machine: string
  clips: ClipCost[]
  calls: CallCosts
  lookups: LookupCosts
  /** null where no PostgreSQL is installed. */
  database: DatabaseCosts | null
  queue: QueueCost[]
}

/** Straight lines through what short and long clips of a kind took: a clip of s seconds costs `each + s * aSecond`. */
export interface Line {
  each: number
  aSecond: number
}

export interface ClipCost {
  kind: ClipKind
  /** Lengths that were cut, seconds. */
  lengths: readonly [number, number]
  /** Of the media process, processor seconds. */
  media: Line
  /** Of the server's own process while it takes, feeds and publishes one clip, processor seconds; embedded database included. */
  server: Line
  /** Bytes that came from the source. */
  fetched: Line
  /** Bytes of the clip. */
  written: Line
  /** Requests to the source. */
  requests: Line
  /** From the wish until it is finished, nothing else being cut: the least of its rounds, seconds. */
  wall: Line
  /** Resident memory of the media process at its highest, megabytes. */
  mediaMegabytes: number
}

export const CLIP_KINDS = [
  '360p copied, with seams',
  '1080p copied, with seams',
  '1080p copied, from a keyframe',
  '720p encoded from VP9',
  '1080p encoded from VP9',
  '2160p encoded from VP9',
  'MP3',
  'GIF',
] as const
export type ClipKind = (typeof CLIP_KINDS)[number]

/** Processor seconds of the server's own process, embedded database included. */
export interface CallCosts {
  statusPoll: number
  page: number
  /** A page's scripts, styles and pictures, for somebody who comes for the first time. */
  firstVisit: number
  firstVisitRequests: number
  /** Processing a known link, trimming and asking for a clip that is there already: everything of a wish but the cut. */
  wish: number
  /** Handing out a finished clip, a megabyte. */
  fileMegabyte: number
  /** What passes while nobody asks for anything, a second. */
  idleSecond: number
  /** Resident memory of the server after all of this, megabytes. */
  serverMegabytes: number
}

/** Processor seconds of the server with its children, for a link that it has not seen. */
export interface LookupCosts {
  mediaLink: number
  /** null where there is no yt-dlp; with it, a stand-in answers for YouTube. */
  youtube: { processorSeconds: number; bytes: number; requests: number; ytdlp: string } | null
}

/** On a PostgreSQL: for each wish with its cut, a status poll a second and the file. */
export interface DatabaseCosts {
  version: string
  transactionsPerClip: number
  walBytesPerClip: number
  rowsPerClip: number
  /** Tables and indexes together, as they stand after the run. */
  bytesPerClip: number
  /** Processor seconds of PostgreSQL's processes. */
  databaseSecondsPerClip: number
  /** Processor seconds of the server's own process, which it then spends instead of `ClipCost.server` and `CallCosts.wish`. */
  serverSecondsPerClip: number
  idleTransactionsPerSecond: number
  clips: number
}

/** The real queue with so many jobs waiting, on a PostgreSQL; processor seconds each, of PostgreSQL and of who asks it. */
export interface QueueCost {
  waiting: number
  join: { database: number; server: number }
  /** Taking and completing a job that does nothing. */
  take: { database: number; server: number }
  /** What a poll of a waiting clip asks: how many are ahead of it. */
  position: { database: number; server: number }
}

const COSTS_PATH = join(import.meta.dirname, '../../results/cost.json')

/** @throws Error when it was not measured yet */
export function readMeasuredCosts(path: string = COSTS_PATH): MeasuredCosts {
  return JSON.parse(readFileSync(path, 'utf8')) as MeasuredCosts
}

export { COSTS_PATH }
