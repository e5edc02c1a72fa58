import type { ScratchFile } from '../scratch.ts'

export interface PrivateFile extends ScratchFile {
  truncate(sizeBytes: number): void
  /** The written file. It must be closed. */
  file(): Promise<File>
  /** Deletes the file, which must be closed. */
  remove(): Promise<void>
}

const CHUNK_BYTES = 4 * 1024 * 1024
/** Largest file. It is in memory twice while it becomes a `File`. */
const MAX_FILE_BYTES = 400 * 1024 * 1024

/** A file in memory, for browsers without a private file system. Private windows of some browsers have none. */
export function openMemoryFile(): PrivateFile {
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let fileBytes = 0
  let finishedFile: File | null = null

  /** Calls back with each part of the chunks that the range touches, and with its offset in the range. */
  const eachPiece = (start: number, end: number, take: (piece: Uint8Array, offset: number) => void): void => {
    for (let at = start; at < end; ) {
      const from = at % CHUNK_BYTES
      const to = Math.min(CHUNK_BYTES, from + end - at)
      take(chunks[Math.floor(at / CHUNK_BYTES)]!.subarray(from, to), at - start)
      at += to - from
    }
  }

  return {
    async write(position, bytes) {
      const end = position + bytes.length
      if (end > MAX_FILE_BYTES) {
        throw new Error('This browser lends no storage for a file of this size.')
      }
      while (chunks.length * CHUNK_BYTES < end) chunks.push(new Uint8Array(CHUNK_BYTES))
      eachPiece(position, end, (piece, offset) => piece.set(bytes.subarray(offset, offset + piece.length)))
      fileBytes = Math.max(fileBytes, end)
    },
    async read(start, end) {
      if (end > fileBytes) throw new Error('The file ends too early.')
      const bytes = new Uint8Array(end - start)
      eachPiece(start, end, (piece, offset) => bytes.set(piece, offset))
      return bytes
    },
    truncate(sizeBytes) {
      fileBytes = sizeBytes
    },
    close: async () => {},
    async file() {
      finishedFile ??= new File([new Blob(chunks).slice(0, fileBytes)], 'clip')
      // The browser now holds the bytes in the File.
      chunks = []
      return finishedFile
    },
    async remove() {
      chunks = []
      fileBytes = 0
      finishedFile = null
    },
  }
}
