import { type FileHandle, open } from 'node:fs/promises'
import type { ByteSource } from '../byte-source.ts'

/** A finished clip as a byte source. Sources of cuts never come from here: those are given by the caller. */
export async function openClipFile(filePath: string): Promise<ByteSource & { close(): Promise<void> }> {
  const file = await open(filePath, 'r')
  const { size } = await file.stat()
  return {
    sizeBytes: size,
    read: (start, end) => readFully(file, start, end),
    close: () => file.close(),
  }
}

async function readFully(file: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(end - start)
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, start + done)
    if (bytesRead === 0) {
      throw new Error('The file ends too early.')
    }
    done += bytesRead
  }
  return bytes
}
