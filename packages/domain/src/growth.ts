/** Percent by which there is more than before; null where there is something and was nothing, of which nothing is a percentage. */
export function growthPercent(now: number, before: number): number | null {
  if (now === before) return 0
  return before > 0 ? ((now - before) / before) * 100 : null
}

/** The month so far, and as much of the month before: what is compared when neither is to look small. Months are in UTC. */
export function comparedMonths(now: Date): { thisMonth: Date; lastMonth: Date; lastMonthUntil: Date } {
  const thisMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))
  const asFar = lastMonth.getTime() + (now.getTime() - thisMonth.getTime())
  // On the 31st, a shorter month is over.
  return { thisMonth, lastMonth, lastMonthUntil: new Date(Math.min(asFar, thisMonth.getTime())) }
}
