import type { CaptureResult } from '../../ports/payments.ts'

type Reason = Extract<CaptureResult, { ok: false }>['reason']

/** Why PayPal does not take an order's money, in its words, and what that comes to. What is not here is nobody's fault: a failure. */
const REASONS: Readonly<Record<string, Reason>> = {
  ORDER_NOT_APPROVED: 'not_approved',
  PAYER_ACTION_REQUIRED: 'not_approved',

  INSTRUMENT_DECLINED: 'declined',
  TRANSACTION_REFUSED: 'declined',
  TRANSACTION_LIMIT_EXCEEDED: 'declined',
  TRANSACTION_BLOCKED_BY_PAYEE: 'declined',
  PAYMENT_DENIED: 'declined',
  PAYER_CANNOT_PAY: 'declined',
  PAYER_ACCOUNT_RESTRICTED: 'declined',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'declined',
  PAYER_COUNTRY_NOT_SUPPORTED: 'declined',
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: 'declined',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'declined',
  CARD_EXPIRED: 'declined',
  CARD_CLOSED: 'declined',
  COMPLIANCE_VIOLATION: 'declined',

  INVALID_RESOURCE_ID: 'gone',
  RESOURCE_NOT_FOUND: 'gone',
  ORDER_VOIDED: 'gone',
  ORDER_EXPIRED: 'gone',
}

export function reasonOfRefusal(issue: string | null): Reason | null {
  return issue !== null && Object.hasOwn(REASONS, issue) ? REASONS[issue]! : null
}
