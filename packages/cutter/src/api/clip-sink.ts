/**
 * Where a clip is written to. `fileSink` and `memorySink` are two; whoever wants it elsewhere brings another.
 *
 * The calls of one cut: `open`, then writes and perhaps reads, then either `finish` or `discard`. They come one at a time:
 * the next is made when the promise of the one before is kept. A sink serves one cut at a time, and any number after
 * each other.
 *
 * Positions count bytes from the clip's beginning. Writes follow each other without a hole, from a position a little
 * behind zero on; what stands before it, the clip's header, is known at the end and written last. Only when the header
 * turns out larger or much smaller than was thought are the bytes behind it read and written again at their new place.
 *
 * Whatever a sink throws ends the cut as CutterError('sink_failed') with the sink's own error as its cause.
 */
export interface ClipSink {
  /** Gets ready for a clip: nothing of an earlier one is left. */
  open(): Promise<void>
  /** Puts bytes at a position, over what may be there. The bytes may be used for something else once the promise is kept. */
  write(position: number, bytes: Uint8Array): Promise<void>
  /** The bytes [start, end), all of which were written before. */
  read(start: number, end: number): Promise<Uint8Array>
  /** The clip is complete: it ends after so many bytes, even if more were written. */
  finish(sizeBytes: number): Promise<void>
  /** There will be no clip (failed, cancelled): what was written is to disappear. Also called when `open` or `finish` failed. */
  discard(): Promise<void>
}
