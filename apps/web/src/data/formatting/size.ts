import { LOCALE } from './interface-locale.ts'
import { withDecimals, withUnit } from './numbers.ts'

export const BYTES_PER_MEGABYTE = 1_000_000

/** `12.3` for 12,300,000 bytes, and at least 0.1. */
export function megabytes(bytes: number, locale: string = LOCALE): string {
  return withDecimals(Math.max(0.1, bytes / BYTES_PER_MEGABYTE), 1, locale)
}

const ONE_DECIMAL = { least: 1, most: 1 }

/** `12.3 MB`, and `1.2 GB` from a thousand megabytes on. */
export function roughSize(bytes: number, locale: string = LOCALE): string {
  const amount = bytes / BYTES_PER_MEGABYTE
  return amount >= 999.95
    ? withUnit(amount / 1000, 'gigabyte', ONE_DECIMAL, locale)
    : withUnit(Math.max(0.1, amount), 'megabyte', ONE_DECIMAL, locale)
}

/** `0.5 MB`, `1.5 MB`, `4 MB`, `12 MB`, `130 MB`: an estimate with two significant digits at most. */
export function estimatedSize(bytes: number, locale: string = LOCALE): string {
  const amount = Math.max(0.1, bytes / BYTES_PER_MEGABYTE)
  const step = 10 ** Math.max(-1, Math.floor(Math.log10(amount)) - 1)
  const roundedAmount = Math.round(amount / step) * step
  if (roundedAmount >= 1000) return roughSize(roundedAmount * BYTES_PER_MEGABYTE, locale)
  return withUnit(roundedAmount, 'megabyte', { least: 0, most: 1 }, locale)
}

/** `10 MB`, `8.5 MB`: a chosen size limit, with a space that does not wrap. */
export const sizeLimit = (bytes: number, locale: string = LOCALE): string =>
  withUnit(bytes / BYTES_PER_MEGABYTE, 'megabyte', { least: 0, most: 3 }, locale).replace(' ', '\u00a0')
