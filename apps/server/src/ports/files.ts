/** Finished clips and work in progress: adapters/file-store. Zips of several clips: adapters/zip. */
import type { Readable } from 'node:stream'

/** Key prefix of cached previews, which have no database row and expire by age. */
export const PREVIEW_KEY_PREFIX = 'previews/'
/** Key prefix of windows of live streams, and of segments that were fetched before they leave them. They expire sooner. */
export const LIVE_KEY_PREFIX = `${PREVIEW_KEY_PREFIX}live-`

export interface StoredFile {
  key: string
  sizeBytes: number
  modifiedAt: Date
}

/** Response headers for a browser that fetches a file from the store itself. */
export interface FileHeaders {
  mediaType: string
  contentDisposition: string
}

/** Kinds of trouble with the file store, one for each remedy. */
export type FileStoreTrouble = 'unreachable' | 'denied' | 'no_bucket' | 'wrong_region' | 'clock' | 'foreign' | 'refused'

/** A remote file store failed. The message contains no credentials. */
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
  /** Path for work in progress, in an existing folder. `sweepScratch` deletes abandoned files. */
  scratchPath(name: string): Promise<string>
  /** Deletes unfinished work. A missing file is no error. */
  discard(scratchPath: string): Promise<void>
  /** Makes a finished scratch file visible under its key, atomically. */
  publish(scratchPath: string, key: string): Promise<void>
  /** null if the file does not exist. */
  stat(key: string): Promise<StoredFile | null>
  /** Bytes start..end, both inclusive as in HTTP; null if the file does not exist. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable | null>
  /** Returns the freed bytes; null if the file did not exist. */
  delete(key: string): Promise<number | null>
  list(): Promise<StoredFile[]>
  /** Deletes old files whose names are not keys, such as leftovers of copy programs. */
  sweepForeign(olderThan: Date): Promise<{ files: number; bytes: number }>
  /** Deletes unfinished files older than this; returns their number and bytes. */
  sweepScratch(olderThan: Date): Promise<{ files: number; bytes: number }>
  scratchBytes(): Promise<number>
  /** Free space for work in progress, and for finished files if they are on a local disk; null if unknown. */
  freeBytes(): Promise<number | null>
  /** Space of the work disk, or of the files' disk if that has less free space. */
  diskSpace(): Promise<{ freeBytes: number; totalBytes: number }>
  check(): Promise<void>
  /** Public URL of the file, valid for `seconds`; null if only this server serves files. */
  addressOf(key: string, headers: FileHeaders, seconds: number): Promise<URL | null>
  /** Origin of the URLs from `addressOf`; null if there are none. */
  readonly addressesOrigin: string | null
}

export interface ZipEntry {
  name: string
  sizeBytes: number
  modifiedAt: Date
  /** Called when this entry is next in the zip; null if the file was deleted. */
  open(): Promise<Readable | null>
}

export interface Zips {
  sizeBytes(entries: readonly ZipEntry[]): number
  /**
   * Streams the zip with one file open at a time. Fails if a file was deleted or its size differs. Destroying the
   * stream closes all.
   */
  open(entries: readonly ZipEntry[]): Readable
}
