import {
  type PaymentProvider,
  PaymentProviderError,
  type ProviderCapture,
  type ProviderOrder,
  type ProviderWebhookEvent,
} from '../../ports/payments.ts'

type Call = 'createClientToken' | 'createOrder' | 'captureOrder' | 'readOrder' | 'verifyWebhookEvent'
/** The call is lost on its way there, or carried out and its answer lost. */
type Loss = 'before' | 'after'
type CaptureEnd = 'COMPLETED' | 'PENDING' | 'DECLINED' | 'refused'

/** How a payment provider behaves, in memory: what was paid, what the payer has agreed to, and answers that get lost. */
export interface ModelProvider extends PaymentProvider {
  /** The next calls of this name get lost. */
  lose(call: Call, how: Loss, times?: number): void
  /** Nobody answers any more. */
  goDown(): void
  /** Everything works, as at the beginning. */
  restore(): void
  asked: Call[]
  /** What becomes of captures from now on; `refused` is a card that is declined without a trace. */
  captureEnd: CaptureEnd
  order(id: string): ProviderOrder
  approve(id: string): void
  forget(id: string): void
  /** The bank has made up its mind about what was pending. */
  decide(id: string, status: 'COMPLETED' | 'DECLINED'): void
  refund(id: string, cents: number): void
  /** Money that the buyer has paid for this order and not got back. */
  heldCents(id: string): number
  /** A webhook event as the provider sends it. */
  webhookEvent(eventType: string, orderId: string, change?: { id?: string; resource?: object }): ProviderWebhookEvent
}

export function createModelProvider(): ModelProvider {
  const orders = new Map<string, ProviderOrder>()
  const answered = new Map<string, string>()
  const sent = new Set<string>()
  /** They hear the same again, though the payer has agreed since: nothing says that the provider does not do so. */
  const refusedRequests = new Set<string>()
  let losses: { call: Call; how: Loss }[] = []
  let isDown = false
  let count = 0
  const nextId = (kind: string) => `${kind}-${++count}`

  /** What a call does happens at once, as in one transaction of theirs; whoever asks hears of it later, or never. */
  async function carryOut<T>(call: Call, work: () => T): Promise<T> {
    provider.asked.push(call)
    const loss = losses.find((one) => one.call === call)
    losses = losses.filter((one) => one !== loss)
    if (isDown || loss?.how === 'before') throw new PaymentProviderError(`${call} got lost`)
    const answer = structuredClone(work())
    await Promise.resolve()
    if (loss) throw new PaymentProviderError(`the answer to ${call} got lost`)
    return answer
  }
  const taken = ({ captures }: ProviderOrder): ProviderCapture | undefined => captures.at(-1)

  const provider: ModelProvider = {
    clientId: 'client-1',
    environment: 'sandbox',
    asked: [],
    captureEnd: 'COMPLETED',
    checkCredentials: async () => true,
    createClientToken: () => carryOut('createClientToken', () => 'token-1'),
    createOrder: ({ requestId, reference, amountCents, currency }) =>
      carryOut('createOrder', () => {
        const id = answered.get(requestId) ?? nextId('ORDER')
        answered.set(requestId, id)
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
    verifyWebhookEvent: ({ rawBody }) => carryOut('verifyWebhookEvent', () => sent.has(rawBody)),

    lose(call, how, times = 1) {
      for (let time = 0; time < times; time++) losses.push({ call, how })
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
      const capture = taken(provider.order(id))
      if (capture?.status === 'PENDING') capture.status = status
    },
    refund(id, cents) {
      const capture = taken(provider.order(id))
      if (capture?.status !== 'COMPLETED' && capture?.status !== 'PARTIALLY_REFUNDED') return
      capture.refundedCents = Math.min(capture.amountCents, capture.refundedCents + cents)
      capture.status = capture.refundedCents === capture.amountCents ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
    },
    heldCents(id) {
      const paid = provider.order(id).captures.filter(({ status }) => status !== 'PENDING' && status !== 'DECLINED')
      return paid.reduce((sum, { amountCents, refundedCents }) => sum + amountCents - refundedCents, 0)
    },
    webhookEvent(eventType, orderId, { id = nextId('EVENT'), resource } = {}) {
      const rawBody = JSON.stringify({
        id,
        event_type: eventType,
        resource: resource ?? resourceOf(eventType, provider.order(orderId)),
      })
      sent.add(rawBody)
      return { headers: { 'paypal-transmission-id': id }, rawBody }
    },
  }
  return provider
}

/** As the provider writes it: a capture says its order, a refund or a reversal only links to the capture it belongs to. */
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
