import { jsonIn } from '@kerf/domain/text/json-in'
import { z } from 'zod'

const word = z.string().regex(/^[\w.-]{1,128}$/)
const linked = z.array(z.looseObject({ href: z.string() })).optional()

/** As much of a webhook event as is looked at: what it is about, never how much. */
const webhookEvent = z.looseObject({
  id: word,
  event_type: word,
  resource: z
    .looseObject({
      id: word.optional(),
      custom_id: word.nullish().catch(null),
      supplementary_data: z
        .looseObject({ related_ids: z.looseObject({ order_id: word.optional() }).optional() })
        .nullish(),
      links: linked,
      dispute_outcome: z.looseObject({ outcome_code: z.string().optional() }).nullish(),
      disputed_transactions: z.array(z.looseObject({ seller_transaction_id: word.optional() })).nullish(),
    })
    .optional(),
})

type WebhookEventKind = 'changed' | 'reversed' | 'reinstated' | 'ignored'

export interface WebhookEventFacts {
  eventId: string
  eventType: string
  kind: WebhookEventKind
  /** Each may name what it is about; any of them may be missing. */
  /** What we gave the order when it was made. */
  reference: string | null
  providerOrderId: string | null
  captureId: string | null
}

const KINDS: Readonly<Record<string, WebhookEventKind>> = {
  'PAYMENT.CAPTURE.COMPLETED': 'changed',
  'PAYMENT.CAPTURE.PENDING': 'changed',
  'PAYMENT.CAPTURE.DECLINED': 'changed',
  'PAYMENT.CAPTURE.DENIED': 'changed',
  'PAYMENT.CAPTURE.REFUNDED': 'changed',
  'PAYMENT.CAPTURE.REVERSED': 'reversed',
  'CUSTOMER.DISPUTE.RESOLVED': 'reinstated',
}
const FOR_US = 'RESOLVED_SELLER_FAVOUR'

/** null when it is no webhook event at all. */
export function readWebhookEvent(rawBody: string): WebhookEventFacts | null {
  const parsed = webhookEvent.safeParse(jsonIn(rawBody))
  if (!parsed.success) return null
  const { id: eventId, event_type: eventType, resource } = parsed.data
  const links = resource?.links ?? []
  const disputed = resource?.disputed_transactions?.[0]?.seller_transaction_id
  // A refund's and a reversal's own id is not the capture's: that is linked as what they belong to.
  const isAboutCapture = !/\.(REFUNDED|REVERSED)$/.test(eventType) && eventType.startsWith('PAYMENT.CAPTURE.')
  const known = KINDS[eventType] ?? 'ignored'
  const isOurs = known !== 'reinstated' || resource?.dispute_outcome?.outcome_code === FOR_US
  return {
    eventId,
    eventType,
    kind: isOurs ? known : 'ignored',
    reference: resource?.custom_id ?? null,
    providerOrderId:
      resource?.supplementary_data?.related_ids?.order_id ?? linkedId(links, /\/checkout\/orders\/([\w-]+)/),
    captureId:
      disputed ?? linkedId(links, /\/payments\/captures\/([\w-]+)/) ?? (isAboutCapture ? (resource?.id ?? null) : null),
  }
}

function linkedId(links: readonly { href: string }[], pattern: RegExp): string | null {
  for (const { href } of links) {
    const id = pattern.exec(href)?.[1]
    if (id) return id
  }
  return null
}
