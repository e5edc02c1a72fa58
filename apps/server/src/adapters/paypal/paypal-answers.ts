import { z } from 'zod'
import type { ProviderCapture, ProviderOrder } from '../../ports/payments.ts'

/** Shape of PayPal's ids. Paths contain no other text from outside. */
const PROVIDER_ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/

export const providerId = z.string().regex(PROVIDER_ID_PATTERN)

const moneySchema = z
  .object({ currency_code: z.string().regex(/^[A-Z]{3}$/), value: z.string().transform(toCents) })
  .transform(({ currency_code, value }) => ({ currency: currency_code, cents: value }))

const captureSchema = z.object({
  id: providerId,
  status: z.enum(['COMPLETED', 'PENDING', 'DECLINED', 'FAILED', 'REFUNDED', 'PARTIALLY_REFUNDED']),
  amount: moneySchema,
})

const refundSchema = z.object({
  status: z.string(),
  amount: moneySchema,
  links: z.array(z.object({ href: z.string(), rel: z.string() })).default([]),
})

const orderSchema = z.object({
  id: providerId,
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  purchase_units: z.tuple([
    z.object({
      custom_id: z.string().optional(),
      amount: moneySchema,
      payments: z
        .object({ captures: z.array(captureSchema).default([]), refunds: z.array(refundSchema).default([]) })
        .default({ captures: [], refunds: [] }),
    }),
  ]),
})
type Refund = z.output<typeof refundSchema>

/** Reads an order of PayPal; null when anything in it is invalid. */
export function readProviderOrder(body: unknown): ProviderOrder | null {
  const result = orderSchema.safeParse(body)
  if (!result.success) return null
  const { id, status, purchase_units: units } = result.data
  const [{ custom_id: reference = null, amount, payments }] = units
  return {
    id,
    status,
    reference,
    amountCents: amount.cents,
    currency: amount.currency,
    captures: payments.captures.map((item) => toProviderCapture(item, payments)),
  }
}

function toProviderCapture(
  { id, status, amount }: z.output<typeof captureSchema>,
  { captures, refunds }: { captures: unknown[]; refunds: Refund[] },
): ProviderCapture {
  const ownRefunds = refunds.filter((item) => captures.length === 1 || isRefundOf(item, id))
  const refundedCents = ownRefunds
    .filter((item) => item.status === 'COMPLETED' || item.status === 'PENDING')
    .reduce((total, item) => total + item.amount.cents, 0)
  return {
    id,
    status,
    amountCents: amount.cents,
    currency: amount.currency,
    refundedCents: status === 'REFUNDED' ? amount.cents : Math.min(refundedCents, amount.cents),
  }
}

function isRefundOf({ links }: Refund, captureId: string): boolean {
  return links.some(({ rel, href }) => rel === 'up' && href.endsWith(`/captures/${captureId}`))
}

function toCents(value: string, context: z.RefinementCtx<string>): number {
  const cents = centsOfAmount(value)
  if (cents !== null) return cents
  context.addIssue({ code: 'custom', message: 'is no amount with two decimals' })
  return z.NEVER
}

const refusalSchema = z.object({
  name: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).default([]),
  debug_id: z.string().optional(),
})
/** Shape of PayPal's codes. Other text of an answer is not repeated. */
const CODE_PATTERN = /^[A-Za-z0-9_]{1,64}$/

/** Codes of a refusal. `issue`: `ORDER_NOT_APPROVED` ..., or else the error's name; null when there is neither. */
export function readRefusal(body: unknown) {
  const { data } = refusalSchema.safeParse(body)
  const code = (text: string | undefined): string | null =>
    text !== undefined && CODE_PATTERN.test(text) ? text : null
  return { issue: code(data?.details[0]?.issue) ?? code(data?.name), debugId: code(data?.debug_id) }
}

/** Digits, with two decimals or none. Other amounts are refused, not rounded. */
const AMOUNT_PATTERN = /^(\d{1,9})(?:\.(\d{2}))?$/

/** `4999` as PayPal writes it: `49.99`. Throws RangeError for anything but a whole number of cents, 0 or more. */
export function toDollarAmount(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`${cents} is not a number of cents`)
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `49.99` as cents, exactly; null when it is no plain amount with two decimals. */
export function centsOfAmount(amount: string): number | null {
  const match = AMOUNT_PATTERN.exec(amount)
  return match ? Number(`${match[1]}${match[2] ?? '00'}`) : null
}
