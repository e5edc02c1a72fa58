import { ATTEMPT_LIMITS } from '@kerf/domain/access/attempt-limits'
import { PASSWORD_MIN_LENGTH } from '@kerf/domain/access/password-length'
import { STRANGER_LIMITS } from '@kerf/domain/access/quota'
import { SESSION_ABSOLUTE_DAYS, SESSION_IDLE_DAYS } from '@kerf/domain/access/session-limits'
import { MAX_RETENTION_HOURS, STRANGER_ENTRY_DAYS } from '@kerf/domain/jobs/retention'
import { PLANS } from '@kerf/domain/plans/plans'
import { formatLongDate } from '../../data/formatting/dates.ts'
import { formatPrice } from '../../data/formatting/numbers.ts'
import type { PlanTerms } from '../../data/plans/plan-terms.ts'

/** Date of the last change to the wording of either document. */
export const LEGAL_CHANGED_ON = '2026-12-01'

/** Lifetime of the server's cookies that recognise a browser: the longest that browsers allow. */
const MAX_COOKIE_DAYS = 400

/** Time after which the server has forgotten all attempts, counted from the last one. */
const TRIES_FORGOTTEN_AFTER_SECONDS = Math.max(
  ...Object.values(ATTEMPT_LIMITS).map((limit) => limit.forgetAfterSeconds),
)

/** Facts about the product for the documents, from the code that decides them. */
export function legalFacts(locale: string, freeTerms: PlanTerms): Readonly<Record<string, string>> {
  return {
    changed: formatLongDate(LEGAL_CHANGED_ON, locale, 'UTC'),
    anonymousDaily: String(STRANGER_LIMITS.dailyLimit),
    anonymousMonthly: String(STRANGER_LIMITS.monthlyLimit),
    passwordMinimum: String(PASSWORD_MIN_LENGTH),
    freeQuality: freeTerms.maxQuality,
    freeDaily: String(freeTerms.dailyLimit),
    proMonthly: formatPrice(PLANS['pro-monthly'].priceCents),
    proYearly: formatPrice(PLANS['pro-yearly'].priceCents),
    lifetime: formatPrice(PLANS.lifetime.priceCents),
    retentionHours: String(MAX_RETENTION_HOURS),
    cookieDays: String(MAX_COOKIE_DAYS),
    strangerDays: String(STRANGER_ENTRY_DAYS),
    sessionDays: String(SESSION_ABSOLUTE_DAYS),
    idleDays: String(SESSION_IDLE_DAYS),
    triesMinutes: String(TRIES_FORGOTTEN_AFTER_SECONDS / 60),
  }
}

/** Text in brackets is for servers that sell plans; after a bar comes the text for servers that sell nothing. */
const PLANS_BRACKETS_PATTERN = /\[([^\]|]*)(?:\|([^\]]*))?\]/g

/** The text for a server that sells plans, or for one that sells nothing. May be empty. */
export const forServer = (text: string, server: { sellsPlans: boolean }): string =>
  text.replace(PLANS_BRACKETS_PATTERN, server.sellsPlans ? '$1' : '$2')

/** Replaces names in braces with facts. Throws for a name without a fact, which is a mistake in the document. */
export function fillIn(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const fact = facts[name]
    if (fact === undefined) throw new Error(`The document names "${name}", which is no fact.`)
    return fact
  })
}
