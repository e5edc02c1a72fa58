/** What each cut may take of its machine, so that all that run at once have enough. */
import { availableParallelism, totalmem } from 'node:os'
import { USUAL_THREADS } from '@kerf/cutter/api/media-limits'
import { DEFAULT_LIMITS } from './watch-limits.ts'

/** Of a cut where memory is plentiful: one of VP9 in 4K, in its own codec, takes 774 MiB. */
const AMPLE_RESIDENT_BYTES = 896 * 1024 ** 2
/** What a server and its database take beside cuts. */
const SERVER_BYTES = 1024 ** 3
/** Of a process in a cut, all but its codecs: at rest, and packets and tables. */
const BESIDE_CODECS_BYTES = 176 * 1024 ** 2

/**
 * The resident memory of each of so many cuts at once: more on a machine, or in a container, that has enough for all of them.
 * @param memoryBytes of the machine
 */
export function residentBytesOfCut(cutsAtOnce: number, memoryBytes = availableBytes()): number {
  const isAmple = memoryBytes >= SERVER_BYTES + cutsAtOnce * AMPLE_RESIDENT_BYTES
  return isAmple ? AMPLE_RESIDENT_BYTES : DEFAULT_LIMITS.maxResidentBytes
}

/** What of it decoder and encoder may take. */
export function codecBytesOf(maxResidentBytes: number): number {
  return maxResidentBytes - BESIDE_CODECS_BYTES
}

/** A container's limit, where there is one. */
function availableBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity)
}

/** x264 gains little from more. */
const MOST_THREADS = 8

/** The threads of an encoder: on a machine with many processors a cut has those that no other one uses. */
export function threadsOfCut(cutsRunning: number, processors = availableParallelism()): number {
  const share = Math.min(MOST_THREADS, Math.floor(processors / cutsRunning))
  return Math.max(Math.min(USUAL_THREADS, processors), share)
}
