import { mkdirSync, writeFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** Uncompressed tar (ustar) of plain files, limited to the features that a PostgreSQL data folder needs. */
const BLOCK_BYTES = 512
const FOLDER_TYPE = '5'
const FILE_TYPE = '0'

/** Offsets and lengths of the header's fields, in bytes. */
const NAME_FIELD = { at: 0, length: 100 }
const MODE_FIELD = { at: 100, length: 8 }
const SIZE_FIELD = { at: 124, length: 12 }
const CHECKSUM = { at: 148, length: 8 }
const TYPE_FIELD = { at: 156, length: 1 }
const MAGIC_FIELD = { at: 257, length: 8 }

/** Packs everything in the folder, sorted by path, so that equal folders give equal archives. */
export async function packFolder(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const parts: Buffer[] = []
  const paths = entries.map((entry) => ({ path: join(entry.parentPath, entry.name), isFolder: entry.isDirectory() }))
  for (const { path, isFolder } of paths.sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const name = relative(folder, path).split(sep).join('/')
    const bytes = isFolder ? Buffer.alloc(0) : await readFile(path)
    parts.push(
      createHeader(isFolder ? `${name}/` : name, isFolder, bytes.length),
      bytes,
      Buffer.alloc(paddingBytes(bytes.length)),
    )
  }
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK_BYTES)])
}

/** Unpacks an archive of packFolder into an existing, empty folder, without fsync. */
export function unpackFolder(tar: Buffer, folder: string): void {
  for (let offset = 0; tar[offset] !== 0; ) {
    const path = join(folder, readField(tar, offset, NAME_FIELD))
    const sizeBytes = Number.parseInt(readField(tar, offset, SIZE_FIELD), 8)
    const start = offset + BLOCK_BYTES
    if (readField(tar, offset, TYPE_FIELD) === FOLDER_TYPE) mkdirSync(path, { mode: 0o700 })
    else writeFileSync(path, tar.subarray(start, start + sizeBytes), { mode: 0o600, flag: 'wx' })
    offset = start + sizeBytes + paddingBytes(sizeBytes)
  }
}

function createHeader(name: string, isFolder: boolean, sizeBytes: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES)
  if (Buffer.byteLength(name) >= NAME_FIELD.length) throw new Error(`Too long a name for the archive: ${name}`)
  block.write(name, NAME_FIELD.at)
  block.write(isFolder ? '0000700' : '0000600', MODE_FIELD.at)
  block.write(sizeBytes.toString(8).padStart(SIZE_FIELD.length - 1, '0'), SIZE_FIELD.at)
  block.write(isFolder ? FOLDER_TYPE : FILE_TYPE, TYPE_FIELD.at)
  block.write('ustar\x0000', MAGIC_FIELD.at, 'latin1')
  // The checksum covers a header whose own checksum field is blank.
  block.fill(' ', CHECKSUM.at, CHECKSUM.at + CHECKSUM.length)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, CHECKSUM.at, 'latin1')
  return block
}

function readField(tar: Buffer, blockAt: number, { at, length }: { at: number; length: number }): string {
  const bytes = tar.subarray(blockAt + at, blockAt + at + length)
  const end = bytes.indexOf(0)
  return bytes.toString('utf8', 0, end < 0 ? length : end)
}

function paddingBytes(sizeBytes: number): number {
  return (BLOCK_BYTES - (sizeBytes % BLOCK_BYTES)) % BLOCK_BYTES
}
