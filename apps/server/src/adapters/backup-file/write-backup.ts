import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { RecordPiece } from '../database/transfer/read-records.ts'
import type { BackupHeader, BackupSeal } from './backup-format.ts'

/**
 * Writes a backup for its owner alone, forced to disk before it gets its name: there is never half a one at `path`. What stands there
 * already is replaced.
 */
export async function writeBackup(
  path: string,
  header: BackupHeader,
  pieces: AsyncIterable<RecordPiece>,
): Promise<BackupSeal> {
  const draft = `${path}.part`
  const seal: BackupSeal = { seal: '', tables: 0, rows: 0 }
  try {
    await rm(draft, { force: true })
    const lines = Readable.from(linesOf(header, pieces, seal))
    await pipeline(lines, createGzip(), createWriteStream(draft, { mode: 0o600, flags: 'wx' }))
    await sync(draft)
    await rename(draft, path)
    await sync(dirname(path))
    return seal
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function* linesOf(
  header: BackupHeader,
  pieces: AsyncIterable<RecordPiece>,
  seal: BackupSeal,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const line = (value: object) => `${JSON.stringify(value)}\n`
  const sealed = (text: string) => {
    hash.update(text)
    return text
  }
  yield sealed(line(header))
  for await (const piece of pieces) {
    if (piece.kind === 'rows') yield sealed(piece.rows.map(line).join(''))
    else if (piece.kind === 'table') yield sealed(line({ table: piece.name, columns: piece.columns }))
    else if (piece.kind === 'sequences') yield sealed(line({ sequences: piece.sequences }))
    else {
      seal.tables += 1
      seal.rows += piece.rows
      yield sealed(line({ end: piece.name, rows: piece.rows, checksum: piece.checksum }))
    }
  }
  seal.seal = hash.digest('hex')
  yield line(seal)
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
