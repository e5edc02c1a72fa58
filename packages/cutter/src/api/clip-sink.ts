/**
 * Where a clip is written to, such as `fileSink` and `memorySink`.
 *
 * The calls of one cut: `open`, then writes and perhaps reads, then either `finish` or `discard`, each after the promise
 * of the one before has resolved. A sink serves one cut at a time, and any number one after the other.
 *
 * Positions count bytes from the start of the clip. Writes are contiguous and leave room for the header, which is written
 * last. Only if the room does not fit are the bytes behind it read and written again at another position.
 *
 * Any error that a sink throws ends the cut as CutterError('sink_failed'), with the sink's own error as its cause.
 */
export interface ClipSink {
  /** Gets ready for a clip: nothing of an earlier one is left. */
  open(): Promise<void>
  /** Writes bytes over what may be there. The caller may reuse the buffer once the promise has resolved. */
  write(position: number, bytes: Uint8Array): Promise<void>
  /** The bytes [start, end), all of which were written before. */
  read(start: number, end: number): Promise<Uint8Array>
  /** The clip is complete: it ends after this many bytes, even if more were written. */
  finish(sizeBytes: number): Promise<void>
  /** There will be no clip (failed, cancelled): what was written is to disappear. Also called when `open` or `finish` failed. */
  discard(): Promise<void>
}
