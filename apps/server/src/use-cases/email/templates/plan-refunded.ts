import { PLANS, type PlanId } from '@kerf/domain/plans/plans'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type { Language } from '@kerf/messages/languages'
import { moneyWords } from './amounts-and-dates.ts'
import { button, type Email, facts, words } from './email.ts'
import { salutation } from './salutation.ts'

export interface PlanRefunded {
  name: string
  plan: PlanId
  amountCents: number
  orderId: string
  /** Where the account's payments are. */
  url: string
}

export function planRefunded(language: Language, refund: PlanRefunded): Email {
  const { name, currency } = PLANS[refund.plan]
  const amount = moneyWords(refund.amountCents, currency, language)
  const terms = EMAILS[language]
  return {
    subject: terms.subject(name, amount),
    parts: [
      words(salutation(language, refund.name)),
      words(terms.returned),
      facts([terms.plan, name], [terms.amount, amount], [terms.order, refund.orderId]),
      button(terms.open, refund.url),
    ],
  }
}

const EMAILS = {
  en: {
    subject: (plan: string, amount: string) => `Refunded: ${plan}, ${amount}`,
    returned: `This payment to ${PRODUCT_NAME} has been refunded, and the plan it paid for has ended. Other plans you have paid for stay active.`,
    plan: 'Plan',
    amount: 'Amount',
    order: 'Order',
    open: 'See your payments',
  },
  de: {
    subject: (plan: string, amount: string) => `Erstattet: ${plan}, ${amount}`,
    returned: `diese Zahlung an ${PRODUCT_NAME} wurde erstattet, und der damit bezahlte Tarif ist beendet. Andere bezahlte Tarife gelten weiter.`,
    plan: 'Tarif',
    amount: 'Betrag',
    order: 'Bestellung',
    open: 'Zahlungen ansehen',
  },
} as const satisfies Record<Language, unknown>
