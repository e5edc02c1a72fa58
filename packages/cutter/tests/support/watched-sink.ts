import type { ClipSink } from '../../src/api/clip-sink.ts'

/** A sink that records the byte ranges of its writes and reads. */
export interface WatchedSink extends ClipSink {
  writes: { start: number; end: number }[]
  reads: { start: number; end: number }[]
  isDiscarded: boolean
}

export function watchedSink(sink: ClipSink, onWrite: (end: number) => void = () => {}): WatchedSink {
  const recordingSink: WatchedSink = {
    writes: [],
    reads: [],
    isDiscarded: false,
    open: () => sink.open(),
    write(position, bytes) {
      recordingSink.writes.push({ start: position, end: position + bytes.length })
      onWrite(position + bytes.length)
      return sink.write(position, bytes)
    },
    read(start, end) {
      recordingSink.reads.push({ start, end })
      return sink.read(start, end)
    },
    finish: (sizeBytes) => sink.finish(sizeBytes),
    discard() {
      recordingSink.isDiscarded = true
      return sink.discard()
    },
  }
  return recordingSink
}
