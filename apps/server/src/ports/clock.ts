/** A day of 24 hours, as every day of UTC has. */
export const DAY_MILLISECONDS = 24 * 3_600_000

export interface Clock {
  now(): Date
}
