import type { AdminHealth } from '@kerf/contract/admin-settings'
import type { MediaEngine } from '../../ports/media.ts'
import type { AdminChecks } from './admin-checks.ts'
import { checkDisk } from './check-disk.ts'
import { type CheckMailDeps, checkMail } from './check-email.ts'
import { createEngineCheck } from './check-engine.ts'
import { type CheckPaymentsDeps, checkPayments } from './check-payments.ts'
import { checkQueue, checkWorkers, readActivity } from './check-workers.ts'
import { type HealthDeps, reportHealth } from './report-health.ts'

export interface AdminHealthDeps extends HealthDeps, CheckMailDeps, CheckPaymentsDeps {
  engine: Pick<MediaEngine, 'version'>
}

/** Without one of these nobody is served. */
const VITAL = ['database', 'queue', 'workers', 'engine', 'storage', 'disk'] as const satisfies (keyof AdminChecks)[]

/** Every part, whatever it may tell of the inside: what works, what does not, and what to do about it. */
export function reportAdminHealth(deps: AdminHealthDeps) {
  const everybodys = reportHealth(deps)
  const checkEngine = createEngineCheck(deps)
  return async (): Promise<AdminHealth> => {
    const [told, activity, engine, disk, mail, payments] = await Promise.all([
      everybodys(),
      readActivity(deps),
      checkEngine(),
      checkDisk(deps.files),
      checkMail(deps),
      checkPayments(deps),
    ])
    const checks: AdminChecks = {
      ...told.checks,
      queue: checkQueue(told.checks.queue, activity, deps),
      workers: checkWorkers(activity, deps),
      engine,
      disk,
      mail,
      payments,
    }
    return { status: overall(checks), version: told.version, checks }
  }
}

function overall(checks: AdminChecks): AdminHealth['status'] {
  if (VITAL.some((part) => checks[part].state === 'failing')) return 'failing'
  return Object.values(checks).every(({ state }) => state === 'ok' || state === 'off') ? 'ok' : 'degraded'
}
