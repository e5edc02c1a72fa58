/**
 * The place to which a clip is written, such as `fileSink` or `memorySink`.
 *
 * One cut calls `open`, then writes and perhaps reads, then either `finish` or `discard`. Each call waits for the
 * promise of the call before. A sink serves one cut at a time, and any number of cuts in sequence.
 *
 * Positions count bytes from the start of the clip. Writes are contiguous and leave room for the header, which is
 * written last. If the header does not fit, the bytes after it are read and written at another position.
 *
 * Any error that a sink throws ends the cut as CutterError('sink_failed'), with the sink's own error as its cause.
 */
export interface ClipSink {
  /** Prepares for a new clip. The bytes of any earlier clip are gone afterwards. */
  open(): Promise<void>
  /**
   * Writes bytes, over existing ones if there are any. The caller may reuse the buffer once the promise has resolved.
   */
  write(position: number, bytes: Uint8Array): Promise<void>
  /** Reads the bytes [start, end). All of them were written before. */
  read(start: number, end: number): Promise<Uint8Array>
  /** Completes the clip. It ends after this many bytes, even if more were written. */
  finish(sizeBytes: number): Promise<void>
  /** Deletes the written bytes after a failed or cancelled cut. Also called when `open` or `finish` failed. */
  discard(): Promise<void>
}
