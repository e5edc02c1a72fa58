import type { ErrorCode } from '@kerf/domain/errors/error-codes'

/** Error codes of PostgreSQL and of the system for a full disk. */
const DISK_FULL_CODE_PATTERN = /^(53100|ENOSPC|EDQUOT)$/
/**
 * Error codes of a database that is absent, starts, stops or is out of connections, and of a broken network connection.
 */
const UNAVAILABLE_CODE_PATTERN = /^(08\w{3}|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/
/** Messages of the client for a lost connection. These errors have no code. */
const CONNECTION_LOST =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired$)/
const MAX_CAUSE_DEPTH = 8

/** Returns the error code for a database that is unavailable or whose disk is full; null for any other error. */
export function databaseTrouble(error: unknown): ErrorCode | null {
  let cause = error
  for (let depth = 0; depth < MAX_CAUSE_DEPTH && typeof cause === 'object' && cause !== null; depth += 1) {
    const { code, message, cause: nextCause } = cause as { code?: unknown; message?: unknown; cause?: unknown }
    if (typeof code === 'string' && DISK_FULL_CODE_PATTERN.test(code)) return 'storage_full'
    if ((typeof code === 'string' && UNAVAILABLE_CODE_PATTERN.test(code)) || CONNECTION_LOST.test(String(message)))
      return 'busy'
    if (isSocketMissing(cause)) return 'busy'
    cause = nextCause
  }
  return null
}

/**
 * Whether the database's Unix socket is missing: a server that stops removes it. Other missing files are other errors.
 */
function isSocketMissing(error: { code?: unknown; syscall?: unknown }): boolean {
  return error.code === 'ENOENT' && error.syscall === 'connect'
}
