import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ByteSource } from '../../api/byte-source.ts'
import type { ClipSink } from '../../api/clip-sink.ts'
import type { ScratchFolder } from '../scratch.ts'

/** Opens a file as a byte source. The path comes from the caller, never from inside a media file. */
export async function fileSource(filePath: string): Promise<ByteSource & { close(): Promise<void> }> {
  const file = await open(filePath, 'r')
  const { size } = await file.stat()
  return {
    sizeBytes: size,
    read: (start, end) => readFully(file, start, end),
    close: () => file.close(),
  }
}

/** Writes a clip to a file and replaces an existing file. discard() removes a partial file. */
export function fileSink(path: string): ClipSink {
  let file: FileHandle | null = null
  /** Whether this sink opened the file. If it did not, the file must not be removed. */
  let hasOpenedFile = false
  const requireFile = (): FileHandle => {
    if (!file) throw new Error('The file was not opened.')
    return file
  }
  const close = async () => {
    const openFile = file
    file = null
    await openFile?.close()
  }
  return {
    async open() {
      hasOpenedFile = false
      file = await open(path, 'w+')
      hasOpenedFile = true
    },
    write: async (position, bytes) => writeFully(requireFile(), position, bytes),
    read: async (start, end) => readFully(requireFile(), start, end),
    async finish(sizeBytes) {
      await requireFile().truncate(sizeBytes)
      await close()
    },
    async discard() {
      await close().catch(() => {})
      if (hasOpenedFile) await rm(path, { force: true })
    },
  }
}

/** Makes a folder for temporary files. @param parent absent: the system's folder for temporary files */
export async function openDiskFolder(prefix: string, parent = tmpdir()): Promise<ScratchFolder> {
  const path = await mkdtemp(join(parent, prefix))
  return {
    path,
    async openFile(name) {
      const file = await open(join(path, name), 'w+')
      return {
        write: (position, bytes) => writeFully(file, position, bytes),
        read: (start, end) => readFully(file, start, end),
        close: () => file.close(),
      }
    },
    remove: () => rm(path, { recursive: true, force: true }),
  }
}

/** Reads the bytes [start, end) of a file. The system may return fewer bytes per call. */
async function readFully(file: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(end - start)
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at)
    if (bytesRead === 0) throw new Error('The file ends too early.')
    at += bytesRead
  }
  return bytes
}

/** Writes all bytes at a position. The system may accept fewer bytes per call. */
async function writeFully(file: FileHandle, position: number, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at)
    at += bytesWritten
  }
}
