import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { lstat, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { syncPath } from '../data-directory/make-folder.ts'
import type { RecordChunk } from '../database/transfer/read-records.ts'
import { TransferError } from '../database/transfer/transfer-error.ts'
import type { BackupHeader, BackupSeal } from './backup-format.ts'
import { isBackup } from './read-backup.ts'

const FILE_SYSCALLS: readonly string[] = ['open', 'write', 'writev', 'fsync', 'rename']

/** Reasons why a file cannot be written, by error code. In the message, the reason follows the file's name. */
const WRITE_FAILURE_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder is not there. Make it first',
  ENOTDIR: 'what should be its folder is a file',
  EISDIR: 'there is a folder of that name. Name a file in it',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'that disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: "this user's share of the disk is used up",
  EFBIG: 'the file would be larger than that disk takes',
}

/**
 * Writes a backup, mode 0600. It appears under `path` atomically once it is on disk. It replaces another backup if
 * `mayReplace`, and never another file. Throws TransferError `not_written`.
 */
export async function writeBackup(
  path: string,
  header: BackupHeader,
  chunks: AsyncIterable<RecordChunk>,
  { mayReplace } = { mayReplace: false },
): Promise<BackupSeal> {
  await refuseExisting(path, mayReplace)
  // The name is unique, because another process may write a backup to the same path.
  const draft = `${path}.${randomUUID()}.part`
  const seal: BackupSeal = { seal: '', tables: 0, rows: 0 }
  try {
    const lines = Readable.from(linesOf(header, chunks, seal))
    await pipeline(lines, createGzip(), createWriteStream(draft, { mode: 0o600, flags: 'wx' }))
    await syncPath(draft)
    // Writing takes minutes, so another program may have used the name meanwhile.
    await refuseExisting(path, mayReplace)
    await rename(draft, path)
    await syncPath(dirname(path))
    return seal
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw explainedError(path, error)
  }
}

/** Throws TransferError `not_written` for a path that is in use. A rename refuses folders by itself. */
async function refuseExisting(path: string, mayReplace: boolean): Promise<void> {
  const entry = await lstat(path).catch(() => null)
  if (!entry || entry.isDirectory()) return
  if (!mayReplace)
    throw new TransferError(
      'not_written',
      `${path} is there already. Name another file, or add --force to replace this backup.`,
    )
  if (!entry.isFile() || (entry.size > 0 && !(await isBackup(path))))
    throw new TransferError('not_written', `${path} is there already, and is no backup. Name another file.`)
}

/** A TransferError that says why the file cannot be written; any other error unchanged. */
function explainedError(path: string, error: unknown): unknown {
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException
  const reason = FILE_SYSCALLS.includes(syscall) && WRITE_FAILURE_REASONS[code]
  return reason
    ? new TransferError('not_written', `${path} cannot be written: ${reason}. (${code})`, { cause: error })
    : error
}

async function* linesOf(
  header: BackupHeader,
  chunks: AsyncIterable<RecordChunk>,
  seal: BackupSeal,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const toLine = (value: object) => `${JSON.stringify(value)}\n`
  const addToSeal = (text: string) => {
    hash.update(text)
    return text
  }
  yield addToSeal(toLine(header))
  for await (const chunk of chunks) {
    if (chunk.kind === 'rows') yield addToSeal(chunk.rows.map(toLine).join(''))
    else if (chunk.kind === 'table') yield addToSeal(toLine({ table: chunk.name, columns: chunk.columns }))
    else if (chunk.kind === 'sequences') yield addToSeal(toLine({ sequences: chunk.sequences }))
    else {
      seal.tables += 1
      seal.rows += chunk.rows
      yield addToSeal(toLine({ end: chunk.name, rows: chunk.rows, checksum: chunk.checksum }))
    }
  }
  seal.seal = hash.digest('hex')
  yield toLine(seal)
}
