import type { LedgerEntry } from '@kerf/domain/payments/ledger'
import type { AccountRecord } from '../../ports/accounts.ts'
import type { Database, Records } from '../../ports/database.ts'
import type { QueuedEmail } from '../../ports/emails.ts'
import type { PaymentOrderRecord } from '../../ports/payments.ts'

interface State {
  accounts: Map<string, AccountRecord>
  orders: Map<string, PaymentOrderRecord>
  ledger: LedgerEntry[]
  webhookEvents: Set<string>
  emails: QueuedEmail[]
}

export interface MemoryDatabase extends Database {
  state: State
}

/**
 * A fast database in memory with the records that payments need, for thousands of random runs. Transactions run one at
 * a time and roll back on failure. Unique fields are the same as in adapters/database/schema/.
 */
export function createMemoryDatabase(): MemoryDatabase {
  const database = {
    state: { accounts: new Map(), orders: new Map(), ledger: [], webhookEvents: new Set(), emails: [] } as State,
    transaction,
    writes: { people: () => null, downloads: () => null, queue: () => null },
  } as unknown as MemoryDatabase
  const records = recordsOf(database)
  database.records = records
  let lastTransaction: Promise<unknown> = Promise.resolve()

  async function transaction<T>(work: (records: Records) => Promise<T>): Promise<T> {
    const result = lastTransaction.then(async () => {
      const { accounts, orders, ledger, webhookEvents, emails } = database.state
      const snapshot = {
        accounts: new Map(accounts),
        orders: new Map(orders),
        ledger: [...ledger],
        webhookEvents: new Set(webhookEvents),
        emails: [...emails],
      }
      try {
        return await work(records)
      } catch (error) {
        database.state = snapshot
        throw error
      }
    })
    lastTransaction = result.catch(() => undefined)
    return await result
  }
  return database
}

function recordsOf(database: MemoryDatabase): Records {
  const ordersWhere = (isMatch: (order: PaymentOrderRecord) => boolean) =>
    [...database.state.orders.values()].filter(isMatch)
  const payments: Pick<Records, 'orders' | 'ledger' | 'webhookEvents'> = {
    orders: {
      insert: async (order) => void database.state.orders.set(order.id, order),
      findByProviderId: async (id) => ordersWhere(({ providerOrderId }) => providerOrderId === id)[0] ?? null,
      findByCapture: async (id) => ordersWhere(({ captureId }) => captureId === id)[0] ?? null,
      lock: async (id) => database.state.orders.get(id) ?? null,
      async update(id, change) {
        const order = database.state.orders.get(id)
        if (!order) return
        for (const key of ['providerOrderId', 'captureId', 'receiptNumber'] as const) {
          const value = change[key]
          if (
            value !== undefined &&
            value !== null &&
            ordersWhere((storedOrder) => storedOrder.id !== id && storedOrder[key] === value).length
          )
            throw new Error(`There are two orders with the same ${key}.`)
        }
        database.state.orders.set(id, { ...order, ...change })
      },
      takeReceiptNumber: async () =>
        Math.max(0, ...ordersWhere(() => true).map((order) => order.receiptNumber ?? 0)) + 1,
      listFor: async (accountId) => ordersWhere((order) => order.accountId === accountId).reverse(),
      listDue: async (now, limit) =>
        ordersWhere(({ nextCheckAt }) => nextCheckAt !== null && nextCheckAt <= now).slice(0, limit),
      listUnclear: async (from, until, limit) =>
        ordersWhere(
          ({ status, nextCheckAt, createdAt }) =>
            createdAt >= from &&
            createdAt <= until &&
            (status === 'capturing' || (nextCheckAt === null && (status === 'created' || status === 'pending'))),
        ).slice(0, limit),
    },
    ledger: {
      async add(entry) {
        const isSame = (storedEntry: LedgerEntry) =>
          'captureId' in entry &&
          'captureId' in storedEntry &&
          entry.captureId === storedEntry.captureId &&
          entry.kind === storedEntry.kind &&
          entry.amountCents === storedEntry.amountCents
        if (database.state.ledger.some(isSame)) return false
        database.state.ledger.push(entry)
        return true
      },
      listFor: async (id) => database.state.ledger.filter(({ accountId }) => accountId === id),
    },
    webhookEvents: {
      async remember(eventId) {
        const isNew = !database.state.webhookEvents.has(eventId)
        database.state.webhookEvents.add(eventId)
        return isNew
      },
      sweep: async () => undefined,
    },
  }
  const findAccount = async (id: string) => database.state.accounts.get(id) ?? null
  const accounts: Partial<Records['accounts']> = {
    find: findAccount,
    lock: findAccount,
    async setPlan(id, { subscription, expiresAt }) {
      const account = database.state.accounts.get(id)
      if (!account) return null
      const changedAccount = { ...account, subscription, subscriptionExpiresAt: expiresAt }
      database.state.accounts.set(id, changedAccount)
      return changedAccount
    },
  }
  const settings = { read: async () => ({}) }
  const sealedSecrets = { find: async () => null }
  const mailQueue = { enqueue: async (order: QueuedEmail) => void database.state.emails.push(order) }
  // All other records are missing, so a test that uses them fails.
  return { ...payments, accounts, settings, sealedSecrets, mailQueue } as unknown as Records
}
