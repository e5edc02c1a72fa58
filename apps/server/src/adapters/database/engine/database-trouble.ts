import type { ErrorCode } from '@kerf/domain/errors/error-codes'

/** Error codes of PostgreSQL and of the system for a full disk. */
const DISK_FULL = /^(53100|ENOSPC|EDQUOT)$/
/**
 * Error codes of a database that is absent, starts, stops or is out of connections, and of a broken network connection.
 */
const AWAY = /^(08\w{3}|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/
/** Messages of the client for a lost connection. These errors have no code. */
const CUT_OFF =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired$)/
const DEEPEST = 8

/** Returns the error code of a database that is away or full; null for any other error. */
export function databaseTrouble(error: unknown): ErrorCode | null {
  let cause = error
  for (let depth = 0; depth < DEEPEST && typeof cause === 'object' && cause !== null; depth += 1) {
    const { code, message, cause: next } = cause as { code?: unknown; message?: unknown; cause?: unknown }
    if (typeof code === 'string' && DISK_FULL.test(code)) return 'storage_full'
    if ((typeof code === 'string' && AWAY.test(code)) || CUT_OFF.test(String(message))) return 'busy'
    if (isNoSocket(cause)) return 'busy'
    cause = next
  }
  return null
}

/**
 * A server that stops removes its Unix socket, so `connect` fails with ENOENT. Other missing files are other errors.
 */
function isNoSocket(error: { code?: unknown; syscall?: unknown }): boolean {
  return error.code === 'ENOENT' && error.syscall === 'connect'
}
