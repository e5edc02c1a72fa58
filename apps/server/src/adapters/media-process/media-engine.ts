import type { Receipt } from '@kerf/contract/download'
import {
  type ByteSource,
  type CutOrder,
  type CutProgress,
  type MediaEngine,
  type MediaFacts,
  type MediaParts,
  MediaWorkError,
  SourceReadError,
} from '../../ports.ts'
import { createSlots } from '../slots.ts'
import { type MediaProcess, onMessage, startMediaProcess } from './media-process.ts'
import type { FromMediaProcess, PartSizes, ToMediaProcess } from './messages.ts'
import { DEFAULT_LIMITS, INSPECT_LIMITS, type MediaLimits, watchLimits } from './watch-limits.ts'

export interface MediaEngineOptions {
  /** The only folder a media process may write to. */
  scratchDirectory: string
  limits?: Partial<MediaLimits>
}

/** Anybody may have a link looked at; so few at once that the cuts of others keep their processor and memory. */
const INSPECTIONS_AT_ONCE = 2
const INSPECTIONS_WAITING = 16

type Answer = Extract<FromMediaProcess, { kind: 'facts' | 'receipt' }>

/** Runs every piece of media work in a fresh process; one is kept started ahead, so that nobody waits for it. */
export function createMediaEngine(options: MediaEngineOptions): MediaEngine {
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const start = () =>
    startMediaProcess({ scratchDirectory: options.scratchDirectory, maxHeapMegabytes: limits.maxHeapMegabytes })
  const inspections = createSlots(INSPECTIONS_AT_ONCE, INSPECTIONS_WAITING)
  const running = new Set<MediaProcess>()
  let spare: MediaProcess | null = start()
  let closed = false

  function take(): MediaProcess {
    const alive = spare && spare.child.exitCode === null && spare.child.signalCode === null ? spare : start()
    spare = closed ? null : start()
    running.add(alive)
    return alive
  }

  async function run<T extends Answer>(
    order: Extract<ToMediaProcess, { kind: 'inspect' | 'cut' }>,
    parts: MediaParts,
    signal: AbortSignal,
    onProgress: (progress: CutProgress) => void,
    ownLimits: MediaLimits = limits,
  ): Promise<T> {
    signal.throwIfAborted()
    if (closed) throw new MediaWorkError('busy', 'The media engine is closed.')
    const media = take()
    try {
      return (await converse(media, order, parts, signal, onProgress, ownLimits)) as T
    } finally {
      await media.kill()
      running.delete(media)
    }
  }

  return {
    async inspect(parts, signal): Promise<MediaFacts> {
      const giveBack = await inspections.take(signal)
      if (!giveBack) throw new MediaWorkError('busy', 'Too many files are being looked at.')
      try {
        const answer = await run<Extract<Answer, { kind: 'facts' }>>(
          { kind: 'inspect', sizes: sizesOf(parts) },
          parts,
          signal,
          () => undefined,
          { ...limits, ...INSPECT_LIMITS },
        )
        return answer.facts
      } finally {
        giveBack()
      }
    },
    async cut({ parts, ...order }: CutOrder, { signal, onProgress }): Promise<Receipt> {
      const answer = await run<Extract<Answer, { kind: 'receipt' }>>(
        { kind: 'cut', sizes: sizesOf(parts), maxClipBytes: limits.maxClipBytes, ...order },
        parts,
        signal,
        onProgress,
      )
      return answer.receipt
    },
    async close() {
      closed = true
      await Promise.all([spare, ...running].map((media) => media?.kill()))
      spare = null
    },
  }
}

function sizesOf({ video, audio }: MediaParts): PartSizes {
  return {
    video: video?.sizeBytes ?? null,
    audio: audio?.sizeBytes ?? null,
    muxed: video !== null && video === audio,
  }
}

/** Gives one order to a process and serves its reads until it answers, fails, exceeds a limit or is no longer wanted. */
function converse(
  media: MediaProcess,
  order: Extract<ToMediaProcess, { kind: 'inspect' | 'cut' }>,
  parts: MediaParts,
  signal: AbortSignal,
  onProgress: (progress: CutProgress) => void,
  limits: MediaLimits,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // The reason why the source could not be read is known here only; the process just sees that it could not.
    let readError: unknown = null
    const watch = watchLimits(media.child.pid, limits, (code, message) => {
      settle(() => reject(new MediaWorkError(code, `The media work was stopped: ${message}.`)))
    })
    const onAbort = (): void => settle(() => reject(signal.reason))
    signal.addEventListener('abort', onAbort, { once: true })

    function settle(end: () => void): void {
      watch.stop()
      signal.removeEventListener('abort', onAbort)
      end()
    }

    async function serve(read: Extract<FromMediaProcess, { kind: 'read' }>): Promise<void> {
      try {
        const bytes = await partOf(parts, read.part).read(read.start, read.end, signal)
        media.send({ kind: 'bytes', read: read.read, bytes })
      } catch (error) {
        readError ??= error
        media.send({ kind: 'no-bytes', read: read.read, message: 'The source could not be read.' })
      }
      watch.touch()
    }

    onMessage(media, (message) => {
      watch.touch()
      if (message.kind === 'read') void serve(message)
      else if (message.kind === 'opened') watch.opened()
      else if (message.kind === 'progress') onProgress(message.progress)
      else if (message.kind === 'failed') settle(() => reject(workError(message, readError)))
      else if (message.kind !== 'ready') settle(() => resolve(message))
    })
    media.child.once('exit', (code, signalName) => {
      const how = signalName ?? `code ${code}`
      settle(() => reject(new MediaWorkError('cut_failed', `The media process ended by ${how}: ${media.lastWords()}`)))
    })
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
    return new MediaWorkError(readError.code, readError.message, { expired: readError.expired, cause: readError })
  return new MediaWorkError(message.code, message.message, { cause: readError })
}
