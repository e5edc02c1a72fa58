import { type CutProgress, type MediaParts, MediaWorkError } from '../../ports/media.ts'
import { asFile, type MediaSource, SourceReadError, type Trouble } from '../../ports/sources.ts'
import type { IndexCache } from './index-cache.ts'
import { hasEnded, type MediaProcess, onMessage } from './media-process.ts'
import type { FromMediaProcess, MediaRequest, MediaResult, ReadAnswer, ReadRequest } from './messages.ts'
import { type MediaLimits, watchLimits, watchRate } from './watch-limits.ts'

/** The process ended without an answer, and not because of a limit. */
export class ProcessEndedError extends MediaWorkError {}
/** The process reported a failure or gave an invalid answer. */
export class WorkFailedError extends MediaWorkError {}

export interface Conversation {
  parts: MediaParts
  indexes: IndexCache
  signal: AbortSignal
  limits: MediaLimits
  onProgress: (progress: CutProgress) => void
  othersWait: () => boolean | Promise<boolean>
}

export const NO_CALLBACKS = { onProgress: () => undefined, othersWait: () => false }

/** Sends one request to a process and serves its reads. Rejects on a failure, an exceeded limit or an abort. */
export function converse(
  media: MediaProcess,
  request: MediaRequest,
  { parts, indexes, signal, limits, onProgress, othersWait }: Conversation,
): Promise<MediaResult> {
  return new Promise((resolve, reject) => {
    // The server remembers why a read failed. The process learns only that it failed.
    let readError: unknown = null
    let isOpened = false
    const limitWatch = watchLimits(media.child.pid, limits, (code, message) => {
      settle(() => reject(new MediaWorkError(code, `The media work was stopped: ${message}.`)))
    })
    const rateWatch = watchRate(limits.slowMilliseconds, othersWait, (message) => {
      settle(() => reject(new MediaWorkError('source_timeout', `The media work was stopped: ${message}.`)))
    })
    const onAbort = (): void => settle(() => reject(signal.reason))
    signal.addEventListener('abort', onAbort, { once: true })
    let stopListening = (): void => undefined

    function settle(finish: () => void): void {
      limitWatch.stop()
      rateWatch.stop()
      signal.removeEventListener('abort', onAbort)
      stopListening()
      finish()
    }

    async function serve(readRequest: ReadRequest): Promise<void> {
      const wait = rateWatch.begin()
      const onBytes = (count: number): void => {
        limitWatch.touch()
        wait.addBytes(count)
      }
      try {
        // Every byte counts as progress, so only a silent source stalls.
        media.send(await readFor(readRequest, onBytes))
      } catch (error) {
        readError ??= error
        media.send({ kind: 'notRead', readId: readRequest.readId, message: 'The source could not be read.' })
      } finally {
        wait.end()
      }
      limitWatch.touch()
    }

    async function readFor(readRequest: ReadRequest, onBytes: (count: number) => void): Promise<ReadAnswer> {
      const source = partOf(parts, readRequest.part)
      const { readId } = readRequest
      if (readRequest.kind === 'readBytes') {
        const { start, end } = readRequest
        const file = asFile(source)
        const bytes = isOpened
          ? await file.read(start, end, signal, onBytes)
          : await indexes.read(file, start, end, signal, onBytes)
        return { kind: 'bytes', readId, bytes }
      }
      if (!('segments' in source)) throw new SourceReadError('cut_failed', 'It does not come in segments.')
      if (readRequest.kind === 'readInitSection') {
        requireIndex(readRequest.initSection, source.initSections)
        return { kind: 'bytes', readId, bytes: await source.readInitSection(readRequest.initSection, signal, onBytes) }
      }
      requireIndex(readRequest.segment, source.segments.length)
      const segment = await source.readSegment(readRequest.segment, readRequest.byteRange, signal, onBytes)
      return { kind: 'segment', readId, segment }
    }

    const stopMessages = onMessage(media, (message) => {
      limitWatch.touch()
      if (message === null) settle(() => reject(new WorkFailedError('cut_failed', 'The media process makes no sense.')))
      else if (message.kind === 'readBytes' || message.kind === 'readSegment' || message.kind === 'readInitSection')
        void serve(message)
      else if (message.kind === 'opened') {
        isOpened = true
        limitWatch.opened()
      } else if (message.kind === 'progress') onProgress(message.progress)
      else if (message.kind === 'failed') settle(() => reject(toWorkError(message, readError)))
      else if (message.kind === 'done') settle(() => resolve(message.result))
    })
    const onEnd = (endReason: string, cause: unknown): void =>
      settle(() => reject(new ProcessEndedError('cut_failed', `The media process ended by ${endReason}.`, { cause })))
    const onExit = (code: number | null, signalName: NodeJS.Signals | null): void => {
      const stderrTail = media.lastStderr().trim()
      onEnd(signalName ?? `code ${code}`, stderrTail === '' ? null : new Error(stderrTail))
    }
    // A process that could not start, for lack of memory or of its folder, never emits `exit`.
    const onError = (error: Error): void => {
      if (media.child.pid === undefined) onEnd((error as NodeJS.ErrnoException).code ?? 'an error', error)
    }
    media.child.once('exit', onExit)
    media.child.once('error', onError)
    stopListening = () => {
      stopMessages()
      media.child.off('exit', onExit)
      media.child.off('error', onError)
    }
    // A process that was started ahead may have been killed before this request.
    if (hasEnded(media)) return onEnd('itself before its work began', null)
    media.send(request)
  })
}

function requireIndex(index: number, length: number): void {
  if (index >= length) throw new SourceReadError('cut_failed', `There is no segment ${index} to read.`)
}

function partOf(parts: MediaParts, name: 'video' | 'audio'): MediaSource {
  const part = parts[name]
  if (!part) throw new SourceReadError('cut_failed', `There is no ${name} part to read.`)
  return part
}

function toWorkError(message: Extract<FromMediaProcess, { kind: 'failed' }>, readError: unknown): MediaWorkError {
  if (readError instanceof SourceReadError)
    return new WorkFailedError(readError.code, readError.message, { expired: readError.expired, cause: readError })
  const causes = message.causes === '' ? null : new Error(message.causes)
  return new WorkFailedError(message.code, message.message, { cause: readError ?? causes, trouble: troubleOf(message) })
}

function troubleOf({ firstFrameSeconds }: { firstFrameSeconds?: number }): Trouble | undefined {
  if (firstFrameSeconds === undefined) return undefined
  return { reason: 'begins_at', about: String(Math.ceil(firstFrameSeconds * 1000) / 1000) }
}
