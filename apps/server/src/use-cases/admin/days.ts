const DAY_MILLISECONDS = 24 * 3_600_000

/** `2026-11-21`, in UTC. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** So many days up to that of the moment, the oldest first. */
export function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    dayOf(new Date(now.getTime() - (count - 1 - index) * DAY_MILLISECONDS)),
  )
}
