import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Allowance, createAllowance } from '@kerf/domain/access/allowance'
import {
  type CutOptions,
  type CutOrder,
  type CutterReceipt,
  type MediaEngine,
  type MediaFacts,
  type MediaParts,
  type MediaPlanner,
  MediaWorkError,
  type PreviewOrder,
  type PreviewSpec,
} from '../../ports/media.ts'
import { type MediaEnd, type MetricsRecorder, NO_METRICS } from '../../ports/metrics.ts'
import { rationedOwner } from '../../ports/rationed-by.ts'
import { type MediaSource, readingThrough, SourceReadError } from '../../ports/sources.ts'
import { bubblewrap } from '../confinement.ts'
import { createSlots, type Slot, type Slots } from '../slots.ts'
import { type Conversation, converse, NO_CALLBACKS, ProcessEndedError, WorkFailedError } from './conversation.ts'
import { createIdleProcesses } from './idle-processes.ts'
import { createIndexCache } from './index-cache.ts'
import { hasEnded, type MediaProcess, startMediaProcess } from './media-process.ts'
import type { MediaRequest, MediaResult, PartShape, PartShapes } from './messages.ts'
import { codecBytesOf, residentBytesOfCut, threadsOfCut } from './share-of-machine.ts'
import {
  DEFAULT_LIMITS,
  INSPECT_LIMITS,
  type MediaLimits,
  PREVIEW_LIMITS,
  type ProcessorBudget,
  processorSeconds,
  watchProcessor,
} from './watch-limits.ts'

export interface MediaEngineOptions {
  /** The only folder a media process may write to. */
  scratchDirectory: string
  limits?: Partial<MediaLimits>
  /** How many cuts share the memory of this machine; 1 when left out. */
  cutsAtOnce?: number
  /** How many processes are started ahead in all; a command that needs one sets it. */
  processesAhead?: number
  metricsRecorder?: Pick<MetricsRecorder, 'mediaBegan' | 'mediaEnded'>
}

/** Anybody may inspect a link, so few run at once beside cuts. */
const INSPECTIONS_AT_ONCE = 2
const INSPECTIONS_WAITING = 16
/** Of one address: what costs its reader minutes leaves room for the others. */
const INSPECTIONS_OF_ONE = INSPECTIONS_AT_ONCE / 2
/** Processor seconds of one address while others wait. An ordinary file takes a third of a second. */
const INSPECTION_SECONDS = { most: 2, perSecond: 0.1 }
/** Previews run beside everything else and must not get in its way. */
const PREVIEWS_AT_ONCE = 2
const PREVIEWS_WAITING = 16
/** Frames at the handles of a timeline: many are asked for, and each takes a tenth of a second. */
const FRAMES_AT_ONCE = 2
const FRAMES_WAITING = 32
const FRAMES_OF_ONE = 1
/** Processor seconds for frames of one address while others wait. A drag asks for some ten GOPs. */
const FRAME_SECONDS = { most: 3, perSecond: 0.3 }
/** Read from the source for one preview, index included. */
const MOST_PREVIEW_BYTES = 128_000_000

/** Attempts at a cut whose process ends without an answer, as when memory runs out. */
const CUT_TRIES = 3

/** A process that says nothing for so long will not. */
const VERSION_MILLISECONDS = 15_000

const NO_PARTS: MediaParts = { video: null, audio: null }

function endBy(error: unknown): MediaEnd {
  if (error instanceof ProcessEndedError) return 'died'
  return error instanceof WorkFailedError ? 'refused' : 'stopped'
}

/** Runs each piece of media work in a fresh process; one is started ahead. Frames of one file may share a process. */
export function createMediaEngine(options: MediaEngineOptions): MediaEngine & MediaPlanner {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const { maxHeapMegabytes } = limits
  const maxResidentBytes = options.limits?.maxResidentBytes ?? residentBytesOfCut(options.cutsAtOnce ?? 1)
  const maxCodecBytes = codecBytesOf(maxResidentBytes)
  const cutLimits = { ...limits, maxResidentBytes }
  const { metricsRecorder = NO_METRICS } = options
  const start = (yields = false) =>
    startMediaProcess({ scratchDirectory: options.scratchDirectory, maxHeapMegabytes, yields })
  const indexes = createIndexCache()
  const now = (): number => performance.now()
  const inspectionTime = createAllowance({ ...INSPECTION_SECONDS, now })
  const inspections = createSlots(INSPECTIONS_AT_ONCE, INSPECTIONS_WAITING, {
    mostOfOne: INSPECTIONS_OF_ONE,
    isSpent: (owner) => inspectionTime.leftOf(owner) <= 0,
  })
  const previewSlots = createSlots(PREVIEWS_AT_ONCE, PREVIEWS_WAITING)
  const frameTime = createAllowance({ ...FRAME_SECONDS, now })
  const frameSlots = createSlots(FRAMES_AT_ONCE, FRAMES_WAITING, {
    mostOfOne: FRAMES_OF_ONE,
    isSpent: (owner) => frameTime.leftOf(owner) <= 0,
  })
  const previewsStopped = new AbortController()
  const running = new Set<MediaProcess>()
  const idle = createIdleProcesses()
  let cutting = 0
  let ahead = options.processesAhead ?? Number.POSITIVE_INFINITY
  let closed = false
  const startAhead = (): MediaProcess | null => (closed || ahead-- <= 0 ? null : start())
  let spare: MediaProcess | null = startAhead()

  /** What is not urgent gets a process that yields, and leaves the spare one to others. */
  function take(message: MediaRequest, reusedFor: MediaSource | undefined): MediaProcess {
    const reused = reusedFor && idle.take(reusedFor)
    if (reused) return reused
    if (isPreview(message) && !isAwaited(message)) return start(true)
    const alive = spare && !hasEnded(spare) ? spare : start()
    spare = startAhead()
    return alive
  }

  /**
   * @param of which result answers the message
   * @param how `reusedFor`: a file whose process may answer more requests about it
   */
  async function run<K extends MediaResult['of']>(
    of: K,
    message: MediaRequest,
    parts: MediaParts,
    signal: AbortSignal,
    how: Partial<Pick<Conversation, 'onProgress' | 'limits' | 'othersWait'>> &
      Pick<CutOptions, 'onSpent'> & { budget?: ProcessorBudget | null; reusedFor?: MediaSource } = {},
  ): Promise<Extract<MediaResult, { of: K }>> {
    signal.throwIfAborted()
    if (closed) throw new MediaWorkError('busy', 'The media engine is closed.')
    const media = take(message, how.reusedFor)
    running.add(media)
    let end: MediaEnd = 'answered'
    const work = isPreview(message) || isFrame(message) ? 'preview' : message.kind
    const processor = how.budget ? watchProcessor(media.child.pid, how.budget) : null
    const wanted = processor ? AbortSignal.any([signal, processor.signal]) : signal
    metricsRecorder.mediaBegan(work)
    try {
      const result = await converse(media, message, {
        parts,
        indexes,
        signal: wanted,
        limits,
        ...NO_CALLBACKS,
        ...how,
      })
      if (result.of !== of) throw new WorkFailedError('cut_failed', `The media process answered with ${result.of}.`)
      return result as Extract<MediaResult, { of: K }>
    } catch (error) {
      end = endBy(error)
      throw error
    } finally {
      await processor?.stop()
      how.onSpent?.(await processorSeconds(media.child.pid))
      if (how.reusedFor && end === 'answered' && !closed) await idle.add(how.reusedFor, media)
      else await media.kill()
      running.delete(media)
      metricsRecorder.mediaEnded(work, end)
    }
  }

  function runFrames<K extends 'gop' | 'frame'>(
    of: K,
    source: MediaSource,
    callerSignal: AbortSignal,
    messageOf: (parts: PartShapes) => FrameRequest,
  ): Promise<Extract<MediaResult, { of: K }>> {
    const signal = AbortSignal.any([callerSignal, previewsStopped.signal])
    return inSlot(frameSlots, signal, (slot) => {
      const bounded = boundedSource(source, MOST_PREVIEW_BYTES)
      const parts = { video: bounded, audio: null }
      const frameLimits = { ...limits, ...PREVIEW_LIMITS, ...options.limits }
      const how = { limits: frameLimits, othersWait: slot.othersWait, reusedFor: source }
      return run(of, messageOf(shapesOf(parts)), parts, signal, { ...how, budget: budgetOf(slot, frameTime) })
    })
  }

  return {
    async inspect(parts, signal): Promise<MediaFacts> {
      return inSlot(inspections, signal, async (slot) => {
        const { othersWait } = slot
        const budget = budgetOf(slot, inspectionTime)
        const how = { limits: { ...limits, ...INSPECT_LIMITS, ...options.limits }, othersWait, budget }
        return (await run('inspect', { kind: 'inspect', parts: shapesOf(parts) }, parts, signal, how)).facts
      })
    },
    async readPreview({ source, audio, audioTrack, spec, filePath }: PreviewOrder, callerSignal): Promise<void> {
      const signal = AbortSignal.any([callerSignal, previewsStopped.signal])
      await inSlot(isQuick(spec) ? inspections : previewSlots, signal, (slot) => {
        const bounded = boundedSource(source, MOST_PREVIEW_BYTES)
        const beside = audio && boundedSource(audio, MOST_PREVIEW_BYTES)
        const parts = { video: bounded, audio: beside === undefined ? bounded : beside }
        const previewLimits = { ...limits, ...PREVIEW_LIMITS, ...options.limits }
        const message = { ...spec, filePath, parts: shapesOf(parts), ...(audioTrack !== undefined && { audioTrack }) }
        const how = { limits: previewLimits, othersWait: slot.othersWait }
        const budget = isQuick(spec) ? budgetOf(slot, inspectionTime) : null
        return run('preview', message, parts, signal, { ...how, budget })
      })
    },
    async readGop(source, order, signal) {
      return (await runFrames('gop', source, signal, (parts) => ({ kind: 'gop', parts, ...order }))).gop
    },
    async drawFrame(source, order, signal) {
      return (await runFrames('frame', source, signal, (parts) => ({ kind: 'frame', parts, ...order }))).frame
    },
    async plan({ parts, ...order }, signal) {
      const message = { kind: 'plan', parts: shapesOf(parts), maxCodecBytes, ...order } as const
      return (await run('plan', message, parts, signal)).plan
    },
    async cut(
      { parts, ...order }: CutOrder,
      { signal, onProgress, othersWait = NO_CALLBACKS.othersWait, onSpent }: CutOptions,
    ): Promise<CutterReceipt> {
      const { maxClipBytes } = limits
      const message = { kind: 'cut', parts: shapesOf(parts), maxClipBytes, maxCodecBytes, ...order } as const
      for (let tried = 1; ; tried += 1) {
        cutting += 1
        // A process that was killed may go on for a moment, beside the next one.
        const workPath = join(options.scratchDirectory, `work-${randomUUID()}`)
        try {
          const how = { limits: cutLimits, onProgress, othersWait, ...(onSpent && { onSpent }) }
          return (await run('cut', { ...message, workPath, encoderThreads: threadsOfCut(cutting) }, parts, signal, how))
            .receipt
        } catch (error) {
          if (!(error instanceof ProcessEndedError) || tried === CUT_TRIES || closed || signal.aborted) throw error
        } finally {
          cutting -= 1
          // A process that was stopped could not remove what it had put there, which may be as large as its source.
          await rm(workPath, { recursive: true, force: true })
        }
      }
    },
    async version(): Promise<string> {
      const signal = AbortSignal.timeout(VERSION_MILLISECONDS)
      const how = { limits: { ...limits, ...INSPECT_LIMITS } }
      return (await run('version', { kind: 'version' }, NO_PARTS, signal, how)).version
    },
    hasAmpleMemory: () => maxResidentBytes > DEFAULT_LIMITS.maxResidentBytes,
    isConfined: () => bubblewrap() !== null,
    stopPreviews() {
      previewsStopped.abort(new MediaWorkError('busy', 'The server is stopping.'))
    },
    async close() {
      closed = true
      await Promise.all([idle.close(), ...[spare, ...running].map((media) => media?.kill())])
      spare = null
    },
  }
}

/** The caller's budget is the rest of an allowance. It ends their work only while others wait. */
function budgetOf({ othersWait }: Slot, time: Allowance): ProcessorBudget {
  const owner = rationedOwner()
  return {
    spend: (seconds) => time.spend(owner, seconds),
    isOver: () => time.leftOf(owner) <= 0 && othersWait(),
  }
}

/** A size index or a single frame is as fast as an inspection, and is what a viewer waits for first. */
function isQuick(spec: PreviewSpec): boolean {
  return spec.kind === 'sizeIndex' || (spec.kind === 'thumbnails' && spec.times.length === 1)
}

/** Edges cost as much as a short clip, and somebody waits for them, too. */
const isAwaited = (spec: PreviewSpec): boolean => isQuick(spec) || spec.kind === 'clip'

type FrameRequest = Extract<MediaRequest, { kind: 'gop' | 'frame' }>

const isFrame = (message: MediaRequest): message is FrameRequest => message.kind === 'gop' || message.kind === 'frame'

function isPreview(message: MediaRequest): message is Extract<MediaRequest, PreviewSpec> {
  return !['inspect', 'plan', 'cut', 'version', 'gop', 'frame'].includes(message.kind)
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

function shapesOf({ video, audio }: MediaParts): PartShapes {
  return { video: video && shapeOf(video), audio: audio && shapeOf(audio), muxed: video !== null && video === audio }
}

function shapeOf(source: MediaSource): PartShape {
  if ('sizeBytes' in source) return { sizeBytes: source.sizeBytes }
  return { segments: source.segments, initSections: source.initSections }
}

/** The same source, up to a number of bytes: a file can make its reader run in circles. */
export function boundedSource<S extends MediaSource>(source: S, mostBytes: number): S {
  let left = mostBytes
  return readingThrough(source, async (read, bytesOf) => {
    const found = await read(source)
    left -= bytesOf(found)
    if (left < 0) throw new SourceReadError('source_failed', 'Reading it takes too many bytes.')
    return found
  })
}
