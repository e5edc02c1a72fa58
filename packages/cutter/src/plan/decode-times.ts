/** When each packet of a track is decoded and shown, as the tables of an MP4 want it. */
export interface TrackTimes {
  /** The distance from each packet's decode time to the next one's. */
  durations: number[]
  /** What to add to the decode time to get the presentation time. */
  reorderTicks: number[]
  /** The media time of the first picture: what the edit list must skip. */
  delayTicks: number
}

/**
 * Gives packets decode times: the sorted presentation times, moved so far ahead that nothing is decoded after it is
 * shown. Works for any splice of copied and re-encoded pictures, whatever decode times they had before.
 * @param presentationTimes in decode order, all different, none below 0
 * @param endTick when the last one ends
 */
export function assignDecodeTimes(presentationTimes: readonly number[], endTick: number): TrackTimes {
  const first = presentationTimes.reduce((least, time) => Math.min(least, time), Infinity)
  // Should the first picture of damaged media be missing, the next one stands in for it: a clip begins at zero.
  const pts = presentationTimes.map((time) => (time === first ? 0 : time))
  const sorted = pts.toSorted((a, b) => a - b)
  const delayTicks = pts.reduce((most, time, index) => Math.max(most, sorted[index]! - time), 0)
  return {
    durations: sorted.map((time, index) => (sorted[index + 1] ?? endTick) - time),
    reorderTicks: pts.map((time, index) => time - sorted[index]! + delayTicks),
    delayTicks,
  }
}
