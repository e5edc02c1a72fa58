/** Frames as they were made once. */
export interface Made {
  bytes: number
  /** On average; the smaller the number, the better they look. */
  quality: number
}

export interface WantedSize {
  bytes: number
  /** The qualities that may be taken for it. */
  finest: number
  coarsest: number
}

/** Nearer than that is not worth the work. */
const NEAR = 0.06
/** How often frames are made again. */
const MOST_TIMES = 3
/** So many steps of quality halve the bytes of most frames; of those alone that show something new it takes more. */
const USUAL_STEPS_PER_HALF = 6
const STEPS_PER_HALF = { least: 2, most: 14 } as const
/** No encoder tells finer ones apart. */
const LEAST_STEP = 0.1

/**
 * Makes frames again, with one quality for all, until they take the bytes that were wanted, or as near to them as there are
 * qualities for it. Often nothing has to be made.
 * @param again makes them in just this quality
 */
export async function nearestInSize<M extends Made>(
  first: M,
  wanted: WantedSize,
  again: (quality: number) => Promise<M>,
): Promise<M> {
  const missOf = ({ bytes }: Made) => Math.log2(Math.max(1, bytes) / Math.max(1, wanted.bytes))
  let best = first
  // The first one changed its quality on the way: how it misses tells less than how those do that were made of one.
  let [before, latest]: [M | null, M] = [null, first]
  for (let time = 1; time <= MOST_TIMES && Math.abs(missOf(best)) > Math.log2(1 + NEAR); time++) {
    const perHalf = before ? stepsPerHalf(before, latest) : USUAL_STEPS_PER_HALF
    const right = latest.quality + perHalf * missOf(latest)
    const quality = Math.min(wanted.coarsest, Math.max(wanted.finest, right))
    if (Math.abs(quality - latest.quality) < LEAST_STEP) {
      break
    }
    const made = await again(quality)
    before = latest === first ? null : latest
    latest = made
    best = Math.abs(missOf(made)) < Math.abs(missOf(best)) ? made : best
  }
  return best
}

function stepsPerHalf(one: Made, other: Made): number {
  const seen = (other.quality - one.quality) / Math.log2(one.bytes / other.bytes)
  return seen > 0 ? Math.min(STEPS_PER_HALF.most, Math.max(STEPS_PER_HALF.least, seen)) : USUAL_STEPS_PER_HALF
}
