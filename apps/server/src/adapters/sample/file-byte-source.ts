import { type FileHandle, open } from 'node:fs/promises'
import { type ByteSource, SourceReadError } from '../../ports/sources.ts'

/** A file as random access. Each read opens it, because a ByteSource is never closed. Throws SourceReadError. */
export async function openFileByteSource(filePath: string): Promise<ByteSource> {
  const sizeBytes = await withFile(filePath, async (file) => (await file.stat()).size)
  return {
    sizeBytes,
    async read(start, end, signal) {
      signal?.throwIfAborted()
      if (start < 0 || start > end || end > sizeBytes) {
        throw new RangeError(`bytes ${start}..${end} do not lie in a file of ${sizeBytes} bytes`)
      }
      const bytes = new Uint8Array(end - start)
      await withFile(filePath, (file) => readInto(file, bytes, start))
      signal?.throwIfAborted()
      return bytes
    },
  }
}

async function readInto(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let filledBytes = 0
  while (filledBytes < bytes.length) {
    const { bytesRead } = await file.read(bytes, filledBytes, bytes.length - filledBytes, position + filledBytes)
    if (bytesRead === 0) throw new Error('the file is shorter than it was')
    filledBytes += bytesRead
  }
}

async function withFile<T>(filePath: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  try {
    await using file = await open(filePath, 'r')
    return await work(file)
  } catch (cause) {
    throw new SourceReadError('source_failed', 'The file could not be read.', { cause })
  }
}
