import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Allowance, type AllowanceOptions, createAllowance } from '@kerf/domain/access/allowance'
import {
  type CutInput,
  type CutOptions,
  type CutterReceipt,
  type EngineFacts,
  type MediaEngine,
  type MediaFacts,
  type MediaParts,
  type MediaPlanner,
  MediaWorkError,
  type PreviewRequest,
  type PreviewSpec,
} from '../../ports/media.ts'
import { type MediaEnd, type MetricsRecorder, NO_METRICS } from '../../ports/metrics.ts'
import { rationedOwner } from '../../ports/rationed-by.ts'
import { type MediaSource, readingThrough, SourceReadError } from '../../ports/sources.ts'
import { findBubblewrap } from '../confinement.ts'
import { createSlots, type Slot, type Slots } from '../slots.ts'
import { type Conversation, converse, NO_CALLBACKS, ProcessEndedError, WorkFailedError } from './conversation.ts'
import { createIdleProcesses } from './idle-processes.ts'
import { createIndexCache } from './index-cache.ts'
import { hasEnded, type MediaProcess, startMediaProcess } from './media-process.ts'
import type { MediaRequest, MediaResult, PartShape, PartShapes } from './messages.ts'
import { codecBytesOf, encoderThreads, residentBytesOfCut } from './share-of-machine.ts'
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
  /** Number of cuts that share the memory of this machine; 1 if absent. */
  cutsAtOnce?: number
  /** Number of processes started ahead in total; unlimited if absent. A command that needs only one sets it. */
  processesAhead?: number
  /** Processor seconds for frames and edges of one IP address while others wait; `FRAME_SECONDS` if absent. */
  frameSeconds?: Pick<AllowanceOptions, 'most' | 'perSecond'>
  metricsRecorder?: Pick<MetricsRecorder, 'mediaBegan' | 'mediaEnded'>
}

/** Anybody may inspect a link, so few inspections run at once, to leave room for cuts. */
const MAX_CONCURRENT_INSPECTIONS = 2
const MAX_WAITING_INSPECTIONS = 16
/** Inspections that one IP address may run at once. Slow files of one IP address leave a slot for the others. */
const MAX_INSPECTIONS_PER_IP_ADDRESS = MAX_CONCURRENT_INSPECTIONS / 2
/**
 * Processor seconds for inspections by one IP address while others wait. An ordinary file takes a third of a second.
 */
const INSPECTION_SECONDS = { most: 2, perSecond: 0.1 }
/** Previews run at the same time as other work, and must not slow it down. */
const MAX_CONCURRENT_PREVIEWS = 2
const MAX_WAITING_PREVIEWS = 16
/**
 * Limits of requests for frames at the handles of a timeline. A viewer makes many, and each takes a tenth of a second.
 */
const MAX_CONCURRENT_FRAMES = 2
const MAX_WAITING_FRAMES = 32
const MAX_FRAMES_PER_IP_ADDRESS = 1
/** Default of `frameSeconds`. A drag requests about ten GOPs. */
const FRAME_SECONDS = { most: 3, perSecond: 0.3 }
/** Maximum number of bytes that are read from the source for one preview, including its index. */
const MAX_PREVIEW_BYTES = 128_000_000

/** Maximum number of attempts at a cut or a frame whose process ends without an answer, such as for lack of memory. */
const MAX_ATTEMPTS = 3

/** Time limit for reading the version. */
const VERSION_TIMEOUT_MILLISECONDS = 15_000

const NO_PARTS: MediaParts = { video: null, audio: null }

function classifyEnding(error: unknown): MediaEnd {
  if (error instanceof ProcessEndedError) return 'died'
  return error instanceof WorkFailedError ? 'refused' : 'stopped'
}

/** Runs each request in a new process. One is started ahead, and requests for frames of one file may share one. */
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
  const inspectionAllowance = createAllowance({ ...INSPECTION_SECONDS, now })
  const inspectionSlots = createSlots(MAX_CONCURRENT_INSPECTIONS, MAX_WAITING_INSPECTIONS, {
    maxPerOwner: MAX_INSPECTIONS_PER_IP_ADDRESS,
    isSpent: (owner) => inspectionAllowance.leftOf(owner) <= 0,
  })
  const frameAllowance = createAllowance({ ...(options.frameSeconds ?? FRAME_SECONDS), now })
  const previewSlots = createSlots(MAX_CONCURRENT_PREVIEWS, MAX_WAITING_PREVIEWS, {
    isSpent: (owner) => frameAllowance.leftOf(owner) <= 0,
  })
  const frameSlots = createSlots(MAX_CONCURRENT_FRAMES, MAX_WAITING_FRAMES, {
    maxPerOwner: MAX_FRAMES_PER_IP_ADDRESS,
    isSpent: (owner) => frameAllowance.leftOf(owner) <= 0,
  })
  const previewStopController = new AbortController()
  const runningProcesses = new Set<MediaProcess>()
  const idleProcesses = createIdleProcesses()
  let runningCuts = 0
  let startsLeft = options.processesAhead ?? Number.POSITIVE_INFINITY
  let isClosed = false
  const startAhead = (): MediaProcess | null => (isClosed || startsLeft-- <= 0 ? null : start())
  let spareProcess: MediaProcess | null = startAhead()

  /** Work that nobody waits for gets a new process of low priority and leaves the spare process to other work. */
  function takeProcess(message: MediaRequest, reusedFor: MediaSource | undefined): MediaProcess {
    const reusedProcess = reusedFor && idleProcesses.take(reusedFor)
    if (reusedProcess) return reusedProcess
    if (isPreview(message) && !isAwaited(message)) return start(true)
    const urgentProcess = spareProcess && !hasEnded(spareProcess) ? spareProcess : start()
    spareProcess = startAhead()
    return urgentProcess
  }

  /**
   * Runs a request in a process. Kills the process afterwards, unless it may be reused.
   * @param expectedResult kind of the result that answers the message
   * @param runOptions `reusedFor` is a file: its process stays and may answer more requests about it
   */
  async function run<K extends MediaResult['of']>(
    expectedResult: K,
    message: MediaRequest,
    parts: MediaParts,
    signal: AbortSignal,
    runOptions: Partial<Pick<Conversation, 'onProgress' | 'limits' | 'othersWait'>> &
      Pick<CutOptions, 'onSpent'> & { budget?: ProcessorBudget | null; reusedFor?: MediaSource } = {},
  ): Promise<Extract<MediaResult, { of: K }>> {
    signal.throwIfAborted()
    if (isClosed) throw new MediaWorkError('busy', 'The media engine is closed.')
    const media = takeProcess(message, runOptions.reusedFor)
    runningProcesses.add(media)
    let endKind: MediaEnd = 'answered'
    const workKind = isPreview(message) || isFrame(message) ? 'preview' : message.kind
    const processor = runOptions.budget ? watchProcessor(media.child.pid, runOptions.budget) : null
    const workSignal = processor ? AbortSignal.any([signal, processor.signal]) : signal
    metricsRecorder.mediaBegan(workKind)
    try {
      const result = await converse(media, message, {
        parts,
        indexes,
        signal: workSignal,
        limits,
        ...NO_CALLBACKS,
        ...runOptions,
      })
      if (result.of !== expectedResult)
        throw new WorkFailedError('cut_failed', `The media process answered with ${result.of}.`)
      return result as Extract<MediaResult, { of: K }>
    } catch (error) {
      endKind = classifyEnding(error)
      throw error
    } finally {
      await processor?.stop()
      runOptions.onSpent?.(await processorSeconds(media.child.pid))
      if (runOptions.reusedFor && endKind === 'answered' && !isClosed)
        await idleProcesses.add(runOptions.reusedFor, media)
      else await media.kill()
      runningProcesses.delete(media)
      metricsRecorder.mediaEnded(workKind, endKind)
    }
  }

  /** Repeats work whose process ended without an answer. */
  async function withAttempts<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof ProcessEndedError) || attempt === MAX_ATTEMPTS || isClosed || signal.aborted) throw error
      }
    }
  }

  function runFrames<K extends 'gop' | 'frame'>(
    expectedResult: K,
    source: MediaSource,
    callerSignal: AbortSignal,
    messageOf: (parts: PartShapes) => FrameRequest,
  ): Promise<Extract<MediaResult, { of: K }>> {
    const signal = AbortSignal.any([callerSignal, previewStopController.signal])
    return inSlot(frameSlots, signal, (slot) => {
      const frameLimits = { ...limits, ...PREVIEW_LIMITS, ...options.limits }
      const runOptions = { limits: frameLimits, othersWait: slot.othersWait, reusedFor: source }
      return withAttempts(signal, () => {
        const parts = { video: boundedSource(source, MAX_PREVIEW_BYTES), audio: null }
        const budget = chooseBudget(slot, frameAllowance)
        return run(expectedResult, messageOf(describeShapes(parts)), parts, signal, { ...runOptions, budget })
      })
    })
  }

  return {
    async inspect(parts, signal): Promise<MediaFacts> {
      return inSlot(inspectionSlots, signal, async (slot) => {
        const { othersWait } = slot
        const budget = chooseBudget(slot, inspectionAllowance)
        const runOptions = { limits: { ...limits, ...INSPECT_LIMITS, ...options.limits }, othersWait, budget }
        return (await run('inspect', { kind: 'inspect', parts: describeShapes(parts) }, parts, signal, runOptions))
          .facts
      })
    },
    async readPreview({ source, audio, audioTrack, spec, filePath }: PreviewRequest, callerSignal): Promise<void> {
      const signal = AbortSignal.any([callerSignal, previewStopController.signal])
      await inSlot(isQuick(spec) ? inspectionSlots : previewSlots, signal, (slot) => {
        const videoPart = boundedSource(source, MAX_PREVIEW_BYTES)
        const audioPart = audio && boundedSource(audio, MAX_PREVIEW_BYTES)
        const parts = { video: videoPart, audio: audioPart === undefined ? videoPart : audioPart }
        const previewLimits = { ...limits, ...PREVIEW_LIMITS, ...options.limits }
        const message = {
          ...spec,
          filePath,
          parts: describeShapes(parts),
          ...(audioTrack !== undefined && { audioTrack }),
        }
        const runOptions = { limits: previewLimits, othersWait: slot.othersWait }
        const allowance = isQuick(spec) ? inspectionAllowance : spec.kind === 'clip' ? frameAllowance : null
        const budget = allowance && chooseBudget(slot, allowance)
        return run('preview', message, parts, signal, { ...runOptions, budget })
      })
    },
    async readGop(source, request, signal) {
      return (await runFrames('gop', source, signal, (parts) => ({ kind: 'gop', parts, ...request }))).gop
    },
    async drawFrame(source, request, signal) {
      return (await runFrames('frame', source, signal, (parts) => ({ kind: 'frame', parts, ...request }))).frame
    },
    async plan({ parts, ...request }, signal) {
      const message = { kind: 'plan', parts: describeShapes(parts), maxCodecBytes, ...request } as const
      return (await run('plan', message, parts, signal)).plan
    },
    async cut(
      { parts, ...request }: CutInput,
      { signal, onProgress, othersWait = NO_CALLBACKS.othersWait, onSpent }: CutOptions,
    ): Promise<CutterReceipt> {
      const { maxClipBytes } = limits
      const message = { kind: 'cut', parts: describeShapes(parts), maxClipBytes, maxCodecBytes, ...request } as const
      return withAttempts(signal, async () => {
        runningCuts += 1
        // A killed process may still run for a moment during the next attempt, so each attempt has its own folder.
        const workPath = join(options.scratchDirectory, `work-${randomUUID()}`)
        try {
          const runOptions = { limits: cutLimits, onProgress, othersWait, ...(onSpent && { onSpent }) }
          return (
            await run(
              'cut',
              { ...message, workPath, encoderThreads: encoderThreads(runningCuts) },
              parts,
              signal,
              runOptions,
            )
          ).receipt
        } finally {
          runningCuts -= 1
          // A killed process cannot remove its own files, which may be as large as its source.
          await rm(workPath, { recursive: true, force: true })
        }
      })
    },
    async facts(): Promise<EngineFacts> {
      const signal = AbortSignal.timeout(VERSION_TIMEOUT_MILLISECONDS)
      const runOptions = { limits: { ...limits, ...INSPECT_LIMITS } }
      const { version, missingCodecs } = await run('version', { kind: 'version' }, NO_PARTS, signal, runOptions)
      return { version, missingCodecs }
    },
    hasAmpleMemory: () => maxResidentBytes > DEFAULT_LIMITS.maxResidentBytes,
    isConfined: () => findBubblewrap() !== null,
    stopPreviews() {
      previewStopController.abort(new MediaWorkError('busy', 'The server is stopping.'))
    },
    async close() {
      isClosed = true
      await Promise.all([idleProcesses.close(), ...[spareProcess, ...runningProcesses].map((media) => media?.kill())])
      spareProcess = null
    },
  }
}

/** Returns the caller's budget, which is the rest of an allowance. It ends work only while others wait. */
function chooseBudget({ othersWait }: Slot, allowance: Allowance): ProcessorBudget {
  const owner = rationedOwner()
  return {
    spend: (seconds) => allowance.spend(owner, seconds),
    isOver: () => allowance.leftOf(owner) <= 0 && othersWait(),
  }
}

/** A size index or a single frame is as fast as an inspection, and a viewer waits for it first. */
function isQuick(spec: PreviewSpec): boolean {
  return spec.kind === 'sizeIndex' || (spec.kind === 'thumbnails' && spec.times.length === 1)
}

/** A preview of a clip's edges costs as much as a short clip, but a viewer waits for it too. */
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

function describeShapes({ video, audio }: MediaParts): PartShapes {
  return {
    video: video && describeShape(video),
    audio: audio && describeShape(audio),
    muxed: video !== null && video === audio,
  }
}

function describeShape(source: MediaSource): PartShape {
  if ('sizeBytes' in source) return { sizeBytes: source.sizeBytes }
  const { segments, initSections, timeline } = source
  return { segments, initSections, ...(timeline && { timeline }) }
}

/**
 * Limits the total bytes read from a source: a file can make its reader loop. Throws SourceReadError beyond the limit.
 */
export function boundedSource<S extends MediaSource>(source: S, maxBytes: number): S {
  let remainingBytes = maxBytes
  return readingThrough(source, async (read, bytesOf) => {
    const content = await read(source)
    remainingBytes -= bytesOf(content)
    if (remainingBytes < 0) throw new SourceReadError('source_failed', 'Reading it takes too many bytes.')
    return content
  })
}
