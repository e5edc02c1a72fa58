import { timeWords } from '#messages/site.ts'
import { LOCALE } from './interface-locale.ts'
import { withFewestDecimals } from './numbers.ts'

/** Duration in words, for screen readers: `1 minute 23.45 seconds`. */
export function spokenTime(seconds: number, locale: string = LOCALE): string {
  const millis = Math.round(Math.max(0, seconds) * 1000)
  const hours = Math.floor(millis / 3_600_000)
  const minutes = Math.floor((millis % 3_600_000) / 60_000)
  const remainingSeconds = (millis % 60_000) / 1000
  const parts = [
    hours > 0 ? timeWords.hours(withFewestDecimals(hours, locale)) : '',
    minutes > 0 ? timeWords.minutes(withFewestDecimals(minutes, locale)) : '',
    remainingSeconds > 0 || millis < 60_000 ? timeWords.seconds(withFewestDecimals(remainingSeconds, locale)) : '',
  ]
  return parts.filter(Boolean).join(' ')
}
