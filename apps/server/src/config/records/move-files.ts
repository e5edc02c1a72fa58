import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { TransferError } from '../../adapters/database/transfer/transfer-error.ts'
import type { FileStore } from '../../ports/files.ts'

export interface MovedFiles {
  files: number
  bytes: number
}

/**
 * Copies every file from one store into another and compares what arrived, byte for byte by its hash. What is there already under the same
 * name and of the same content stays: begun again, it goes on where it was.
 */
export async function moveFiles(from: FileStore, to: FileStore): Promise<MovedFiles> {
  const moved: MovedFiles = { files: 0, bytes: 0 }
  for (const { key, sizeBytes } of await from.list()) {
    const source = await hashOf(await from.read(key))
    // Its time was up while others were copied.
    if (source === null) continue
    if ((await to.stat(key))?.sizeBytes !== sizeBytes || (await hashOf(await to.read(key))) !== source) {
      await copyFile(from, to, key)
      if ((await hashOf(await to.read(key))) !== source)
        throw new TransferError('differs', `File ${key} was damaged during the move. Start again.`)
    }
    moved.files += 1
    moved.bytes += sizeBytes
  }
  return moved
}

async function copyFile(from: FileStore, to: FileStore, key: string): Promise<void> {
  const content = await from.read(key)
  if (content === null) return
  const scratch = await to.scratchPath(key)
  try {
    await pipeline(content, createWriteStream(scratch, { mode: 0o600 }))
    await to.publish(scratch, key)
  } catch (error) {
    await to.discard(scratch)
    throw error
  }
}

async function hashOf(content: Readable | null): Promise<string | null> {
  if (content === null) return null
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}
