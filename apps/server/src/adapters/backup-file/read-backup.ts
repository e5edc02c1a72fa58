import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { jsonIn } from '@kerf/domain/text/json-in'
import type { RecordChunk } from '../database/transfer/read-records.ts'
import { TransferError } from '../database/transfer/transfer-error.ts'
import { type BackupHeader, chunkLine, FORMAT_VERSION, headerLine, sealLine } from './backup-format.ts'

/** Maximum length of a line in a backup, in characters. */
const MAX_LINE_CHARACTERS = 256 * 1024 * 1024
const ROWS_PER_CHUNK = 100
/** A chunk of rows ends once it has this many characters, so a chunk of the longest rows contains only one. */
const CHARACTERS_PER_CHUNK = 16 * 1024 * 1024

/**
 * Opens a backup after it has read the whole file and checked its seal. Throws TransferError `nothing_there`,
 * `not_read`, `damaged`, `other_version`.
 */
export async function openBackup(path: string) {
  const hash = createHash('sha256')
  let header: BackupHeader | null = null
  let lastLine = ''
  for await (const line of linesOf(path)) {
    if (header === null) header = readHeader(path, line)
    // The seal covers all lines before it.
    if (lastLine) hash.update(`${lastLine}\n`)
    lastLine = line
  }
  const seal = sealLine.safeParse(jsonIn(lastLine)).data
  if (!header || !seal || hash.digest('hex') !== seal.seal) throw damageError(path)
  return { header, seal, chunks: () => chunksOf(path) }
}

/** Whether a file begins like a backup of any version, complete or not. Throws TransferError `not_read`. */
export async function isBackup(path: string): Promise<boolean> {
  try {
    for await (const line of linesOf(path)) return headerLine.safeParse(jsonIn(line)).success
  } catch (error) {
    if (!(error instanceof TransferError) || error.code !== 'damaged') throw error
  }
  return false
}

function readHeader(path: string, line: string): BackupHeader {
  const header = headerLine.safeParse(jsonIn(line)).data
  if (!header) throw new TransferError('damaged', `${path} is no backup of Kerf, or its beginning is damaged.`)
  if (header.format > FORMAT_VERSION)
    throw new TransferError(
      'other_version',
      `${path} was written by a newer Kerf (${header.version}). Restore it with that.`,
    )
  return header
}

async function* chunksOf(path: string): AsyncGenerator<RecordChunk> {
  let rows: (string | null)[][] = []
  let characters = 0
  let isFirst = true
  for await (const line of linesOf(path)) {
    const chunk = isFirst ? null : chunkLine.safeParse(jsonIn(line)).data
    isFirst = false
    if (Array.isArray(chunk)) {
      rows.push(chunk)
      characters += line.length
    }
    const isChunkOver = rows.length === ROWS_PER_CHUNK || characters >= CHARACTERS_PER_CHUNK || !Array.isArray(chunk)
    if (rows.length > 0 && isChunkOver) {
      yield { kind: 'rows', rows }
      rows = []
      characters = 0
    }
    if (!chunk || Array.isArray(chunk)) continue
    if ('table' in chunk) yield { kind: 'table', name: chunk.table, columns: chunk.columns }
    else if ('end' in chunk) yield { kind: 'end', name: chunk.end, rows: chunk.rows, checksum: chunk.checksum }
    else yield { kind: 'sequences', sequences: chunk.sequences }
  }
}

/** Splits a file at line feeds only: texts may contain other line separators, such as U+2028. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const textStream = createGunzip()
  const pipelineError = pipeline(createReadStream(path), textStream).catch((error) => error as NodeJS.ErrnoException)
  let partialLine = ''
  try {
    for await (const chunk of textStream.setEncoding('utf8')) {
      // Only the new chunk is searched for line feeds: searching all of a long line again would take quadratic time.
      const [end = '', ...lines] = (chunk as string).split('\n')
      partialLine += end
      if (lines.length > 0) {
        const nextPartialLine = lines.pop() ?? ''
        lines.unshift(partialLine)
        partialLine = nextPartialLine
      }
      if (partialLine.length > MAX_LINE_CHARACTERS) throw damageError(path)
      yield* lines
    }
  } catch (error) {
    const { code } = (await pipelineError) ?? (error as NodeJS.ErrnoException)
    if (code === 'ENOENT') throw new TransferError('nothing_there', `There is no file ${path}.`, { cause: error })
    if (error instanceof TransferError) throw error
    if (code === 'EISDIR') throw new TransferError('not_read', `${path} is a folder. Name the file.`, { cause: error })
    if (code === 'EACCES' || code === 'EPERM')
      throw new TransferError('not_read', `This user may not read ${path}: it belongs to who made it.`, {
        cause: error,
      })
    throw damageError(path, error)
  }
  if (partialLine) throw damageError(path)
}

function damageError(path: string, cause?: unknown): TransferError {
  return new TransferError('damaged', `${path} is damaged or incomplete. Nothing was changed; take another backup.`, {
    cause,
  })
}
