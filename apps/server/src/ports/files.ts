/** Finished clips and work in progress: adapters/file-store; several in one file: adapters/zip. */
import type { Readable } from 'node:stream'

/** Keys of files that are known by their age only: what was read from media for those who look at them. */
export const PREVIEW_KEY_PREFIX = 'previews/'

export interface StoredFile {
  key: string
  sizeBytes: number
  modifiedAt: Date
}

/** How a browser is to treat what it fetches from the store itself. */
export interface SentAs {
  mediaType: string
  contentDisposition: string
}

/** Problems of the file store, by what an operator has to do. */
export type FileStoreTrouble = 'unreachable' | 'denied' | 'no_bucket' | 'wrong_region' | 'clock' | 'foreign' | 'refused'

/** The store of files, elsewhere than on this machine, does not do what it was asked. The message names no credentials. */
export class FileStoreError extends Error {
  readonly trouble: FileStoreTrouble

  constructor(trouble: FileStoreTrouble, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'FileStoreError'
    this.trouble = trouble
  }
}

/** Remote stores throw FileStoreError. */
export interface FileStore {
  /** A path for work in progress; swept when it is left behind. Its folder exists. */
  scratchPath(name: string): Promise<string>
  /** Deletes work in progress that came to nothing; a file that is not there is no news. */
  discard(scratchPath: string): Promise<void>
  /** Makes a finished scratch file visible under its key, atomically. */
  publish(scratchPath: string, key: string): Promise<void>
  /** null when there is no such file. */
  stat(key: string): Promise<StoredFile | null>
  /** Bytes start..end, both included, as HTTP counts them; null when the file has just been deleted. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable | null>
  /** Returns how many bytes that freed; null when it was not there. */
  delete(key: string): Promise<number | null>
  list(): Promise<StoredFile[]>
  /** Deletes what others have put among the files under names that are no keys, as programs that copy do, and not touched since. */
  sweepForeign(olderThan: Date): Promise<{ files: number; bytes: number }>
  /** Deletes unfinished files older than that; returns what was deleted. */
  sweepScratch(olderThan: Date): Promise<{ files: number; bytes: number }>
  scratchBytes(): Promise<number>
  /** Room for work in progress, and for finished files where they are on a disk of this machine. */
  freeBytes(): Promise<number | null>
  /** Of the disk that work in progress is on, or of that of the files if it has less room left. */
  diskSpace(): Promise<{ freeBytes: number; totalBytes: number }>
  check(): Promise<void>
  /** A public address of the file, valid for so many seconds; null where files are served by this server only. */
  addressOf(key: string, as: SentAs, seconds: number): Promise<URL | null>
  /** Where those addresses lead, as browsers name origins; null where there are none. */
  readonly addressesOrigin: string | null
}

export interface ZipEntry {
  name: string
  sizeBytes: number
  modifiedAt: Date
  /** Called when it is next in the zip; null when the file is gone. */
  open(): Promise<Readable | null>
}

export interface Zips {
  sizeBytes(entries: readonly ZipEntry[]): number
  /** One file open at a time. Fails when a file is gone or of another size. Destroying it closes all. */
  open(entries: readonly ZipEntry[]): Readable
}
