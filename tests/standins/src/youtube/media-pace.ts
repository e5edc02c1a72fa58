import { setTimeout as pauseFor } from 'node:timers/promises'
import type { SatisfiableRange } from '../http/byte-range.ts'
import type { StandinVideo } from './videos.ts'

/** YouTube slows down requests for more than this at once. */
const GREEDY_BYTES = 10 * 1024 * 1024
const STEPS_A_SECOND = 10
const STEP_MILLISECONDS = 1000 / STEPS_A_SECOND

/** How fast this part of this video's media may go out, in bytes a second; null: as fast as it can. */
export function paceOf(video: StandinVideo, range: SatisfiableRange): number | null {
  const isGreedy = range.kind === 'whole' || range.end - range.start + 1 > GREEDY_BYTES
  return isGreedy ? (video.media.greedyBytesPerSecond ?? null) : null
}

/** Passes bytes on at that pace, a tenth of a second's worth at a time. */
export async function* paced(chunks: AsyncIterable<Buffer>, bytesPerSecond: number | null): AsyncGenerator<Buffer> {
  if (bytesPerSecond === null) {
    yield* chunks
    return
  }
  const stepBytes = Math.max(1, Math.floor(bytesPerSecond / STEPS_A_SECOND))
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += stepBytes) {
      yield chunk.subarray(start, start + stepBytes)
      await pauseFor(STEP_MILLISECONDS)
    }
  }
}
