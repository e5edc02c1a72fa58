import { type FileHandle, open, rm } from 'node:fs/promises'
import type { ClipSink } from '../api/clip-sink.ts'
import { readFully, writeFully } from './file-access.ts'

/** Writes a clip to a file and replaces an existing one. A partial file is removed. */
export function fileSink(path: string): ClipSink {
  return new FileSink(path)
}

class FileSink implements ClipSink {
  readonly #path: string
  #file: FileHandle | null = null
  /** A file that could not be opened is not ours to remove. */
  #isOurs = false

  constructor(path: string) {
    this.#path = path
  }

  async open(): Promise<void> {
    this.#isOurs = false
    this.#file = await open(this.#path, 'w+')
    this.#isOurs = true
  }

  async write(position: number, bytes: Uint8Array): Promise<void> {
    await writeFully(this.#opened, position, bytes)
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    return readFully(this.#opened, start, end)
  }

  async finish(sizeBytes: number): Promise<void> {
    await this.#opened.truncate(sizeBytes)
    await this.#close()
  }

  async discard(): Promise<void> {
    await this.#close().catch(() => {})
    if (this.#isOurs) await rm(this.#path, { force: true })
  }

  get #opened(): FileHandle {
    if (!this.#file) throw new Error('The file was not opened.')
    return this.#file
  }

  async #close(): Promise<void> {
    const file = this.#file
    this.#file = null
    await file?.close()
  }
}
