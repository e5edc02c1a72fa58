import { open } from 'node:fs/promises'
import type { ByteSource } from '../api/byte-source.ts'
import { readFully } from './file-access.ts'

/** Opens a file that the caller named, as a byte source. Never used for a path read from a media file. */
export async function openClipFile(filePath: string): Promise<ByteSource & { close(): Promise<void> }> {
  const file = await open(filePath, 'r')
  const { size } = await file.stat()
  return {
    sizeBytes: size,
    read: (start, end) => readFully(file, start, end),
    close: () => file.close(),
  }
}
