import { type Check, degraded, failing, off, ok, say, worstOf } from '@kerf/domain/health/health-check'
import type { HealthSaying } from '@kerf/domain/health/health-sentences'
import type { Clock } from '../../ports/clock.ts'
import {
  type EffectivePaymentSettings,
  effectivePaymentSettings,
  effectiveProvider,
  type ProviderDeps,
} from '../payments/payment-settings.ts'
import type { Deps } from '../shared/deps.ts'
import { effectiveSettings, sellsPlans } from '../shared/effective-settings.ts'
import { withinTime } from './within-time.ts'

const HOUR_MILLISECONDS = 3_600_000
/** Age from which an unclear order is reported. A payment takes seconds, so an older one is no longer in progress. */
const UNCLEAR_MIN_AGE_MILLISECONDS = HOUR_MILLISECONDS
/** Age up to which an unclear order is reported. */
const UNCLEAR_MAX_AGE_MILLISECONDS = 30 * 24 * HOUR_MILLISECONDS
const MAX_NAMED_ORDERS = 5
/** Age of the last payment round from which it counts as stale. Rounds run every two minutes. */
const STALE_ROUND_AGE_MILLISECONDS = 10 * 60_000

type CheckPaymentsDeps = ProviderDeps & Deps<'lastPaymentRoundAt' | 'clock' | 'presets'>

export async function checkPayments(deps: CheckPaymentsDeps): Promise<Check> {
  try {
    const settings = await withinTime(effectivePaymentSettings(deps, deps.database.records))
    const ordersCheck = await withinTime(checkOrders(deps))
    const { plans } = await withinTime(effectiveSettings(deps.database.records, deps.presets))
    if (!sellsPlans({ plans })) return ordersCheck ?? off(say('payments_no_plans'))
    if (settings.clientId === '') return ordersCheck ?? off(say('payments_off'))
    const lastAt = await withinTime(deps.lastPaymentRoundAt())
    const complaints = [
      await checkCredentials(settings, deps),
      checkWebhook(settings),
      ordersCheck,
      checkRounds(lastAt, deps.clock),
    ]
    const worstCheck = worstOf(complaints.filter((complaint) => complaint !== null))
    return worstCheck ?? ok(say('payments_ok', settings.environment), ...lastRoundSayings(lastAt))
  } catch {
    return failing(say('payments_unknown'))
  }
}

async function checkCredentials(
  { clientSecret, secretIsUnreadable, environment }: EffectivePaymentSettings,
  deps: CheckPaymentsDeps,
): Promise<Check | null> {
  if (clientSecret === null)
    return failing(say(secretIsUnreadable ? 'payments_secret_unreadable' : 'payments_secret_missing'))
  const provider = await effectiveProvider(deps)
  try {
    if (!provider || (await withinTime(provider.checkCredentials()))) return null
    return failing(say('payments_refused', environment))
  } catch {
    return degraded(say('payments_unreachable'))
  }
}

function checkWebhook({ webhookId }: EffectivePaymentSettings): Check | null {
  return webhookId === '' ? degraded(say('payments_no_webhook')) : null
}

/** Reports orders of unclear outcome, which the operator has to check by hand. */
async function checkOrders({ database, clock }: CheckPaymentsDeps): Promise<Check | null> {
  const now = clock.now().getTime()
  const from = new Date(now - UNCLEAR_MAX_AGE_MILLISECONDS)
  const until = new Date(now - UNCLEAR_MIN_AGE_MILLISECONDS)
  const orders = await database.records.orders.listUnclear(from, until, MAX_NAMED_ORDERS + 1)
  if (orders.length === 0) return null
  const names = orders.slice(0, MAX_NAMED_ORDERS).map(({ id, providerOrderId }) => providerOrderId ?? id)
  const code = orders.length > MAX_NAMED_ORDERS ? 'payments_disagree_more' : 'payments_disagree'
  return degraded(say(code, names.join(', ')))
}

function checkRounds(at: Date | null, clock: Clock): Check | null {
  if (at && clock.now().getTime() - at.getTime() <= STALE_ROUND_AGE_MILLISECONDS) return null
  return degraded(say('payments_no_rounds'))
}

function lastRoundSayings(at: Date | null): HealthSaying[] {
  return at ? [say('payments_round', { at: at.toISOString() })] : []
}
