/** Media is usually even enough for this many guesses; after them, the search is binary. */
const INTERPOLATIONS = 5

/**
 * The last of the places 0..count-1 whose time is not after `seconds` (0 if every time is), or a place a little before it.
 * @param timeAt the time of a place, in seconds; null if it is unknown
 * @param nearSeconds a place that is no more than this too early is near enough
 */
export async function placeByTime(
  count: number,
  seconds: number,
  nearSeconds: number,
  timeAt: (place: number) => Promise<number | null>,
): Promise<number> {
  let low = 0
  let high = count
  for (let step = 0; high - low > 1; step++) {
    const lowSeconds = (await timeAt(low)) ?? 0
    if (lowSeconds > seconds || seconds - lowSeconds < nearSeconds) break
    const top = Math.min(high, count - 1)
    const highSeconds = step < INTERPOLATIONS ? await timeAt(top) : null
    const isSteady = highSeconds !== null && highSeconds > lowSeconds
    const share = isSteady ? (seconds - lowSeconds) / (highSeconds - lowSeconds) : 0.5
    const place = Math.min(high - 1, Math.max(low + 1, low + Math.floor(share * (top - low))))
    const found = await timeAt(place)
    if (found !== null && found <= seconds) low = place
    else high = place
  }
  return low
}
