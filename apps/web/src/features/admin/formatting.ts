import { LOCALE } from '../../data/formatting/interface-locale.ts'

const number = new Intl.NumberFormat(LOCALE)
const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 })
const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' })
const dayOfSeries = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' })
const timestamp = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
const clock = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'medium' })

/** `1,024` */
export const formatNumber = (amount: number): string => number.format(amount)
/** `12.5%`, without a sign: whether it is more or less is said in words. */
export const percentage = (percents: number): string => percent.format(Math.abs(percents) / 100)
/** `12 Jan 2026`, where the viewer is */
export const dayWords = (iso: string): string => day.format(new Date(iso))
/** `12 Jan 2026` for the date of a day's figures, which is a day in UTC wherever the viewer is */
export const seriesDay = (date: string): string => dayOfSeries.format(new Date(`${date}T00:00:00Z`))
/** `21 Nov, 22:14:07` */
export const timestampWords = (iso: string): string => timestamp.format(new Date(iso))
/** `22:14:07` */
export const clockWords = (time: number): string => clock.format(time)

/** `$3,104` where there are no cents, else `$4.99` */
export function money(amount: number, currency: string): string {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  return new Intl.NumberFormat(LOCALE, { ...style, trailingZeroDisplay: 'stripIfInteger' }).format(amount)
}
