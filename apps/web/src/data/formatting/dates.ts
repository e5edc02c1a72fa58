import { timeWords } from '#messages/site.ts'

const MINUTE_MILLISECONDS = 60_000
/**
 * Units of a remaining time. A unit needs an amount of at least two: `1 day` for 36 hours is too rough, and so is `1
 * month` for 50 days.
 */
const REMAINING_TIME_UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['month', 30.44 * 24 * 60 * MINUTE_MILLISECONDS],
  ['day', 24 * 60 * MINUTE_MILLISECONDS],
  ['hour', 60 * MINUTE_MILLISECONDS],
]

const DAY_MILLISECONDS = 86_400_000
const AGE_UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365.25 * DAY_MILLISECONDS],
  ['month', 30.44 * DAY_MILLISECONDS],
  ['week', 7 * DAY_MILLISECONDS],
  ['day', DAY_MILLISECONDS],
]

/** Age of a video: `8 months ago`, `yesterday`, `today`. null where the date is invalid or in the future. */
export function formatAge(isoDate: string, now: Date, locale: string): string | null {
  const publishedMs = Date.parse(isoDate)
  const elapsedMs = now.getTime() - publishedMs
  if (!Number.isFinite(publishedMs) || elapsedMs < -DAY_MILLISECONDS) return null
  const formatter = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const [unit, unitMs] = AGE_UNITS.find(([, unitLength]) => elapsedMs >= unitLength) ?? ['day', DAY_MILLISECONDS]
  return formatter.format(-Math.max(0, Math.floor(elapsedMs / unitMs)), unit)
}

/**
 * A time within the next weeks in the viewer's own time: `22:14`, `tomorrow 22:14`, `Sunday 22:14`, `1 December
 * 01:00`.
 */
export function formatNearTime(time: Date, now: Date, locale: string, timeZone?: string): string {
  const zoneOption = timeZone ? { timeZone } : {}
  const clockTime = new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...zoneOption }).format(time)
  const dayOf = (date: Date): number => {
    const isoFormat = new Intl.DateTimeFormat('en-CA', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      ...zoneOption,
    })
    return Math.round(Date.parse(`${isoFormat.format(date)}T00:00:00Z`) / DAY_MILLISECONDS)
  }
  const days = dayOf(time) - dayOf(now)
  if (days === 0) return timeWords.today(clockTime)
  if (days === 1)
    return timeWords.onDay(new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(1, 'day'), clockTime)
  const day: Intl.DateTimeFormatOptions = days < 7 ? { weekday: 'long' } : { day: 'numeric', month: 'long' }
  return timeWords.onDay(new Intl.DateTimeFormat(locale, { ...day, ...zoneOption }).format(time), clockTime)
}

/** Rough distance to a later time: `in 3 months`, `in 12 days`, `in 40 minutes`. */
export function formatTimeLeft(time: Date, now: Date, locale: string): string {
  const leftMs = Math.max(time.getTime() - now.getTime(), MINUTE_MILLISECONDS)
  const [unit, unitMs] = REMAINING_TIME_UNITS.find(([, unitLength]) => leftMs >= 2 * unitLength) ?? [
    'minute',
    MINUTE_MILLISECONDS,
  ]
  return new Intl.RelativeTimeFormat(locale).format(Math.round(leftMs / unitMs), unit)
}

/** `12 Mar 2026`, in the viewer's time zone. */
export function calendarDay(isoDate: string, locale: string, timeZone?: string): string {
  return dateIn(isoDate, locale, { dateStyle: 'medium' }, timeZone)
}

/** `12 Mar 2026, 09:41`, in the viewer's time zone. */
export function calendarTime(isoDate: string, locale: string, timeZone?: string): string {
  return dateIn(isoDate, locale, { dateStyle: 'medium', timeStyle: 'short' }, timeZone)
}

/** Date in words: `3 March 2027`. Dates without a time need the time zone UTC. */
export function formatLongDate(isoDate: string, locale: string, timeZone?: string): string {
  return dateIn(isoDate, locale, { dateStyle: 'long' }, timeZone)
}

function dateIn(isoDate: string, locale: string, style: Intl.DateTimeFormatOptions, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, { ...style, ...(timeZone ? { timeZone } : {}) }).format(new Date(isoDate))
}
