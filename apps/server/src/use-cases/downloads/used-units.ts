import type { QuotaPeriods } from '@kerf/domain/plans/quota'
import type { Records } from '../../ports/database.ts'

/** What is taken already, by the count that has taken the most: a stranger's cookie may know of less than their address. */
export async function usedUnits(
  { quota }: Pick<Records, 'quota'>,
  counted: readonly string[],
  periods: QuotaPeriods,
): Promise<{ today: number; thisMonth: number }> {
  const most = { today: 0, thisMonth: 0 }
  for (const key of counted) {
    const { today, thisMonth } = await quota.used(key, periods)
    most.today = Math.max(most.today, today)
    most.thisMonth = Math.max(most.thisMonth, thisMonth)
  }
  return most
}
