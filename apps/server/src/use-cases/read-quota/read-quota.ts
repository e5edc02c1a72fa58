import type { Quota } from '@kerf/contract/viewer'
import { dailyReset, monthlyReset, quotaLimits, quotaPeriods } from '@kerf/domain/quota'
import type { Clock, Database, ViewerRecord } from '../../ports.ts'

/** How much of their quota a viewer has used. A stranger has used none. */
export function readQuota(deps: { database: Database; clock: Clock }) {
  return async (viewer: ViewerRecord | null): Promise<Quota> => {
    const now = deps.clock.now()
    const kind = viewer?.kind ?? 'anonymous'
    const used = viewer
      ? await deps.database.records.quota.used(viewer.id, quotaPeriods(now))
      : { today: 0, thisMonth: 0 }
    return {
      viewer: kind,
      quota: { dailyDownloads: used.today, monthlyDownloads: used.thisMonth },
      limits: quotaLimits(kind),
      resetsAt: { daily: dailyReset(now).toISOString(), monthly: monthlyReset(now).toISOString() },
    }
  }
}
