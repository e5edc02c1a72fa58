/**
 * Random access to the bytes of one media file. The cutter never opens a link or a file by itself: whoever calls it
 * decides where bytes come from (a guarded fetcher, a disk, a test).
 */
export interface ByteSource {
  /** The size of the whole file. */
  readonly sizeBytes: number
  /** The bytes [start, end): always exactly that many, or a rejected promise. */
  read(start: number, end: number, signal?: AbortSignal): Promise<Uint8Array>
}
