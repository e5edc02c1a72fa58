/** Random access to the bytes of one media file. The caller decides where they come from: the cutter opens no link. */
export interface ByteSource {
  /** The size of the whole file. */
  readonly sizeBytes: number
  /** The bytes [start, end): always exactly that many, or a rejected promise. */
  read(start: number, end: number, signal?: AbortSignal): Promise<Uint8Array>
}
