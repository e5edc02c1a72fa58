import type { AdminHealth } from '@kerf/contract/admin-settings'
import { type Check, degraded, failing, off, ok, say } from '@kerf/domain/health/health-check'
import { checkSources } from '@kerf/domain/health/standing'
import { isNewerVersion } from '@kerf/domain/site/version-order'
import { beginningOf } from '@kerf/domain/text/plain-text'
import type { WaitingEmails } from '../../ports/emails.ts'
import { IdentityProviderError } from '../../ports/identity-provider.ts'
import type { MediaEngine } from '../../ports/media.ts'
import { UpdatesError } from '../../ports/updates.ts'
import type { ProviderDeps } from '../payments/payment-settings.ts'
import type { Deps, EmailDelivery } from '../shared/deps.ts'
import { effectiveSettings } from '../shared/effective-settings.ts'
import { checkPayments } from './check-payments.ts'
import { checkQueue, checkWorkers, readActivity } from './check-workers.ts'
import { checkDisk, type HealthDeps, reportHealth } from './report-health.ts'
import { withinTime } from './within-time.ts'

type AdminHealthDeps = HealthDeps &
  ProviderDeps &
  UpdatesDeps &
  Deps<'presets' | 'signInMethods' | 'engine' | 'caches' | 'mailWorker' | 'emailDelivery' | 'lastPaymentRoundAt'>

/** Checks whose failure stops the whole service. */
const VITAL_CHECKS = ['database', 'queue', 'workers', 'engine', 'storage', 'disk'] as const

/** Checks every part of the installation, with internal details and advice for admins. */
export async function reportAdminHealth(deps: AdminHealthDeps): Promise<AdminHealth> {
  const [publicHealth, sources, updates, activity, engine, disk, mail, signIn, payments] = await Promise.all([
    reportHealth(deps),
    withinTime(effectiveSettings(deps.database.records, deps.presets)).then(
      ({ sources }) => sources,
      () => deps.presets.sources,
    ),
    checkUpdates(deps),
    readActivity(deps),
    checkEngine(deps),
    checkDisk(deps.files),
    checkEmail(deps),
    checkSignIn(deps),
    checkPayments(deps),
  ])
  const checks: AdminHealth['checks'] = {
    ...publicHealth.checks,
    queue: checkQueue(publicHealth.checks.queue, activity, deps),
    workers: checkWorkers(activity, deps),
    engine,
    disk,
    mail,
    signIn,
    payments,
    source: checkSources(publicHealth.checks.resolver, sources),
    updates,
  }
  return { status: overallStatus(checks), version: publicHealth.version, checks }
}

function overallStatus(checks: AdminHealth['checks']): AdminHealth['status'] {
  if (VITAL_CHECKS.some((part) => checks[part].state === 'failing')) return 'failing'
  return Object.values(checks).some(({ state }) => state === 'failing' || state === 'degraded') ? 'degraded' : 'ok'
}

/** Wait of an email from which the queue counts as stuck. An email takes seconds. */
const STUCK_EMAIL_AGE_MILLISECONDS = 10 * 60_000

export async function checkEmail({
  mailWorker,
  emailDelivery,
  clock,
}: Deps<'mailWorker' | 'emailDelivery' | 'clock'>): Promise<AdminHealth['checks']['mail']> {
  const emails = await withinTime(mailWorker.emails()).catch(() => null)
  if (!emails) return failing(say('mail_silent'))
  const delivery = await withinTime(emailDelivery()).catch(() => null)
  if (!delivery) return degraded(say('mail_no_worker'))
  const complaint = checkStuckEmails(emails, delivery, clock.now())
  if (complaint) return complaint
  return delivery.toOutbox ? off(say('mail_outbox', delivery.place)) : ok(say('mail_ok', delivery.place))
}

function checkStuckEmails(emails: WaitingEmails, delivery: EmailDelivery, now: Date): Check | null {
  const { waiting, tried, oldestAt, givenUp } = emails
  const reason = delivery.lastFailure?.replace(/\.$/, '') ?? ''
  const advice = say(delivery.toOutbox ? 'mail_advice_outbox' : 'mail_advice_server', delivery.place)
  if (givenUp > 0) return failing(say('mail_given_up', givenUp, waiting, reason), advice)
  if (oldestAt && now.getTime() - oldestAt.getTime() >= STUCK_EMAIL_AGE_MILLISECONDS)
    return failing(say('mail_waiting', waiting, reason), advice)
  return tried > 0 ? degraded(say('mail_tried', tried, reason), advice) : null
}

type UpdatesDeps = Deps<'version' | 'newestVersion'>

/** Compares this version with the newest one that the operator's place names. */
export async function checkUpdates({ version, newestVersion }: UpdatesDeps): Promise<Check> {
  if (!newestVersion) return off(say('updates_off', version))
  try {
    const newestVersionName = await withinTime(newestVersion())
    return isNewerVersion(newestVersionName, version)
      ? ok(say('updates_newer', newestVersionName, version))
      : ok(say('updates_newest', version))
  } catch (error) {
    return degraded(say('updates_unknown', version, error instanceof UpdatesError ? error.message : ''))
  }
}

/** Checks whether the identity provider answers. */
async function checkSignIn({ signInMethods }: Deps<'signInMethods'>): Promise<Check> {
  const { provider } = signInMethods
  if (!provider) return off(say('sign_in_passwords'))
  try {
    await withinTime(provider.check())
    return ok(say('sign_in_ok', provider.name))
  } catch (error) {
    const reason = error instanceof IdentityProviderError ? error.message.replace(/\.$/, '') : ''
    return degraded(say('sign_in_down', provider.name, reason))
  }
}

/** Life of a cached engine check. Each check starts a process, and admins may poll the panel. */
const SUCCESS_TTL_MILLISECONDS = 10 * 60_000
const FAILURE_TTL_MILLISECONDS = 60_000

type EngineCheck = AdminHealth['checks']['engine']

/** Checks in a separate process whether the media engine works, and reports its version. The result is cached. */
export function checkEngine({
  engine,
  clock,
  caches,
}: Pick<Deps, 'clock'> & {
  caches: Pick<Deps['caches'], 'engineCheck'>
  engine: Pick<MediaEngine, 'facts' | 'isConfined'>
}): Promise<EngineCheck> {
  const now = clock.now().getTime()
  if (caches.engineCheck && now < caches.engineCheck.until) return caches.engineCheck.check
  const entry = { check: runCheck(), until: now + SUCCESS_TTL_MILLISECONDS }
  caches.engineCheck = entry
  return entry.check

  async function runCheck(): Promise<EngineCheck> {
    try {
      const { version, missingCodecs } = await engine.facts()
      if (missingCodecs.length > 0)
        return { ...degraded(say('engine_codecs_missing', missingCodecs.join(', '))), version }
      const confinement = say(engine.isConfined() ? 'engine_confined' : 'engine_unconfined')
      return { ...ok(say('engine_ok', version), confinement), version }
    } catch (error) {
      entry.until = now + FAILURE_TTL_MILLISECONDS
      return { ...failing(say('engine_broken', reasonOf(error))), version: null }
    }
  }
}

/** Extracts the line with the error from a process's last output, without the stack trace. */
function reasonOf(error: unknown): string {
  const lines = String((error as Error | null)?.message ?? error).split('\n')
  const line = lines.find((text) => /^\w*Error\b/.test(text.trim())) ?? lines[0] ?? ''
  return beginningOf(line.trim().replace(/\.$/, ''), 200)
}
