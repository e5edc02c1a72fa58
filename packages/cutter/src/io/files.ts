import { type FileHandle, open, rm } from 'node:fs/promises'
import type { ByteSource } from '../api/byte-source.ts'
import type { ClipSink } from '../api/clip-sink.ts'

/** Opens a file that the caller named, as a byte source. Never used for a path read from a media file. */
export async function fileSource(filePath: string): Promise<ByteSource & { close(): Promise<void> }> {
  const file = await open(filePath, 'r')
  const { size } = await file.stat()
  return {
    sizeBytes: size,
    read: (start, end) => readFully(file, start, end),
    close: () => file.close(),
  }
}

/** Writes a clip to a file and replaces an existing one. A partial file is removed. */
export function fileSink(path: string): ClipSink {
  let file: FileHandle | null = null
  /** A file that could not be opened is not ours to remove. */
  let isOurs = false
  const opened = (): FileHandle => {
    if (!file) throw new Error('The file was not opened.')
    return file
  }
  const close = async () => {
    const closing = file
    file = null
    await closing?.close()
  }
  return {
    async open() {
      isOurs = false
      file = await open(path, 'w+')
      isOurs = true
    },
    write: async (position, bytes) => writeFully(opened(), position, bytes),
    read: async (start, end) => readFully(opened(), start, end),
    async finish(sizeBytes) {
      await opened().truncate(sizeBytes)
      await close()
    },
    async discard() {
      await close().catch(() => {})
      if (isOurs) await rm(path, { force: true })
    },
  }
}

/** The bytes [start, end) of a file: systems may give fewer at a time. */
async function readFully(file: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(end - start)
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, start + done)
    if (bytesRead === 0) throw new Error('The file ends too early.')
    done += bytesRead
  }
  return bytes
}

/** Puts all bytes at a position: systems may take fewer at a time. */
async function writeFully(file: FileHandle, position: number, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}
