import { randomUUID } from 'node:crypto'
import { type PaidPlanId, PLANS } from '@kerf/domain/plans/plans'
import type { Language } from '@kerf/messages/languages'
import type { OpenDatabase } from '../../adapters/database/open-database.ts'
import { users } from '../../adapters/database/schema/account-schema.ts'
import { DEFAULT_KIND } from '../../adapters/database/testing/open-test-database.ts'
import type { AccountRecord } from '../../ports/accounts.ts'
import type { Database } from '../../ports/database.ts'
import type { ProviderWebhookEvent } from '../../ports/payments.ts'
import { captureOrder, reportPayment } from '../payments/capture-order.ts'
import { createOrder, type OrderRequest } from '../payments/create-order.ts'
import { listReceipts } from '../payments/plans-and-receipts.ts'
import { receivePaypalEvent } from '../payments/receive-paypal-event.ts'
import { reconcilePayments } from '../payments/reconcile-payments.ts'
import type { PaymentPresets } from '../shared/deps.ts'
import { limitAttempts } from '../shared/limit-attempts.ts'
import { createSecretSeal } from '../shared/sealed-secret.ts'
import { createMemoryDatabase } from './memory-database.ts'
import { createModelProvider, type ModelProvider } from './model-provider.ts'
import { PRESETS, unwrap } from './test-backend.ts'

const PAYMENT_PRESETS: PaymentPresets = {
  clientId: 'client',
  clientSecret: 'hush',
  environment: 'sandbox',
  webhookId: 'WH1',
}

export type TestPayments = ReturnType<typeof createTestPayments>

/** Payment use cases on a real database, which is removed afterwards, and a provider in memory. */
export async function openTestPayments(kind = DEFAULT_KIND) {
  const { database, options, close } = await kind.open()
  return { ...testPaymentsOn(database, createModelProvider()), database, options, close }
}

/** Payment use cases on an open database, as after a restart of the server. */
export function testPaymentsOn(database: OpenDatabase, provider: ModelProvider): TestPayments {
  return createTestPayments(database, provider, async ({ id, name, username, email, createdAt }) => {
    await database.executor.insert(users).values({ id, name, username, email, createdAt, updatedAt: createdAt })
  })
}

/** Payment use cases on a fast database in memory. */
export function openTestPaymentsInMemory() {
  const database = createMemoryDatabase()
  const insert = async (account: AccountRecord) => void database.state.accounts.set(account.id, account)
  return { ...createTestPayments(database, createModelProvider(), insert), memory: database }
}

function createTestPayments(
  database: Database,
  provider: ModelProvider,
  insertAccount: (account: AccountRecord) => Promise<void>,
) {
  let now = new Date('2026-11-20T12:00:00Z')
  const clock = { now: () => now }
  const logged: string[] = []
  const logAs = (level: string) => (_context: object, message: string) => void logged.push(`${level}: ${message}`)
  const log = { info: logAs('info'), warn: logAs('warn'), error: logAs('error') }
  const limits = limitAttempts({ database, clock, enabled: false, secret: 'a secret' })
  const deps = { database, provider, clock, log, limits, presets: PRESETS }
  const settingsDeps = {
    paymentPresets: PAYMENT_PRESETS,
    secretSeal: createSecretSeal('a secret'),
    providerFor: () => provider,
  }
  const order = (account: AccountRecord, request: OrderRequest, language: Language) =>
    createOrder(deps, { account, request, language })
  const { records } = database
  async function accountOf(id: string): Promise<AccountRecord> {
    const account = await records.accounts.find(id)
    if (!account) throw new Error('There is no such account.')
    return account
  }

  return {
    ...deps,
    ...settingsDeps,
    logged,
    pass: (milliseconds: number) => {
      now = new Date(now.getTime() + milliseconds)
    },
    createOrder: order,
    captureOrder: (account: AccountRecord, providerOrderId: string) => captureOrder(deps, { account, providerOrderId }),
    reportPayment: (account: AccountRecord, providerOrderId: string) =>
      reportPayment(deps, { account, providerOrderId }),
    receivePaypalEvent: (event: ProviderWebhookEvent) => receivePaypalEvent(deps, event),
    reconcile: (when?: { atStart?: boolean }) => reconcilePayments(deps, when),
    listReceipts: (accountId: string) => listReceipts(deps, accountId),
    /** Creates an account without a plan. */
    async createBuyer(): Promise<AccountRecord> {
      const id = randomUUID()
      const account: AccountRecord = {
        id,
        name: `Buyer ${id}`,
        username: id,
        email: `${id}@example.org`,
        emailVerified: false,
        role: 'user',
        subscription: 'free',
        subscriptionExpiresAt: null,
        isActive: true,
        twoFactorEnabled: false,
        roleFromGroup: false,
        generation: 0,
        lastActive: null,
        createdAt: now,
      }
      await insertAccount(account)
      return account
    },
    account: accountOf,
    /** Creates an order that its payer has approved. Returns the order's id at the provider. */
    async createApprovedOrder(account: AccountRecord, plan: PaidPlanId = 'pro-monthly'): Promise<string> {
      const { id } = unwrap(await order(account, { amount: PLANS[plan].priceCents / 100, planId: plan }, 'en'))
      provider.approve(id)
      return id
    },
    /** Captures an order, but loses the provider's answer, so that the server does not know the outcome. */
    async captureUnheard(account: AccountRecord, providerOrderId: string) {
      provider.lose('captureOrder', 'after')
      provider.lose('readOrder', 'before')
      return await captureOrder(deps, { account, providerOrderId })
    },
    planOf: async ({ id }: AccountRecord) => (await accountOf(id)).subscription,
    async order(providerOrderId: string) {
      const order = await records.orders.findByProviderId(providerOrderId)
      if (!order) throw new Error('There is no such order.')
      return order
    },
  }
}
