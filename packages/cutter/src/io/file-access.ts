import type { FileHandle } from 'node:fs/promises'

/** The bytes [start, end) of a file: systems may give fewer at a time. */
export async function readFully(file: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(end - start)
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, start + done)
    if (bytesRead === 0) throw new Error('The file ends too early.')
    done += bytesRead
  }
  return bytes
}

/** Puts all bytes at a position: systems may take fewer at a time. */
export async function writeFully(file: FileHandle, position: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}
