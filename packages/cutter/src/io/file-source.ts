import { open } from 'node:fs/promises'
import type { ByteSource } from '../api/byte-source.ts'
import { readFully } from './file-access.ts'

/** A file that the caller named, as a byte source. Nothing that stands in a file is ever opened so. */
export async function openClipFile(filePath: string): Promise<ByteSource & { close(): Promise<void> }> {
  const file = await open(filePath, 'r')
  const { size } = await file.stat()
  return {
    sizeBytes: size,
    read: (start, end) => readFully(file, start, end),
    close: () => file.close(),
  }
}
