import { ATTEMPT_LIMITS } from '@kerf/domain/access/attempt-limits'
import { PASSWORD_MIN_LENGTH } from '@kerf/domain/access/password-length'
import { ANONYMOUS_LIMITS } from '@kerf/domain/access/quota'
import { SESSION_ABSOLUTE_DAYS, SESSION_IDLE_DAYS } from '@kerf/domain/access/session-limits'
import { MAX_RETENTION_HOURS, STRANGER_ENTRY_DAYS } from '@kerf/domain/jobs/retention'
import { PLANS } from '@kerf/domain/plans/plans'
import { dayWords } from '../../data/formatting/dates.ts'
import { priceWords } from '../../data/formatting/numbers.ts'
import type { PlanTerms } from '../../data/plans/plan-terms.ts'

/** When the wording of either document last changed. */
export const LEGAL_CHANGED_ON = '2026-11-26'

/** The server's cookies that know a browser again live this long: as long as browsers let any cookie live. */
const LONGEST_COOKIE_DAYS = 400

/** However often somebody has tried something, this long after the last time it is forgotten. */
const TRIES_FORGOTTEN_AFTER_SECONDS = Math.max(
  ...Object.values(ATTEMPT_LIMITS).map((limit) => limit.forgetAfterSeconds),
)

/** What the documents say about the product, from where it is decided. */
export function legalFacts(locale: string, free: PlanTerms): Readonly<Record<string, string>> {
  return {
    changed: dayWords(LEGAL_CHANGED_ON, locale, 'UTC'),
    anonymousDaily: String(ANONYMOUS_LIMITS.dailyLimit),
    anonymousMonthly: String(ANONYMOUS_LIMITS.monthlyLimit),
    passwordMinimum: String(PASSWORD_MIN_LENGTH),
    freeQuality: free.maxQuality,
    freeDaily: String(free.dailyLimit),
    proMonthly: priceWords(PLANS['pro-monthly'].priceCents),
    proYearly: priceWords(PLANS['pro-yearly'].priceCents),
    lifetime: priceWords(PLANS.lifetime.priceCents),
    retentionHours: String(MAX_RETENTION_HOURS),
    cookieDays: String(LONGEST_COOKIE_DAYS),
    strangerDays: String(STRANGER_ENTRY_DAYS),
    sessionDays: String(SESSION_ABSOLUTE_DAYS),
    idleDays: String(SESSION_IDLE_DAYS),
    triesMinutes: String(TRIES_FORGOTTEN_AFTER_SECONDS / 60),
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
