import type { ClipSink } from '../../api/clip-sink.ts'
import { throwIfCancelled } from '../../api/cutter-error.ts'

const COPY_BYTES = 4 * 1024 * 1024

/** Moves bytes of a clip to another place that may overlap theirs: none is overwritten before it was read. */
export async function moveBytes(
  sink: ClipSink,
  { from, to, count }: { from: number; to: number; count: number },
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let done = 0; done < count; ) {
    throwIfCancelled(signal)
    const size = Math.min(COPY_BYTES, count - done)
    const at = to > from ? count - done - size : done
    await sink.write(to + at, await sink.read(from + at, from + at + size))
    done += size
  }
}
