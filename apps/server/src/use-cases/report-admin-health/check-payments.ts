import type { Clock, Database } from '../../ports.ts'
import type { PaymentSettings, PaymentSettingsInForce } from '../payment-settings/payment-settings.ts'
import type { ProviderInForce } from '../payment-settings/provider-in-force.ts'
import { withinTime } from '../report-health/within-time.ts'
import { type AdminChecks, degraded, failing, off, ok, worstOf } from './admin-checks.ts'

type Check = AdminChecks['payments']

const HOUR = 3_600_000
/** A payment takes seconds; what is older than this is not being made any more. */
const UNCLEAR_AFTER_MILLISECONDS = HOUR
/** What the operator has not looked at by then they will not. */
const UNCLEAR_UNTIL_MILLISECONDS = 30 * 24 * HOUR
const MOST_ORDERS_NAMED = 5
/** Rounds come every two minutes. */
const STALE_ROUND_MILLISECONDS = 10 * 60_000

export interface CheckPaymentsDeps {
  database: Database
  paymentSettings: Pick<PaymentSettings, 'inForce'>
  paymentProvider: ProviderInForce
  lastPaymentRoundAt: () => Date | null
  clock: Clock
}

/** Whether plans can be paid for, and whether what was paid is what the provider says. */
export async function checkPayments(deps: CheckPaymentsDeps): Promise<Check> {
  try {
    const settings = await withinTime(deps.paymentSettings.inForce(deps.database.records))
    const unclear = await withinTime(checkOrders(deps))
    if (settings.clientId === '')
      return unclear ?? off('Plans cannot be bought. To sell them, enter the client ID and the secret of a PayPal app.')
    const complaints = [await checkCredentials(settings, deps), checkWebhook(settings), unclear, checkRounds(deps)]
    const worst = worstOf(complaints.filter((complaint) => complaint !== null))
    return worst ?? ok(`Plans can be bought (${settings.environment}). ${lastRoundWords(deps)}`)
  } catch {
    return failing('Whether plans can be bought is not known: the database does not answer. See Database.')
  }
}

async function checkCredentials(
  { clientSecret, secretIsUnreadable, environment }: PaymentSettingsInForce,
  { paymentProvider }: CheckPaymentsDeps,
): Promise<Check | null> {
  if (clientSecret === null)
    return failing(
      secretIsUnreadable
        ? 'Plans cannot be bought: the secret that was entered is of another client ID, or SESSION_SECRET has changed since. Enter it again.'
        : 'Plans cannot be bought: the secret of the client ID is not known. Enter it, or empty the client ID.',
    )
  const provider = await paymentProvider()
  try {
    if (!provider || (await withinTime(provider.checkCredentials()))) return null
    return failing(
      `PayPal does not know the client ID, or not with this secret, in its ${environment} environment. ` +
        "Enter both anew from one app in PayPal's developer dashboard.",
    )
  } catch {
    return degraded('PayPal cannot be asked. Check that this server reaches it: OUTBOUND_PROXY, PAYPAL_API_URL.')
  }
}

function checkWebhook({ webhookId }: PaymentSettingsInForce): Check | null {
  if (webhookId !== '') return null
  return degraded(
    'The webhook ID is missing, so chargebacks go unnoticed and refunds are noticed late. Enter it from the PayPal app.',
  )
}

/** Money that was taken for nothing, or a plan that was not paid: only somebody who looks can tell. */
async function checkOrders({ database, clock }: CheckPaymentsDeps): Promise<Check | null> {
  const now = clock.now().getTime()
  const from = new Date(now - UNCLEAR_UNTIL_MILLISECONDS)
  const until = new Date(now - UNCLEAR_AFTER_MILLISECONDS)
  const orders = await database.records.orders.listUnclear(from, until, MOST_ORDERS_NAMED + 1)
  if (orders.length === 0) return null
  const named = orders.slice(0, MOST_ORDERS_NAMED).map(({ id, providerOrderId }) => providerOrderId ?? id)
  const more = orders.length > MOST_ORDERS_NAMED ? ' and more' : ''
  return degraded(
    `PayPal and this server disagree about ${named.join(', ')}${more}. ` +
      'Look for these orders at PayPal, and give back what was paid for nothing.',
  )
}

function checkRounds(deps: CheckPaymentsDeps): Check | null {
  const at = deps.lastPaymentRoundAt()
  if (at && deps.clock.now().getTime() - at.getTime() <= STALE_ROUND_MILLISECONDS) return null
  return degraded('Unfinished orders are not being asked about. Look at the log for "trouble with payments".')
}

function lastRoundWords({ lastPaymentRoundAt }: CheckPaymentsDeps): string {
  const at = lastPaymentRoundAt()
  return at ? `Unfinished orders were last asked about at ${at.toISOString().slice(11, 16)} UTC.` : ''
}
