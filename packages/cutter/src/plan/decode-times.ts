/** When each packet of a track is decoded and shown, as the tables of an MP4 want it. */
export interface TrackTimes {
  /** The distance from each packet's decode time to the next one's. */
  durations: Float64Array
  /** The presentation time minus the decode time. */
  reorderTicks: Float64Array
  /** The media time of the first frame: what the edit list must skip. */
  delayTicks: number
}

/**
 * Gives packets decode times: the sorted presentation times, moved back far enough that every frame is decoded before it is
 * shown. Works for any splice of copied and re-encoded frames; their old decode times are ignored.
 * @param presentationTimes in decode order, all different, none below 0
 * @param endTick when the last one ends
 */
export function assignDecodeTimes(presentationTimes: ArrayLike<number>, endTick: number): TrackTimes {
  const sorted = Float64Array.from(presentationTimes).sort()
  // If the first frame of damaged media is missing, the next one takes its place: a clip begins at zero.
  const first = sorted[0] ?? 0
  const shownAt = (index: number) => (presentationTimes[index] === first ? 0 : presentationTimes[index]!)
  for (let index = 0; index < sorted.length && sorted[index] === first; index++) sorted[index] = 0
  let delayTicks = 0
  for (let index = 0; index < sorted.length; index++) delayTicks = Math.max(delayTicks, sorted[index]! - shownAt(index))
  return {
    durations: sorted.map((time, index) => (sorted[index + 1] ?? endTick) - time),
    reorderTicks: sorted.map((time, index) => shownAt(index) - time + delayTicks),
    delayTicks,
  }
}
