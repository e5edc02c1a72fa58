import { PLANS, type PlanId } from '@kerf/domain/plans/plans'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import type { Language } from '@kerf/messages/languages'
import { dayWords, timeWords } from './amounts-and-dates.ts'
import { button, type Email, words } from './email.ts'
import { salutation } from './salutation.ts'

export interface PlanEnds {
  name: string
  plan: PlanId
  endsAt: Date
  /** Where plans are to be had. */
  url: string
}

/** A week before, and a day before: it says when, so that it is true whenever it is read. */
export function planEnds(language: Language, ending: PlanEnds): Email {
  const { name } = PLANS[ending.plan]
  const terms = EMAILS[language]
  return {
    subject: terms.subject(name, dayWords(ending.endsAt, language)),
    parts: [
      words(salutation(language, ending.name)),
      words(terms.ends(name, timeWords(ending.endsAt, language))),
      words(terms.goOn),
      button(terms.open, ending.url),
    ],
  }
}

const EMAILS = {
  en: {
    subject: (plan: string, day: string) => `${plan} ends on ${day}`,
    ends: (plan: string, time: string) =>
      `Your plan ${plan} at ${PRODUCT_NAME} ends on ${time}. Nothing renews by itself and nothing is charged: your account is a free one from then on.`,
    goOn: 'If you would like to continue, buy it again. If you buy it before the end, the time is added.',
    open: 'See the plans',
  },
  de: {
    subject: (plan: string, day: string) => `${plan} endet am ${day}`,
    ends: (plan: string, time: string) =>
      `dein Tarif ${plan} bei ${PRODUCT_NAME} endet am ${time}. Er verlängert sich nicht automatisch, und nichts wird abgebucht. Danach ist dein Konto bei Free.`,
    goOn: 'Wenn du weitermachen möchtest, kaufe ihn noch einmal. Kaufst du vor dem Ende, verlängert sich die Zeit.',
    open: 'Tarife ansehen',
  },
} as const satisfies Record<Language, unknown>
