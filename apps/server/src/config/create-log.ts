import pino, { type DestinationStream, type Logger } from 'pino'
import { KNOWS_ITS_REQUEST } from '../http/logs/request-logger.ts'
import { currentRequestContext } from '../ports/request-context.ts'
import { errorForLog } from './log-errors.ts'

/**
 * The log: JSON, one object a line. Each line has the role and the id of its process, and on whose account it was said: the
 * request's id, and of a cut also those of its job, clip and download.
 */
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
