const MINUTE_MS = 60_000
/** Each unit is used from two of it on: in 36 hours a day is too rough, in 50 days a month. */
const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['month', 30.44 * 24 * 60 * MINUTE_MS],
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
]

/** How long it is until a moment ahead, roughly: `in 3 months`, `in 12 days`, `in 40 minutes`. */
export function timeLeftWords(moment: Date, now: Date, locale: string): string {
  const left = Math.max(moment.getTime() - now.getTime(), MINUTE_MS)
  const [unit, length] = UNITS.find(([, unitLength]) => left >= 2 * unitLength) ?? ['minute', MINUTE_MS]
  return new Intl.RelativeTimeFormat(locale).format(Math.round(left / length), unit)
}
