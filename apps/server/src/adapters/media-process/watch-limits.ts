import { readFile } from 'node:fs/promises'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { MediaWorkError } from '../../ports/media.ts'

export interface MediaLimits {
  totalMilliseconds: number
  /**
   * Maximum time until the index is read and the cut begins. A source can send an endless index without stalling.
   */
  openingMilliseconds: number
  /** Maximum time without a read or progress. */
  stallMilliseconds: number
  /** Maximum wait for a source that sends hardly any bytes, while others wait for the slot. */
  slowMilliseconds: number
  /** Resident memory of the process, code and codecs included. */
  maxResidentBytes: number
  maxHeapMegabytes: number
  maxClipBytes: number
}

/**
 * Peak memory in MiB: idle 90 (120 unbuilt), 4K 330 to 460 at 8 bits and 580 at 10 bits, three hours 340. The cutter
 * refuses a cut that needs more than 512 above idle: docs/decisions/0038-memory.md.
 */
export const DEFAULT_LIMITS: MediaLimits = {
  totalMilliseconds: 30 * 60_000,
  openingMilliseconds: 60_000,
  stallMilliseconds: 30_000,
  slowMilliseconds: 20_000,
  maxResidentBytes: 640 * 1024 ** 2,
  maxHeapMegabytes: 320,
  maxClipBytes: 8 * 1024 ** 3,
}

const CHECK_INTERVAL_MILLISECONDS = 500
const PAGE_BYTES = 4096

export const INSPECT_LIMITS = { totalMilliseconds: 30_000, slowMilliseconds: 5000, maxResidentBytes: 640 * 1024 ** 2 }

export const PREVIEW_LIMITS = {
  totalMilliseconds: 60_000,
  openingMilliseconds: 20_000,
  stallMilliseconds: 30_000,
  slowMilliseconds: 5000,
  maxResidentBytes: 640 * 1024 ** 2,
}

/** Watches one media process. Calls `onExceeded` once if the process takes too long, stalls or grows too large. */
export function watchLimits(
  pid: number | undefined,
  limits: MediaLimits,
  onExceeded: (code: ErrorCode, message: string) => void,
) {
  const startedAt = performance.now()
  let touchedAt = startedAt
  let isOpened = false
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MILLISECONDS)
  const reportExceeded = (code: ErrorCode, message: string): void => {
    clearInterval(timer)
    onExceeded(code, message)
  }
  async function check(): Promise<void> {
    const now = performance.now()
    const { totalMilliseconds, openingMilliseconds, stallMilliseconds, maxResidentBytes } = limits
    const describeLimit = (milliseconds: number): string => `after ${milliseconds / 1000} s`
    if (now - startedAt > totalMilliseconds)
      return reportExceeded('cut_timeout', `the time limit is over ${describeLimit(totalMilliseconds)}`)
    if (!isOpened && now - startedAt > openingMilliseconds)
      return reportExceeded('source_timeout', `the index does not end ${describeLimit(openingMilliseconds)}`)
    if (now - touchedAt > stallMilliseconds)
      return reportExceeded('cut_timeout', `no progress ${describeLimit(stallMilliseconds)}`)
    const resident = await residentBytes(pid)
    if (resident !== null && resident > maxResidentBytes)
      reportExceeded('media_too_large', `${resident} bytes of memory in use, ${maxResidentBytes} are allowed`)
  }
  return {
    touch: () => {
      touchedAt = performance.now()
    },
    opened: () => {
      isOpened = true
    },
    stop: () => clearInterval(timer),
  }
}

/** Returns the resident memory of a process; null without /proc, where only the heap limit applies. */
async function residentBytes(pid: number | undefined): Promise<number | null> {
  const statm = await readFile(`/proc/${await innermostPid(pid)}/statm`, 'utf8').catch(() => null)
  return statm === null ? null : Number(statm.split(' ')[1]) * PAGE_BYTES
}

/** Returns the id of the process inside bubblewrap, else `pid`. A media process itself starts no other process. */
export async function innermostPid(pid: number | undefined): Promise<number | undefined> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const [child] = children.split(' ')
  return child ? innermostPid(Number(child)) : pid
}

/** Ticks of `/proc` per second (USER_HZ). */
const TICKS_PER_SECOND = 100

/**
 * Returns the processor time of all threads of a process, in seconds; null without /proc or if the process has ended.
 */
export async function processorSeconds(pid: number | undefined): Promise<number | null> {
  const stat = await readFile(`/proc/${await innermostPid(pid)}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  // The second field is the name, in brackets, and may hold anything. utime and stime are the 12th and 13th after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const seconds = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  return Number.isFinite(seconds) ? seconds : null
}

export interface ProcessorBudget {
  spend(seconds: number): void
  /** Returns whether the work must end: its owner has spent the allowance, and others wait. */
  isOver(): boolean
}

/**
 * Counts the processor time that a process spends from now on, and aborts the signal when the budget is over. Without
 * /proc nothing is counted.
 */
export function watchProcessor(
  pid: number | undefined,
  { spend, isOver }: ProcessorBudget,
): { signal: AbortSignal; stop(): Promise<void> } {
  const controller = new AbortController()
  let latestSeconds = processorSeconds(pid)
  function count(): Promise<unknown> {
    const previousSeconds = latestSeconds
    latestSeconds = processorSeconds(pid)
    return Promise.all([previousSeconds, latestSeconds]).then(([from, to]) => {
      if (from !== null && to !== null) spend(to - from)
    })
  }
  const timer = setInterval(async () => {
    await count()
    if (isOver())
      controller.abort(new MediaWorkError('busy', 'The media work was stopped: it costs too much, and others wait.'))
  }, CHECK_INTERVAL_MILLISECONDS)
  return {
    signal: controller.signal,
    async stop() {
      clearInterval(timer)
      await count()
    },
  }
}

/** A source below this rate occupies a slot that others could use. */
const MIN_BYTES_PER_SECOND = 10_000
/** A small read costs the source a whole request, so it counts as at least this many bytes. */
const MIN_BYTES_PER_READ = 16_000
const CHECKS_PER_WINDOW = 5

/** Calls `onTooSlow` once if a source sends too slowly for `milliseconds` and others wait. */
export function watchRate(
  milliseconds: number,
  othersWait: () => boolean | Promise<boolean>,
  onTooSlow: (message: string) => void,
) {
  let readers = 0
  let bytes = 0
  let waitMilliseconds = 0
  let countedAt = 0
  function addWaitTime(): void {
    const now = performance.now()
    if (readers > 0) waitMilliseconds += now - countedAt
    countedAt = now
  }
  // A failed check, for example while the database is away, ends no work.
  const timer = setInterval(() => void check().catch(() => undefined), milliseconds / CHECKS_PER_WINDOW)
  async function check(): Promise<void> {
    addWaitTime()
    if (waitMilliseconds < milliseconds) return
    const bytesPerSecond = Math.round((bytes * 1000) / waitMilliseconds)
    // Halving lets old reads fade. A reset would make later waiters wait the full time again.
    bytes /= 2
    waitMilliseconds /= 2
    if (bytesPerSecond >= MIN_BYTES_PER_SECOND || !(await othersWait())) return
    clearInterval(timer)
    onTooSlow(`the source sends ${bytesPerSecond} bytes a second, and others wait`)
  }
  return {
    /** Starts a wait for bytes. Returns callbacks for received bytes and for the end of the wait. */
    begin() {
      addWaitTime()
      readers += 1
      let readBytes = 0
      const addBytes = (count: number): void => {
        readBytes += count
        bytes += count
      }
      return {
        addBytes,
        end() {
          addWaitTime()
          readers -= 1
          addBytes(Math.max(0, MIN_BYTES_PER_READ - readBytes))
        },
      }
    },
    stop: () => clearInterval(timer),
  }
}
