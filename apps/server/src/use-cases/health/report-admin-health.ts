import type { AdminHealth } from '@kerf/contract/admin-settings'
import type { ProviderDeps } from '../payments/effective-provider.ts'
import type { Deps } from '../shared/deps.ts'
import { checkDisk } from './check-disk.ts'
import { checkEmail } from './check-email.ts'
import { checkEngine } from './check-engine.ts'
import { checkPayments } from './check-payments.ts'
import { checkQueue, checkWorkers, readActivity } from './check-workers.ts'
import { type HealthDeps, reportHealth } from './report-health.ts'

type AdminHealthDeps = HealthDeps &
  ProviderDeps &
  Deps<'engine' | 'memory' | 'mailWorker' | 'emailDelivery' | 'lastPaymentRoundAt'>

/** Without one of these nobody is served. */
const VITAL = ['database', 'queue', 'workers', 'engine', 'storage', 'disk'] as const

/** Every part, whatever it may tell of the inside: what works, what does not, and what to do about it. */
export async function reportAdminHealth(deps: AdminHealthDeps): Promise<AdminHealth> {
  const [told, activity, engine, disk, mail, payments] = await Promise.all([
    reportHealth(deps),
    readActivity(deps),
    checkEngine(deps),
    checkDisk(deps.files),
    checkEmail(deps),
    checkPayments(deps),
  ])
  const checks: AdminHealth['checks'] = {
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

function overall(checks: AdminHealth['checks']): AdminHealth['status'] {
  if (VITAL.some((part) => checks[part].state === 'failing')) return 'failing'
  return Object.values(checks).every(({ state }) => state === 'ok' || state === 'off') ? 'ok' : 'degraded'
}
