import { EnvironmentError } from './environment/environment.ts'
import { sayUnreachable } from './say-unreachable.ts'

/** Errors whose message is a sentence for the operator. By name: their modules are loaded only when they are needed. */
const SPEAKING = [
  'DataDirectoryError',
  'SecretDiffersError',
  'StillRunningError',
  'FileStoreError',
  'TransferError',
  'AdminCommandError',
  'RecordCommandError',
]

/** What the operator has written wrongly or forgotten, in a sentence that says what to do; null for a surprise, whose stack is wanted. */
export function sayMistake(error: unknown): string | null {
  if (error instanceof EnvironmentError) return error.message
  if (!(error instanceof Error)) return null
  if (SPEAKING.includes(error.name)) return error.message
  return sayListening(error) ?? sayFull(error) ?? sayUnreachable(error)
}

/** Of this machine: what a database says of its own disk is told with the rest of what it says. */
function sayFull({ code, syscall }: NodeJS.ErrnoException): string | null {
  if (syscall === undefined || (code !== 'ENOSPC' && code !== 'EDQUOT')) return null
  return `The disk is full: Kerf cannot write to DATA_DIR or another folder it uses. Free up space and start again. (${code})`
}

function sayListening(error: NodeJS.ErrnoException & { address?: string; port?: number }): string | null {
  if (error.syscall !== 'listen') return null
  const place = `${error.address ?? ''}:${error.port ?? ''}`
  if (error.code === 'EADDRINUSE')
    return `${place} is taken by another program. Stop that one, or set PORT to another port.`
  if (error.code === 'EACCES')
    return `This user may not listen on ${place}. Set PORT to 1024 or more, and put a reverse proxy in front.`
  if (error.code === 'EADDRNOTAVAIL')
    return `This machine has no address ${error.address ?? ''}. Set HOST to one that it has.`
  return null
}
