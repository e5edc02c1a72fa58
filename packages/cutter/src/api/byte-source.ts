/** Random access to the bytes of one media file. The caller supplies the bytes; the cutter opens no link itself. */
export interface ByteSource {
  /** The size of the whole file. */
  readonly sizeBytes: number
  /** Resolves to exactly the bytes [start, end), or rejects. */
  read(start: number, end: number, signal?: AbortSignal): Promise<Uint8Array>
}
