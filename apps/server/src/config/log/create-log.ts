import { format } from 'node:util'
import { scrubCause } from '@kerf/domain/errors/failure-cause'
import pino, { type DestinationStream, type Logger } from 'pino'
import { KNOWS_ITS_REQUEST } from '../../http/logs/watch-requests.ts'
import { currentRequestContext } from '../../ports/request-context.ts'

/** JSON lines with role, process id and request id; those of a cut also with job, clip and download. */
export function createLog({ level, role }: { level: string; role: string }, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { pid: process.pid, role },
    serializers: { err: errorForLog },
    mixin: (said: object, _level: number, logger: object) => whose(said, KNOWS_ITS_REQUEST in logger),
  }
  return destination ? pino(options, destination) : pino(options)
}

/** What the line itself says is not said twice. */
function whose(said: object, knowsItsRequest: boolean): object {
  const { requestId, jobId, clipId, downloadId, traceparent } = currentRequestContext()
  return {
    ...(requestId !== undefined && !knowsItsRequest && { requestId }),
    ...(jobId !== undefined && { jobId }),
    ...(clipId !== undefined && !('clipId' in said) && { clipId }),
    ...(downloadId !== undefined && { downloadId }),
    ...(traceparent !== undefined && { traceId: traceparent.split('-')[1] }),
  }
}

/** Without the values of a failed query, which may be emails, hashes or tokens; its placeholders stay. */
export function errorForLog(error: unknown): unknown {
  const serialized = pino.stdSerializers.err(error as Error) as unknown
  return withoutValues(serialized, messagesWithValues(error))
}

const VALUES = '\nparams: '
const withoutTail = (text: string): string => text.split(VALUES, 1)[0]!

/** Of an error and its causes. Known word for word: nothing tells a line of a value from a line of the stack behind it. */
function messagesWithValues(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > MOST_CAUSES) return []
  const { message, cause, errors } = error as { message?: unknown; cause?: unknown; errors?: unknown }
  const own = typeof message === 'string' && message.includes(VALUES) ? [message] : []
  const within = [cause, ...(Array.isArray(errors) ? errors : [])]
  return [...own, ...within.flatMap((inner) => messagesWithValues(inner, depth + 1))]
}

const MOST_CAUSES = 8

/** drizzle-orm writes them into the message and the stack, and keeps them as `params`; pg quotes rows in `detail`. */
function withoutValues(value: unknown, messages: readonly string[]): unknown {
  if (typeof value === 'string')
    return withoutTail(messages.reduce((text, message) => text.replaceAll(message, () => withoutTail(message)), value))
  if (Array.isArray(value)) return value.map((inner) => withoutValues(inner, messages))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => key !== 'params' && key !== 'detail' && key !== 'parameters')
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutValues(inner, messages)]))
}

/** Sends to the log what libraries print: better-auth prints query values. Returns how to undo it. */
export function logPrinted(log: Pick<Logger, 'error' | 'warn'>): () => void {
  const undo = (['error', 'warn'] as const).map((level) => {
    const former = console[level]
    const toLog = (...printed: unknown[]): void => {
      const error = printed.find((part) => part instanceof Error)
      const words = printed.filter((part) => typeof part === 'string')
      const message = scrubCause(format(...(words.length > 0 || error ? words : printed)))
      log[level](error ? { err: error, message } : { message }, 'printed by a library')
    }
    console[level] = toLog
    return () => {
      if (console[level] === toLog) console[level] = former
    }
  })
  return () => {
    for (const restore of undo) restore()
  }
}
