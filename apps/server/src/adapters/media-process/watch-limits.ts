import { readFile } from 'node:fs/promises'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { MediaWorkError } from '../../ports/media.ts'

export interface MediaLimits {
  totalMilliseconds: number
  /** Until the index is read and the cut begins: a source can feed an endless index a byte at a time without ever stalling. */
  openingMilliseconds: number
  /** Without a read or any progress. */
  stallMilliseconds: number
  /** With a source that sends hardly anything, while others wait for the place. */
  slowMilliseconds: number
  /** Resident memory of the process, code and codecs included. */
  maxResidentBytes: number
  maxHeapMegabytes: number
  maxClipBytes: number
}

/**
 * Peak memory in MiB: idle 90 (120 unbuilt), 4K 330 to 460 at 8 bits and 580 at 10 bits, three hours 340. The cutter
 * refuses what needs more than 512 above idle: docs/decisions/0038-memory.md.
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

const CHECK_EVERY_MILLISECONDS = 500
const PAGE_BYTES = 4096

export const INSPECT_LIMITS = { totalMilliseconds: 30_000, slowMilliseconds: 5000, maxResidentBytes: 640 * 1024 ** 2 }

export const PREVIEW_LIMITS = {
  totalMilliseconds: 60_000,
  openingMilliseconds: 20_000,
  stallMilliseconds: 30_000,
  slowMilliseconds: 5000,
  maxResidentBytes: 640 * 1024 ** 2,
}

/** Watches one media process and calls `exceeded` once, when it takes too long, stalls or grows too large. */
export function watchLimits(
  pid: number | undefined,
  limits: MediaLimits,
  exceeded: (code: ErrorCode, message: string) => void,
) {
  const startedAt = performance.now()
  let touchedAt = startedAt
  let isOpened = false
  const timer = setInterval(() => void check(), CHECK_EVERY_MILLISECONDS)
  const end = (code: ErrorCode, message: string): void => {
    clearInterval(timer)
    exceeded(code, message)
  }
  async function check(): Promise<void> {
    const now = performance.now()
    const { totalMilliseconds, openingMilliseconds, stallMilliseconds, maxResidentBytes } = limits
    const after = (milliseconds: number): string => `after ${milliseconds / 1000} s`
    if (now - startedAt > totalMilliseconds)
      return end('cut_timeout', `the time limit is over ${after(totalMilliseconds)}`)
    if (!isOpened && now - startedAt > openingMilliseconds)
      return end('source_timeout', `the index does not end ${after(openingMilliseconds)}`)
    if (now - touchedAt > stallMilliseconds) return end('cut_timeout', `no progress ${after(stallMilliseconds)}`)
    const resident = await residentBytes(pid)
    if (resident !== null && resident > maxResidentBytes)
      end('media_too_large', `${resident} bytes of memory in use, ${maxResidentBytes} are allowed`)
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

/** null where there is no /proc; there only the heap limit holds. */
async function residentBytes(pid: number | undefined): Promise<number | null> {
  const statm = await readFile(`/proc/${await innermost(pid)}/statm`, 'utf8').catch(() => null)
  return statm === null ? null : Number(statm.split(' ')[1]) * PAGE_BYTES
}

/** What bubblewrap runs, or the process itself: a media process starts none. */
export async function innermost(pid: number | undefined): Promise<number | undefined> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const [child] = children.split(' ')
  return child ? innermost(Number(child)) : pid
}

/** Ticks of `/proc` per second (USER_HZ). */
const TICKS_PER_SECOND = 100

/** Processor time of a living process so far, of all its threads; null where the system does not tell, or when it has ended. */
export async function processorSeconds(pid: number | undefined): Promise<number | null> {
  const stat = await readFile(`/proc/${await innermost(pid)}/stat`, 'utf8').catch(() => null)
  if (stat === null) return null
  // The name comes second, in brackets, and may hold anything; utime and stime are the 12th and 13th after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const seconds = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  return Number.isFinite(seconds) ? seconds : null
}

export interface ProcessorBudget {
  spend(seconds: number): void
  /** Whether the work has to end: its owner has spent what they may, and others wait. */
  isOver(): boolean
}

/** Counts what a process spends from now on, and aborts its signal when that is too much. Nothing is counted where there is no /proc. */
export function watchProcessor(
  pid: number | undefined,
  { spend, isOver }: ProcessorBudget,
): { signal: AbortSignal; stop(): Promise<void> } {
  const controller = new AbortController()
  let counted = processorSeconds(pid)
  function count(): Promise<unknown> {
    const before = counted
    counted = processorSeconds(pid)
    return Promise.all([before, counted]).then(([from, to]) => {
      if (from !== null && to !== null) spend(to - from)
    })
  }
  const timer = setInterval(async () => {
    await count()
    if (isOver())
      controller.abort(new MediaWorkError('busy', 'The media work was stopped: it costs too much, and others wait.'))
  }, CHECK_EVERY_MILLISECONDS)
  return {
    signal: controller.signal,
    async stop() {
      clearInterval(timer)
      await count()
    },
  }
}

/** A slower source takes a slot that others could use. */
const LEAST_BYTES_PER_SECOND = 10_000
/** What is asked for in small parts takes a source's time for each of them: a read counts as at least so much. */
const LEAST_BYTES_PER_READ = 16_000
const CHECKS_PER_WINDOW = 5

/** Calls `tooSlow` once when a source sends too slowly for too long and others wait. */
export function watchRate(
  milliseconds: number,
  othersWait: () => boolean | Promise<boolean>,
  tooSlow: (message: string) => void,
) {
  let readers = 0
  let bytes = 0
  let waited = 0
  let since = 0
  function settle(): void {
    const now = performance.now()
    if (readers > 0) waited += now - since
    since = now
  }
  // If it is unknown whether others wait, as while the database is away, nothing is ended.
  const timer = setInterval(() => void check().catch(() => undefined), milliseconds / CHECKS_PER_WINDOW)
  async function check(): Promise<void> {
    settle()
    if (waited < milliseconds) return
    const bytesPerSecond = Math.round((bytes * 1000) / waited)
    // Forgotten by and by: who comes in the meantime does not wait for all of it again.
    bytes /= 2
    waited /= 2
    if (bytesPerSecond >= LEAST_BYTES_PER_SECOND || !(await othersWait())) return
    clearInterval(timer)
    tooSlow(`the source sends ${bytesPerSecond} bytes a second, and others wait`)
  }
  return {
    /** Somebody waits for bytes from now on; returns callbacks for bytes that came and for the end of the wait. */
    begin() {
      settle()
      readers += 1
      let ofThis = 0
      const came = (count: number): void => {
        ofThis += count
        bytes += count
      }
      return {
        came,
        end() {
          settle()
          readers -= 1
          came(Math.max(0, LEAST_BYTES_PER_READ - ofThis))
        },
      }
    },
    stop: () => clearInterval(timer),
  }
}
