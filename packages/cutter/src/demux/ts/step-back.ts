/** What is read before the keyframe for nothing is that share of all that is read, at most, and half of it on average. */
const SHARE_OF_READ = 1 / 12
/** Three megabytes, held until they are taken apart. */
const LONGEST_STEP = 24

/**
 * How far to go back at once, looking for a keyframe in a stream without an index: the longer the range is and the further the
 * search has come, the less does it matter to read a little too far, and each step is a round trip.
 * @param steps gone before
 * @param rangeByteRanges that will be read besides
 * @returns in stretches: this step, and how far all of them together have come
 */
export function stepBack(steps: number, rangeByteRanges: number): { step: number; way: number } {
  let [step, way] = [0, 0]
  for (let taken = 0; taken <= steps; taken++) {
    step = Math.min(LONGEST_STEP, Math.max(1, Math.floor(SHARE_OF_READ * (rangeByteRanges + way))))
    way += step
  }
  return { step, way }
}
