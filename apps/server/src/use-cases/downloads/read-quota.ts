import type { Quota } from '@kerf/contract/user'
import { dailyReset, monthlyReset, quotaLimits, quotaPeriods } from '@kerf/domain/plans/quota'
import type { ViewerRecord } from '../../ports/clips.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../../ports/database.ts'
import { termsInForce } from '../admin/effective-terms.ts'
import type { AddressCount } from './address-count.ts'
import { usedUnits } from './used-units.ts'

/** How much of their quota a viewer has used. A stranger who has started nothing may have used some by their address. */
export function readQuota(deps: { database: Database; clock: Clock; addressCount: AddressCount }) {
  return async (viewer: ViewerRecord | null, address: string): Promise<Quota> => {
    const { records } = deps.database
    const now = deps.clock.now()
    const kind = viewer?.kind ?? 'anonymous'
    const counted = [viewer?.id ?? null, deps.addressCount(viewer, address)].filter((key) => key !== null)
    const used = await usedUnits(records, counted, quotaPeriods(now))
    const { freeDailyLimit } = await termsInForce(records)
    return {
      viewer: kind,
      quota: { dailyDownloads: used.today, monthlyDownloads: used.thisMonth },
      limits: quotaLimits(kind, freeDailyLimit),
      resetsAt: { daily: dailyReset(now).toISOString(), monthly: monthlyReset(now).toISOString() },
    }
  }
}
