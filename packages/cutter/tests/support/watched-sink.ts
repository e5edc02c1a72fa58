import type { ClipSink } from '../../src/api/clip-sink.ts'

/** A sink that remembers where it was written to and read from. */
export interface WatchedSink extends ClipSink {
  writes: { start: number; end: number }[]
  reads: { start: number; end: number }[]
  isDiscarded: boolean
}

export function watchedSink(sink: ClipSink, onWrite: (end: number) => void = () => {}): WatchedSink {
  const watched: WatchedSink = {
    writes: [],
    reads: [],
    isDiscarded: false,
    open: () => sink.open(),
    write(position, bytes) {
      watched.writes.push({ start: position, end: position + bytes.length })
      onWrite(position + bytes.length)
      return sink.write(position, bytes)
    },
    read(start, end) {
      watched.reads.push({ start, end })
      return sink.read(start, end)
    },
    finish: (sizeBytes) => sink.finish(sizeBytes),
    discard() {
      watched.isDiscarded = true
      return sink.discard()
    },
  }
  return watched
}
