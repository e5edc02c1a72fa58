import { PASSWORD_MIN_LENGTH } from '@kerf/domain/password'
import { PLANS } from '@kerf/domain/plans'
import { ANONYMOUS_LIMITS } from '@kerf/domain/quota'
import { MAX_RETENTION_HOURS } from '@kerf/domain/retention'
import { dayWords } from '../../formatting/calendar-day.ts'
import { FREE_PLAN_TERMS } from '../pricing/free-plan-terms.ts'
import { priceOf } from '../pricing/plan-prices.ts'

/** When the wording of either document last changed. */
export const LEGAL_CHANGED_ON = '2026-11-21'

/** The server's viewer cookie lives this long: as long as browsers let any cookie live. */
const VIEWER_COOKIE_DAYS = 400

/** What the documents say about the product, from where it is decided. */
export function legalFacts(locale: string): Readonly<Record<string, string>> {
  return {
    changed: dayWords(LEGAL_CHANGED_ON, locale, 'UTC'),
    anonymousDaily: String(ANONYMOUS_LIMITS.dailyLimit),
    anonymousMonthly: String(ANONYMOUS_LIMITS.monthlyLimit),
    passwordMinimum: String(PASSWORD_MIN_LENGTH),
    freeQuality: FREE_PLAN_TERMS.maxQuality,
    freeDaily: String(FREE_PLAN_TERMS.dailyLimit),
    proMonthly: priceOf(PLANS['pro-monthly'].priceCents),
    proYearly: priceOf(PLANS['pro-yearly'].priceCents),
    lifetime: priceOf(PLANS.lifetime.priceCents),
    retentionHours: String(MAX_RETENTION_HOURS),
    cookieDays: String(VIEWER_COOKIE_DAYS),
  }
}

/** Puts facts in the place of their names in braces. A name that is no fact is a mistake in the document. */
export function fillIn(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const fact = facts[name]
    if (fact === undefined) throw new Error(`The document names "${name}", which is no fact.`)
    return fact
  })
}
