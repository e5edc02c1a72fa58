import { format } from 'node:util'
import { scrubCause } from '@kerf/domain/errors/failure-cause'
import pino, { type DestinationStream, type Logger } from 'pino'
import { HAS_REQUEST_CONTEXT } from '../../http/logs/watch-requests.ts'
import { currentRequestContext } from '../../ports/request-context.ts'

/** Creates a log of JSON lines with role, process id and request id. Lines of a cut also have job, clip and download. */
export function createLog({ level, role }: { level: string; role: string }, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { pid: process.pid, role },
    serializers: { err: errorForLog },
    mixin: (line: object, _level: number, logger: object) => contextFields(line, HAS_REQUEST_CONTEXT in logger),
  }
  return destination ? pino(options, destination) : pino(options)
}

/** Fields of the current request or job that the line does not have yet. */
function contextFields(line: object, hasRequestContext: boolean): object {
  const { requestId, jobId, clipId, downloadId, traceparent } = currentRequestContext()
  return {
    ...(requestId !== undefined && !hasRequestContext && { requestId }),
    ...(jobId !== undefined && { jobId }),
    ...(clipId !== undefined && !('clipId' in line) && { clipId }),
    ...(downloadId !== undefined && { downloadId }),
    ...(traceparent !== undefined && { traceId: traceparent.split('-')[1] }),
  }
}

/** An error without the values of a failed query, which may be emails, hashes or tokens. Placeholders stay. */
export function errorForLog(error: unknown): unknown {
  const serialized = pino.stdSerializers.err(error as Error) as unknown
  return withoutValues(serialized, messagesWithValues(error))
}

const VALUES_MARKER = '\nparams: '
const withoutQueryValues = (text: string): string => text.split(VALUES_MARKER, 1)[0]!

/**
 * Messages with query values, from an error and its causes. Each message is replaced as a whole, because a line of a
 * value may look like a line of the stack.
 */
function messagesWithValues(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > MAX_CAUSE_DEPTH) return []
  const { message, cause, errors } = error as { message?: unknown; cause?: unknown; errors?: unknown }
  const ownMessages = typeof message === 'string' && message.includes(VALUES_MARKER) ? [message] : []
  const innerErrors = [cause, ...(Array.isArray(errors) ? errors : [])]
  return [...ownMessages, ...innerErrors.flatMap((innerError) => messagesWithValues(innerError, depth + 1))]
}

const MAX_CAUSE_DEPTH = 8

/** A value without query values. drizzle-orm writes them into message, stack and `params`; pg quotes rows in `detail`. */
function withoutValues(value: unknown, messages: readonly string[]): unknown {
  if (typeof value === 'string')
    return withoutQueryValues(
      messages.reduce((text, message) => text.replaceAll(message, () => withoutQueryValues(message)), value),
    )
  if (Array.isArray(value)) return value.map((innerValue) => withoutValues(innerValue, messages))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => key !== 'params' && key !== 'detail' && key !== 'parameters')
  return Object.fromEntries(entries.map(([key, innerValue]) => [key, withoutValues(innerValue, messages)]))
}

/** Redirects console output of libraries to the log, without query values. Returns a function to undo it. */
export function logConsoleOutput(log: Pick<Logger, 'error' | 'warn'>): () => void {
  const restores = (['error', 'warn'] as const).map((level) => {
    const formerMethod = console[level]
    const logMethod = (...parts: unknown[]): void => {
      const error = parts.find((part) => part instanceof Error)
      const texts = parts.filter((part) => typeof part === 'string')
      const message = scrubCause(format(...(texts.length > 0 || error ? texts : parts)))
      log[level](error ? { err: error, message } : { message }, 'printed by a library')
    }
    console[level] = logMethod
    return () => {
      if (console[level] === logMethod) console[level] = formerMethod
    }
  })
  return () => {
    for (const restore of restores) restore()
  }
}
