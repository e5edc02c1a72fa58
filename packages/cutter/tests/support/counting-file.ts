import { type FileHandle, open } from 'node:fs/promises'
import type { ByteSource } from '../../src/api/byte-source.ts'
import type { Media } from '../../src/demux/common/media.ts'
import { openMedia } from './open-media.ts'

/** A file as a byte source that remembers what was read of it. */
export class CountingFile implements ByteSource {
  readonly sizeBytes: number
  readonly reads: { start: number; end: number }[] = []
  readonly #file: FileHandle

  private constructor(file: FileHandle, sizeBytes: number) {
    this.#file = file
    this.sizeBytes = sizeBytes
  }

  static async open(path: string): Promise<CountingFile> {
    const file = await open(path, 'r')
    return new CountingFile(file, (await file.stat()).size)
  }

  get bytesRead(): number {
    return this.reads.reduce((sum, { start, end }) => sum + end - start, 0)
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    this.reads.push({ start, end })
    const bytes = Buffer.alloc(end - start)
    const { bytesRead } = await this.#file.read(bytes, 0, bytes.length, start)
    return bytes.subarray(0, bytesRead)
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}

/** Bytes in memory as a byte source. */
export function bytesAsSource(bytes: Uint8Array): ByteSource {
  return { sizeBytes: bytes.length, read: async (start, end) => bytes.subarray(start, end) }
}

/** Opens a file in memory for both its frames and its audio. */
export function openBytes(bytes: Uint8Array): Promise<Media> {
  const source = bytesAsSource(bytes)
  return openMedia({ video: source, audio: source })
}
