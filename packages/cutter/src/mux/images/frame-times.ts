/**
 * How long each frame is shown, in whole units, given when each begins. Rounded from the clip's zero: what is rounded
 * away must not add up.
 */
export function shownUnits(fromSeconds: readonly number[], endTime: number, unitsPerSecond: number): number[] {
  const borders = [...fromSeconds, endTime].map((seconds) => Math.round(seconds * unitsPerSecond))
  return fromSeconds.map((_, index) => Math.max(1, borders[index + 1]! - borders[index]!))
}
