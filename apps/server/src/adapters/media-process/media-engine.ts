import type { Receipt } from '@kerf/contract/download'
import {
  type CutOptions,
  type CutOrder,
  type CutProgress,
  type MediaEngine,
  type MediaFacts,
  type MediaParts,
  type MediaPlanner,
  MediaWorkError,
  type PreviewOrder,
} from '../../ports/media.ts'
import { type MediaEnd, type MetricsRecorder, NO_METRICS } from '../../ports/metrics.ts'
import { type ByteSource, SourceReadError } from '../../ports/sources.ts'
import { createSlots, type Slot, type Slots } from '../slots.ts'
import { boundedSource } from './bounded-source.ts'
import { createIndexCache, type IndexCache } from './index-cache.ts'
import { type MediaProcess, onMessage, startMediaProcess } from './media-process.ts'
import type { FromMediaProcess, MediaOrder, PartSizes } from './messages.ts'
import { processorSeconds } from './processor-seconds.ts'
import { DEFAULT_LIMITS, INSPECT_LIMITS, type MediaLimits, PREVIEW_LIMITS, watchLimits } from './watch-limits.ts'
import { watchRate } from './watch-rate.ts'

export interface MediaEngineOptions {
  /** The only folder a media process may write to. */
  scratchDirectory: string
  limits?: Partial<MediaLimits>
  /** How many processes are started before anybody needs them, in all: those who come once need no more. */
  processesAhead?: number
  /** Counts the processes, by what they are at and how they end. */
  metricsRecorder?: Pick<MetricsRecorder, 'mediaBegan' | 'mediaEnded'>
}

/** Anybody may have a link looked at; so few at once that the cuts of others keep their processor and memory. */
const INSPECTIONS_AT_ONCE = 2
const INSPECTIONS_WAITING = 16
/** Frames for the strip are made beside everything else, and rather not at all than in its way. */
const PREVIEWS_AT_ONCE = 2
const PREVIEWS_WAITING = 16
/** Of the source, index included, whatever the process asks for. */
const MOST_PREVIEW_BYTES = 128_000_000

/**
 * How often a cut is begun whose process ends without a word: a process that was killed, as the system does when memory runs
 * out, says nothing about the video. One whose video breaks every process is given up.
 */
const CUT_TRIES = 3

/** A process that says nothing for so long will not. */
const VERSION_MILLISECONDS = 15_000

type Answer = Extract<FromMediaProcess, { kind: 'facts' | 'plan' | 'receipt' | 'video' | 'version' }>

const NO_PARTS: MediaParts = { video: null, audio: null }

/** The process has ended with its work undone, and not because of a limit. */
class ProcessEndedError extends MediaWorkError {}
/** What the process itself said that it could not do. */
class WorkFailedError extends MediaWorkError {}

function endBy(error: unknown): MediaEnd {
  if (error instanceof ProcessEndedError) return 'died'
  return error instanceof WorkFailedError ? 'refused' : 'stopped'
}

/** Runs every piece of media work in a fresh process; one is kept started ahead, so that nobody waits for it. */
export function createMediaEngine(options: MediaEngineOptions): MediaEngine & MediaPlanner {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const { maxHeapMegabytes } = limits
  const { metricsRecorder = NO_METRICS } = options
  const start = (yields = false) =>
    startMediaProcess({ scratchDirectory: options.scratchDirectory, maxHeapMegabytes, yields })
  const indexes = createIndexCache()
  const inspections = createSlots(INSPECTIONS_AT_ONCE, INSPECTIONS_WAITING)
  const videos = createSlots(PREVIEWS_AT_ONCE, PREVIEWS_WAITING)
  const previewsStopped = new AbortController()
  const running = new Set<MediaProcess>()
  let ahead = options.processesAhead ?? Number.POSITIVE_INFINITY
  const startAhead = (): MediaProcess | null => (closed || ahead-- <= 0 ? null : start())
  let closed = false
  let spare: MediaProcess | null = startAhead()

  /** What is not urgent gets a process that yields, and leaves the spare one to others. */
  function take(order: MediaOrder): MediaProcess {
    if (order.kind === 'video' && !isQuick(order.request)) {
      const yielding = start(true)
      running.add(yielding)
      return yielding
    }
    const alive = spare && !hasEnded(spare) ? spare : start()
    spare = startAhead()
    running.add(alive)
    return alive
  }

  async function run<T extends Answer>(
    order: MediaOrder,
    parts: MediaParts,
    signal: AbortSignal,
    how: Partial<Pick<Conversation, 'onProgress' | 'limits' | 'othersWait'>> & Pick<CutOptions, 'onSpent'> = {},
  ): Promise<T> {
    signal.throwIfAborted()
    if (closed) throw new MediaWorkError('busy', 'The media engine is closed.')
    const media = take(order)
    let end: MediaEnd = 'answered'
    metricsRecorder.mediaBegan(order.kind)
    try {
      return (await converse(media, order, { ...{ parts, indexes, signal, limits }, ...QUIETLY, ...how })) as T
    } catch (error) {
      end = endBy(error)
      throw error
    } finally {
      how.onSpent?.(await processorSeconds(media.child.pid))
      await media.kill()
      running.delete(media)
      metricsRecorder.mediaEnded(order.kind, end)
    }
  }

  return {
    async inspect(parts, signal): Promise<MediaFacts> {
      return inSlot(inspections, signal, async ({ othersWait }) => {
        const answer = await run<Extract<Answer, { kind: 'facts' }>>(
          { kind: 'inspect', sizes: sizesOf(parts) },
          parts,
          signal,
          { limits: { ...limits, ...INSPECT_LIMITS, ...options.limits }, othersWait },
        )
        return answer.facts
      })
    },
    async readPreview({ source, audio, ...order }: PreviewOrder, callerSignal): Promise<void> {
      const signal = AbortSignal.any([callerSignal, previewsStopped.signal])
      await inSlot(isQuick(order.request) ? inspections : videos, signal, ({ othersWait }) => {
        const bounded = boundedSource(source, MOST_PREVIEW_BYTES)
        const beside = audio && boundedSource(audio, MOST_PREVIEW_BYTES)
        const parts = { video: bounded, audio: beside === undefined ? bounded : beside }
        const previewLimits = { ...limits, ...PREVIEW_LIMITS, ...options.limits }
        return run({ kind: 'video', sizes: sizesOf(parts), ...order }, parts, signal, {
          limits: previewLimits,
          othersWait,
        })
      })
    },
    async plan({ parts, ...order }, signal) {
      const answer = await run<Extract<Answer, { kind: 'plan' }>>(
        { kind: 'plan', sizes: sizesOf(parts), ...order },
        parts,
        signal,
      )
      return answer.plan
    },
    async cut(
      { parts, ...order }: CutOrder,
      { signal, onProgress, othersWait = QUIETLY.othersWait, onSpent }: CutOptions,
    ): Promise<Receipt> {
      const cut = { kind: 'cut', sizes: sizesOf(parts), maxClipBytes: limits.maxClipBytes, ...order } as const
      for (let tried = 1; ; tried += 1) {
        try {
          const how = { onProgress, othersWait, ...(onSpent && { onSpent }) }
          return (await run<Extract<Answer, { kind: 'receipt' }>>(cut, parts, signal, how)).receipt
        } catch (error) {
          if (!(error instanceof ProcessEndedError) || tried === CUT_TRIES || closed || signal.aborted) throw error
        }
      }
    },
    async version(): Promise<string> {
      const answer = await run<Extract<Answer, { kind: 'version' }>>(
        { kind: 'version' },
        NO_PARTS,
        AbortSignal.timeout(VERSION_MILLISECONDS),
        { limits: { ...limits, ...INSPECT_LIMITS } },
      )
      return answer.version
    },
    stopPreviews() {
      previewsStopped.abort(new MediaWorkError('busy', 'The server is stopping.'))
    },
    async close() {
      closed = true
      await Promise.all([spare, ...running].map((media) => media?.kill()))
      spare = null
    },
  }
}

function hasEnded({ child }: MediaProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** An index is read, and one frame is made, as quickly as a file is looked at, and is the first thing that somebody waits to see. */
function isQuick(request: PreviewOrder['request']): boolean {
  return request.kind === 'sizeIndex' || (request.kind === 'frames' && request.times.length === 1)
}

async function inSlot<T>(slots: Slots, signal: AbortSignal, work: (slot: Slot) => Promise<T>): Promise<T> {
  const slot = await slots.take(signal)
  if (!slot) throw new MediaWorkError('busy', 'Too many files are being looked at.')
  try {
    return await work(slot)
  } finally {
    slot.giveBack()
  }
}

function sizesOf({ video, audio }: MediaParts): PartSizes {
  return {
    video: video?.sizeBytes ?? null,
    audio: audio?.sizeBytes ?? null,
    muxed: video !== null && video === audio,
  }
}

interface Conversation {
  parts: MediaParts
  indexes: IndexCache
  signal: AbortSignal
  limits: MediaLimits
  onProgress: (progress: CutProgress) => void
  /** For the place that this work has. */
  othersWait: () => boolean | Promise<boolean>
}

const QUIETLY = { onProgress: () => undefined, othersWait: () => false }

/** Gives one order to a process and serves its reads until it answers, fails, exceeds a limit or is no longer wanted. */
function converse(
  media: MediaProcess,
  order: MediaOrder,
  { parts, indexes, signal, limits, onProgress, othersWait }: Conversation,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // The reason why the source could not be read is known here only; the process just sees that it could not.
    let readError: unknown = null
    let isOpened = false
    const watch = watchLimits(media.child.pid, limits, (code, message) => {
      settle(() => reject(new MediaWorkError(code, `The media work was stopped: ${message}.`)))
    })
    const rate = watchRate(limits.slowMilliseconds, othersWait, (message) => {
      settle(() => reject(new MediaWorkError('source_timeout', `The media work was stopped: ${message}.`)))
    })
    const onAbort = (): void => settle(() => reject(signal.reason))
    signal.addEventListener('abort', onAbort, { once: true })

    function settle(end: () => void): void {
      watch.stop()
      rate.stop()
      signal.removeEventListener('abort', onAbort)
      end()
    }

    async function serve(read: Extract<FromMediaProcess, { kind: 'read' }>): Promise<void> {
      const wait = rate.begin()
      const onBytes = (count: number): void => {
        watch.touch()
        wait.came(count)
      }
      try {
        const source = partOf(parts, read.part)
        // A slow source gets on: only one that sends nothing stalls.
        const bytes = isOpened
          ? await source.read(read.start, read.end, signal, onBytes)
          : await indexes.read(source, read.start, read.end, signal, onBytes)
        media.send({ kind: 'bytes', read: read.read, bytes })
      } catch (error) {
        readError ??= error
        media.send({ kind: 'no-bytes', read: read.read, message: 'The source could not be read.' })
      } finally {
        wait.end()
      }
      watch.touch()
    }

    onMessage(media, (message) => {
      watch.touch()
      if (message.kind === 'read') void serve(message)
      else if (message.kind === 'opened') {
        isOpened = true
        watch.opened()
      } else if (message.kind === 'progress') onProgress(message.progress)
      else if (message.kind === 'failed') settle(() => reject(workError(message, readError)))
      else if (message.kind !== 'ready') settle(() => resolve(message))
    })
    const onEnd = (how: string, cause: unknown): void =>
      settle(() => reject(new ProcessEndedError('cut_failed', `The media process ended by ${how}.`, { cause })))
    media.child.once('exit', (code, signalName) => {
      const lastWords = media.lastWords().trim()
      onEnd(signalName ?? `code ${code}`, lastWords === '' ? null : new Error(lastWords))
    })
    // One that could not be started, as for want of memory or of its folder, never exits.
    media.child.once('error', (error) => {
      if (media.child.pid === undefined) onEnd((error as NodeJS.ErrnoException).code ?? 'an error', error)
    })
    // The one that was started ahead may have been killed since, while nobody listened.
    if (hasEnded(media)) return onEnd('itself before its work began', null)
    media.send(order)
  })
}

function partOf(parts: MediaParts, name: 'video' | 'audio'): ByteSource {
  const part = parts[name]
  if (!part) throw new SourceReadError('cut_failed', `There is no ${name} part to read.`)
  return part
}

function workError(message: Extract<FromMediaProcess, { kind: 'failed' }>, readError: unknown): MediaWorkError {
  if (readError instanceof SourceReadError)
    return new WorkFailedError(readError.code, readError.message, { expired: readError.expired, cause: readError })
  const causes = message.causes === '' ? null : new Error(message.causes)
  return new WorkFailedError(message.code, message.message, { cause: readError ?? causes })
}
