/** Unneeded bytes before the keyframe are at most this share of all bytes read, and half of it on average. */
const SHARE_OF_READ = 1 / 12
/** Three megabytes, held in memory until they are demuxed. */
const LONGEST_STEP = 24

/**
 * How far to go back at once in the search for a keyframe, in a stream without an index. Each step is a round trip. The longer
 * the cut and the search, the less it matters to read a little too far.
 * @param steps the number of earlier steps
 * @param rangeByteRanges the number of byte ranges that the cut itself reads
 * @returns in byte ranges: this step, and the way of all steps so far
 */
export function stepBack(steps: number, rangeByteRanges: number): { step: number; way: number } {
  let [step, way] = [0, 0]
  for (let taken = 0; taken <= steps; taken++) {
    step = Math.min(LONGEST_STEP, Math.max(1, Math.floor(SHARE_OF_READ * (rangeByteRanges + way))))
    way += step
  }
  return { step, way }
}
