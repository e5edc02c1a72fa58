import type { ClipSink } from '../../api/clip-sink.ts'
import type { PrivateFile } from './memory-file.ts'
import { openPrivateFile } from './private-folder.ts'

/** Stores a clip in the origin's private file system. */
export interface PrivateFileSink extends ClipSink {
  /** The finished clip. It can be read until `remove`, or until the worker ends. */
  file(): Promise<File>
  /** Deletes the finished clip. */
  remove(): Promise<void>
}

/** A sink for a dedicated worker: clips of any length need little memory. Only workers can write such files directly. */
export function privateFileSink(): PrivateFileSink {
  let openFile: PrivateFile | null = null
  let finishedFile: PrivateFile | null = null
  const requireFile = <T>(file: T | null): T => {
    if (!file) throw new Error('The file was not opened.')
    return file
  }
  const remove = async () => {
    const unfinishedFile = openFile
    const files = [openFile, finishedFile]
    openFile = null
    finishedFile = null
    // On a full disk the last bytes cannot be written, but the file can be deleted.
    await unfinishedFile?.close().catch(() => {})
    for (const file of files) await file?.remove()
  }
  return {
    async open() {
      await remove()
      openFile = await openPrivateFile()
    },
    write: async (position, bytes) => requireFile(openFile).write(position, bytes),
    read: async (start, end) => requireFile(openFile).read(start, end),
    async finish(sizeBytes) {
      const file = requireFile(openFile)
      file.truncate(sizeBytes)
      await file.close()
      openFile = null
      finishedFile = file
    },
    discard: remove,
    file: async () => requireFile(finishedFile).file(),
    remove,
  }
}
