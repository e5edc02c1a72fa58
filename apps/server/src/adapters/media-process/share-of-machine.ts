/** Memory and threads that each cut may use, so that all cuts at once have enough. */
import { availableParallelism, totalmem } from 'node:os'
import { USUAL_THREADS } from '@kerf/cutter/api/media-limits'
import { DEFAULT_LIMITS } from './watch-limits.ts'

/** Memory limit of a cut if memory is ample. A cut of VP9 in 4K in its own codec takes 774 MiB. */
const MAX_RESIDENT_BYTES = 896 * 1024 ** 2
/** Memory of the server and its database. */
const SERVER_BYTES = 1024 ** 3
/** Memory of a cut's process without its codecs: for the idle process, packets and tables. */
const PROCESS_BASE_BYTES = 176 * 1024 ** 2

/**
 * Returns the limit of resident memory of each cut, in bytes. It is higher if the machine or container has enough for
 * all cuts.
 * @param memoryBytes memory of the machine
 */
export function residentBytesOfCut(cutsAtOnce: number, memoryBytes = availableBytes()): number {
  const isAmple = memoryBytes >= SERVER_BYTES + cutsAtOnce * MAX_RESIDENT_BYTES
  return isAmple ? MAX_RESIDENT_BYTES : DEFAULT_LIMITS.maxResidentBytes
}

/** Returns the share of a cut's resident memory for decoder and encoder, in bytes. */
export function codecBytesOf(maxResidentBytes: number): number {
  return maxResidentBytes - PROCESS_BASE_BYTES
}

/** Returns the memory of the machine, or the limit of the container if there is one. */
function availableBytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity)
}

/** Maximum number of encoder threads: x264 gains little from more. */
const MAX_ENCODER_THREADS = 8

/** Returns the number of threads of an encoder. On a machine with many processors, a cut uses the idle ones too. */
export function encoderThreads(cutsRunning: number, processors = availableParallelism()): number {
  const share = Math.min(MAX_ENCODER_THREADS, Math.floor(processors / cutsRunning))
  return Math.max(Math.min(USUAL_THREADS, processors), share)
}
