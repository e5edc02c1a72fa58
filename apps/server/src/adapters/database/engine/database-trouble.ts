import type { ErrorCode } from '@kerf/domain/errors/error-codes'

/** No room on the disk, by PostgreSQL or by the system. */
const DISK_FULL = /^(53100|ENOSPC|EDQUOT)$/
/** It is not there, is starting, is ending, or takes no more connections; and what the network says of it. */
const AWAY = /^(08\w{3}|57P0[1-5]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/
/** The client's own words, which have no code. */
const CUT_OFF =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired$)/
const DEEPEST = 8

/** The error code of a database that is away or full; null for any other error. */
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

/** Reached by a socket in a folder and stopped in order, it leaves no socket there. A file that is missing is something else. */
function isNoSocket(error: { code?: unknown; syscall?: unknown }): boolean {
  return error.code === 'ENOENT' && error.syscall === 'connect'
}
