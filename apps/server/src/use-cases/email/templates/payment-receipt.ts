import { PLANS, type PlanId } from '@kerf/domain/plans/plans'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type { Language } from '@kerf/messages/languages'
import { dayWords, moneyWords, timeWords } from './amounts-and-dates.ts'
import { button, type Email, facts, words } from './email.ts'
import { salutation } from './salutation.ts'

export interface PaymentReceipt {
  name: string
  plan: PlanId
  amountCents: number
  paidAt: Date
  /** Later than it was paid when it was added to the end of a plan. */
  startsAt: Date
  /** null for what never ends. */
  endsAt: Date | null
  receiptNumber: string
  orderId: string
  /** Where the receipt can be printed. */
  url: string
}

export function paymentReceipt(language: Language, receipt: PaymentReceipt): Email {
  const { name, currency, period } = PLANS[receipt.plan]
  const amount = moneyWords(receipt.amountCents, currency, language)
  const terms = EMAILS[language]
  const added = receipt.startsAt > receipt.paidAt
  const until: [string, string][] = receipt.endsAt ? [[terms.until, dayWords(receipt.endsAt, language)]] : []
  return {
    subject: terms.subject(name, amount),
    parts: [
      words(salutation(language, receipt.name)),
      words(added ? terms.added(name, dayWords(receipt.startsAt, language)) : terms.received),
      facts(
        [terms.plan, `${name}, ${terms.periods[period]}`],
        ...until,
        [terms.amount, amount],
        [terms.paid, timeWords(receipt.paidAt, language)],
        [terms.receipt, receipt.receiptNumber],
        [terms.order, receipt.orderId],
      ),
      button(terms.open, receipt.url),
    ],
  }
}

const EMAILS = {
  en: {
    subject: (plan: string, amount: string) => `Receipt: ${plan}, ${amount}`,
    received: `We received your payment to ${PRODUCT_NAME}. Your plan is active now and does not renew automatically.`,
    added: (plan: string, day: string) =>
      `We received your payment to ${PRODUCT_NAME}. It extends your ${plan} from ${day}. The plan does not renew automatically.`,
    plan: 'Plan',
    until: 'Runs until',
    amount: 'Amount',
    paid: 'Paid',
    receipt: 'Receipt',
    order: 'Order',
    open: 'Print the receipt',
    periods: { none: 'free', month: 'one month', year: 'one year', forever: 'forever' },
  },
  de: {
    subject: (plan: string, amount: string) => `Quittung: ${plan}, ${amount}`,
    received: `deine Zahlung an ${PRODUCT_NAME} ist angekommen. Dein Tarif ist jetzt aktiv und verlängert sich nicht automatisch.`,
    added: (plan: string, day: string) =>
      `deine Zahlung an ${PRODUCT_NAME} ist angekommen. Sie verlängert ${plan} ab dem ${day}. Der Tarif verlängert sich nicht automatisch.`,
    plan: 'Tarif',
    until: 'Läuft bis',
    amount: 'Betrag',
    paid: 'Bezahlt',
    receipt: 'Quittung',
    order: 'Bestellung',
    open: 'Quittung drucken',
    periods: { none: 'kostenlos', month: 'ein Monat', year: 'ein Jahr', forever: 'für immer' },
  },
} as const satisfies Record<Language, unknown>
