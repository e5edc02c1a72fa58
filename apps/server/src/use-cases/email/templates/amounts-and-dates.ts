import type { Language } from '@kerf/messages/languages'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

/** `3 days`, `1 Stunde`. */
export function durationWords(seconds: number, language: Language): string {
  const inDays = seconds % DAY_SECONDS === 0
  const unit = inDays ? 'day' : 'hour'
  const count = seconds / (inDays ? DAY_SECONDS : HOUR_SECONDS)
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/** `$4.99`, `4,99 $`. */
export function moneyWords(cents: number, currency: string, language: Language): string {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  return new Intl.NumberFormat(language, style).format(cents / 100)
}

/** `November 21, 2026 at 6:08 AM UTC`: the server does not know what time it is where the email is read. */
export function timeWords(time: Date, language: Language): string {
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(language, style).format(time)} UTC`
}

/** `November 21, 2026`, of the day in UTC. */
export function dayWords(time: Date, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(time)
}
