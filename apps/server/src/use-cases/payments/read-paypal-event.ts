import { jsonIn } from '@kerf/domain/text/json-in'
import { z } from 'zod'

const nameSchema = z.string().regex(/^[\w.-]{1,128}$/)
const linksSchema = z.array(z.looseObject({ href: z.string() })).optional()

/** The fields of a webhook event that identify its order. Amounts are read from the provider instead. */
const eventSchema = z.looseObject({
  id: nameSchema,
  event_type: nameSchema,
  resource: z
    .looseObject({
      id: nameSchema.optional(),
      custom_id: nameSchema.nullish().catch(null),
      supplementary_data: z
        .looseObject({ related_ids: z.looseObject({ order_id: nameSchema.optional() }).optional() })
        .nullish(),
      links: linksSchema,
      dispute_outcome: z.looseObject({ outcome_code: z.string().optional() }).nullish(),
      disputed_transactions: z.array(z.looseObject({ seller_transaction_id: nameSchema.optional() })).nullish(),
    })
    .optional(),
})

type PaypalEventKind = 'changed' | 'reversed' | 'reinstated' | 'ignored'

export interface PaypalEventFacts {
  eventId: string
  eventType: string
  kind: PaypalEventKind
  /** Our order's id, which we sent to the provider. The event may lack this and the two ids below. */
  reference: string | null
  providerOrderId: string | null
  captureId: string | null
}

const KIND_BY_EVENT_TYPE: Readonly<Record<string, PaypalEventKind>> = {
  'PAYMENT.CAPTURE.COMPLETED': 'changed',
  'PAYMENT.CAPTURE.PENDING': 'changed',
  'PAYMENT.CAPTURE.DECLINED': 'changed',
  'PAYMENT.CAPTURE.DENIED': 'changed',
  'PAYMENT.CAPTURE.REFUNDED': 'changed',
  'PAYMENT.CAPTURE.REVERSED': 'reversed',
  'CUSTOMER.DISPUTE.RESOLVED': 'reinstated',
}
const WON_BY_SELLER = 'RESOLVED_SELLER_FAVOUR'

/** Parses a webhook event; null if the body is not one. */
export function readPaypalEvent(rawBody: string): PaypalEventFacts | null {
  const parsedEvent = eventSchema.safeParse(jsonIn(rawBody))
  if (!parsedEvent.success) return null
  const { id: eventId, event_type: eventType, resource } = parsedEvent.data
  const links = resource?.links ?? []
  const disputedCaptureId = resource?.disputed_transactions?.[0]?.seller_transaction_id
  // The resource of a refund or reversal has its own id and links to the capture.
  const isAboutCapture = !/\.(REFUNDED|REVERSED)$/.test(eventType) && eventType.startsWith('PAYMENT.CAPTURE.')
  const kind = KIND_BY_EVENT_TYPE[eventType] ?? 'ignored'
  const isRelevant = kind !== 'reinstated' || resource?.dispute_outcome?.outcome_code === WON_BY_SELLER
  return {
    eventId,
    eventType,
    kind: isRelevant ? kind : 'ignored',
    reference: resource?.custom_id ?? null,
    providerOrderId:
      resource?.supplementary_data?.related_ids?.order_id ?? linkedId(links, /\/checkout\/orders\/([\w-]+)/),
    captureId:
      disputedCaptureId ??
      linkedId(links, /\/payments\/captures\/([\w-]+)/) ??
      (isAboutCapture ? (resource?.id ?? null) : null),
  }
}

function linkedId(links: readonly { href: string }[], pattern: RegExp): string | null {
  for (const { href } of links) {
    const id = pattern.exec(href)?.[1]
    if (id) return id
  }
  return null
}
