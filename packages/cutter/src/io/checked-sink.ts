import type { ClipSink } from '../api/clip-sink.ts'
import { CutterError } from '../api/cutter-error.ts'

/** The same sink, but its errors are marked so that they differ from errors of the media. */
export function checkedSink(sink: ClipSink): ClipSink {
  const check = async <Result>(what: string, call: () => Promise<Result>): Promise<Result> => {
    try {
      return await call()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new CutterError('sink_failed', `The clip could not be ${what}: ${reason}`, { cause: error })
    }
  }
  return {
    open: () => check('begun', () => sink.open()),
    write: (position, bytes) => check('written', () => sink.write(position, bytes)),
    read: (start, end) => check('read again', () => sink.read(start, end)),
    finish: (sizeBytes) => check('finished', () => sink.finish(sizeBytes)),
    discard: () => sink.discard(),
  }
}
