import { LOCALE } from '../../data/formatting/interface-locale.ts'

const numberFormat = new Intl.NumberFormat(LOCALE)
const percentFormat = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 })
const dayFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' })
const utcDayFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' })
const timestampFormat = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
const timeOfDayFormat = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'medium' })

/** Formats a number, such as `1,024`. */
export const formatNumber = (amount: number): string => numberFormat.format(amount)
/** Formats a percentage, such as `12.5%`, without a sign. Sentences name the direction. */
export const formatPercentage = (percents: number): string => percentFormat.format(Math.abs(percents) / 100)
/** Formats a day in the viewer's time zone, such as `12 Jan 2026`. */
export const formatLocalDay = (iso: string): string => dayFormat.format(new Date(iso))
/** Formats the day of a daily statistic, such as `12 Jan 2026`. The server counts days in UTC. */
export const formatUtcDay = (date: string): string => utcDayFormat.format(new Date(`${date}T00:00:00Z`))
/** Formats a time with its day, such as `21 Nov, 22:14:07`. */
export const formatTimestamp = (iso: string): string => timestampFormat.format(new Date(iso))
/** Formats a time of day, such as `22:14:07`. `time` is in milliseconds since 1970. */
export const formatTimeOfDay = (time: number): string => timeOfDayFormat.format(time)

/** Formats an amount of money, such as `$4.99`, or `$3,104` without cents. */
export function formatAmount(amount: number, currency: string): string {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  return new Intl.NumberFormat(LOCALE, { ...style, trailingZeroDisplay: 'stripIfInteger' }).format(amount)
}
