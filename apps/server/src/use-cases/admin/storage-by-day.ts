/**
 * What was stored at the end of each of these days, of which the last is still going on. A day on which nobody looked was as
 * the one before it; before the first look nothing is known of anything.
 */
export function storageByDay(
  days: readonly string[],
  looks: readonly { day: string; bytes: number }[],
  bytesNow: number,
): number[] {
  const today = days.at(-1)
  return days.map((day) => (day === today ? bytesNow : (looks.findLast((look) => look.day <= day)?.bytes ?? 0)))
}
