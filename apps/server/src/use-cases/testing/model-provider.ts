import {
  type PaymentProvider,
  PaymentProviderError,
  type ProviderCapture,
  type ProviderOrder,
  type ProviderWebhookEvent,
} from '../../ports/payments.ts'

type Call = 'createClientToken' | 'createOrder' | 'captureOrder' | 'readOrder' | 'verifyWebhookEvent'
/** `before`: the call never arrives. `after`: the call is carried out, but its answer is lost. */
type Loss = 'before' | 'after'
type CaptureEnd = 'COMPLETED' | 'PENDING' | 'DECLINED' | 'refused'

/** A payment provider in memory, with orders, approvals, captures and lost answers. */
export interface ModelProvider extends PaymentProvider {
  /** Loses the next calls of this name. */
  lose(call: Call, lossTime: Loss, times?: number): void
  /** Makes all later calls fail. */
  goDown(): void
  /** Restores the initial behaviour: all calls work and captures complete. */
  restore(): void
  asked: Call[]
  /** Outcome of later captures. `refused`: the card is declined, and the order has no capture. */
  captureEnd: CaptureEnd
  order(id: string): ProviderOrder
  approve(id: string): void
  forget(id: string): void
  /** Ends a pending capture. */
  decide(id: string, status: 'COMPLETED' | 'DECLINED'): void
  refund(id: string, cents: number): void
  /** Captured cents of this order minus refunds. */
  heldCents(id: string): number
  /** Creates a webhook event that passes verification. */
  webhookEvent(eventType: string, orderId: string, change?: { id?: string; resource?: object }): ProviderWebhookEvent
}

export function createModelProvider(): ModelProvider {
  const orders = new Map<string, ProviderOrder>()
  const orderIds = new Map<string, string>()
  const sentBodies = new Set<string>()
  /**
   * Request ids of refused captures. They get the same answer again after approval, which the real provider may also
   * do.
   */
  const refusedRequests = new Set<string>()
  let losses: { call: Call; how: Loss }[] = []
  let isDown = false
  let count = 0
  const nextId = (kind: string) => `${kind}-${++count}`

  /** Runs a call atomically. The caller gets its answer later, or an error if the call or the answer is lost. */
  async function carryOut<T>(call: Call, work: () => T): Promise<T> {
    provider.asked.push(call)
    const loss = losses.find((candidate) => candidate.call === call)
    losses = losses.filter((candidate) => candidate !== loss)
    if (isDown || loss?.how === 'before') throw new PaymentProviderError(`${call} got lost`)
    const answer = structuredClone(work())
    await Promise.resolve()
    if (loss) throw new PaymentProviderError(`the answer to ${call} got lost`)
    return answer
  }
  const lastCapture = ({ captures }: ProviderOrder): ProviderCapture | undefined => captures.at(-1)

  const provider: ModelProvider = {
    clientId: 'client-1',
    environment: 'sandbox',
    asked: [],
    captureEnd: 'COMPLETED',
    checkCredentials: async () => true,
    createClientToken: () => carryOut('createClientToken', () => 'token-1'),
    createOrder: ({ requestId, reference, amountCents, currency }) =>
      carryOut('createOrder', () => {
        const id = orderIds.get(requestId) ?? nextId('ORDER')
        orderIds.set(requestId, id)
        if (!orders.has(id)) orders.set(id, { id, status: 'CREATED', reference, amountCents, currency, captures: [] })
        return { id }
      }),
    captureOrder: (id, requestId) =>
      carryOut('captureOrder', () => {
        const order = orders.get(id)
        if (!order) return { ok: false, reason: 'gone' }
        if (order.status === 'COMPLETED') return { ok: true, order }
        if (order.status !== 'APPROVED') refusedRequests.add(requestId)
        if (refusedRequests.has(requestId)) return { ok: false, reason: 'not_approved' }
        if (provider.captureEnd === 'refused') return { ok: false, reason: 'declined' }
        const { amountCents, currency } = order
        const capture = { id: nextId('CAPTURE'), status: provider.captureEnd, amountCents, currency, refundedCents: 0 }
        order.captures.push(capture)
        order.status = 'COMPLETED'
        return { ok: true, order }
      }),
    readOrder: (id) => carryOut('readOrder', () => orders.get(id) ?? null),
    verifyWebhookEvent: ({ rawBody }) => carryOut('verifyWebhookEvent', () => sentBodies.has(rawBody)),

    lose(call, lossTime, times = 1) {
      for (let time = 0; time < times; time++) losses.push({ call, how: lossTime })
    },
    goDown() {
      isDown = true
    },
    restore() {
      isDown = false
      losses = []
      provider.captureEnd = 'COMPLETED'
    },
    order(id) {
      const order = orders.get(id)
      if (!order) throw new Error(`There is no order ${id}.`)
      return order
    },
    approve(id) {
      const order = orders.get(id)
      if (order?.status === 'CREATED') order.status = 'APPROVED'
    },
    forget: (id) => void orders.delete(id),
    decide(id, status) {
      const capture = lastCapture(provider.order(id))
      if (capture?.status === 'PENDING') capture.status = status
    },
    refund(id, cents) {
      const capture = lastCapture(provider.order(id))
      if (capture?.status !== 'COMPLETED' && capture?.status !== 'PARTIALLY_REFUNDED') return
      capture.refundedCents = Math.min(capture.amountCents, capture.refundedCents + cents)
      capture.status = capture.refundedCents === capture.amountCents ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
    },
    heldCents(id) {
      const captures = provider.order(id).captures.filter(({ status }) => status !== 'PENDING' && status !== 'DECLINED')
      return captures.reduce((sum, { amountCents, refundedCents }) => sum + amountCents - refundedCents, 0)
    },
    webhookEvent(eventType, orderId, { id = nextId('EVENT'), resource } = {}) {
      const rawBody = JSON.stringify({
        id,
        event_type: eventType,
        resource: resource ?? resourceOf(eventType, provider.order(orderId)),
      })
      sentBodies.add(rawBody)
      return { headers: { 'paypal-transmission-id': id }, rawBody }
    },
  }
  return provider
}

/**
 * Resource of an event, as the provider writes it. A capture names its order; a refund or reversal only links to its
 * capture.
 */
function resourceOf(eventType: string, order: ProviderOrder): object {
  const capture = order.captures.at(-1)
  const link = { rel: 'up', href: `https://api.paypal.example/v2/payments/captures/${capture?.id}` }
  if (/\.(REFUNDED|REVERSED)$/.test(eventType))
    return { id: 'REFUND-1', amount: { value: '0.01', currency_code: 'USD' }, links: [link] }
  if (eventType === 'CUSTOMER.DISPUTE.RESOLVED')
    return {
      dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' },
      disputed_transactions: [{ seller_transaction_id: capture?.id }],
    }
  if (!eventType.startsWith('PAYMENT.CAPTURE.')) return { id: order.id }
  return {
    id: capture?.id,
    status: capture?.status,
    amount: { value: '0.01', currency_code: 'USD' },
    supplementary_data: { related_ids: { order_id: order.id } },
  }
}
