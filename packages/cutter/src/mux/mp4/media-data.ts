import type { ClipSink } from '../../api/clip-sink.ts'
import { throwIfCancelled } from '../../api/cutter-error.ts'

/** In larger clips, unused room in the header does not matter. */
const MOST_HELD_BYTES = 1024 * 1024
const COPY_BYTES = 4 * 1024 * 1024

export type MediaData = ReturnType<typeof mediaData>

/** The media data of a clip, written after reserved space; a small clip is held until its start is known. */
export function mediaData(sink: ClipSink, reservedStart: number, mostHeldBytes = MOST_HELD_BYTES) {
  let held: Uint8Array[] | null = []
  let bytes = 0

  /** Source and target may overlap: no byte is overwritten before it was read. */
  const moveTo = async (start: number, signal: AbortSignal | undefined) => {
    for (let done = 0; done < bytes; ) {
      throwIfCancelled(signal)
      const size = Math.min(COPY_BYTES, bytes - done)
      const from = reservedStart + (start > reservedStart ? bytes - done - size : done)
      await sink.write(from + start - reservedStart, await sink.read(from, from + size))
      done += size
    }
  }

  return {
    bytes: () => bytes,
    isHeld: () => held !== null,
    async add(added: Uint8Array): Promise<void> {
      const pending = held ? [...held, added] : [added]
      const offset = held ? 0 : bytes
      bytes += added.length
      held = held && bytes <= mostHeldBytes ? pending : null
      if (!held) await sink.write(reservedStart + offset, Buffer.concat(pending))
    },
    /** Writes, or moves, all of it to its final place. */
    async startAt(start: number, signal: AbortSignal | undefined): Promise<void> {
      await (held ? sink.write(start, Buffer.concat(held)) : moveTo(start, signal))
    },
  }
}
