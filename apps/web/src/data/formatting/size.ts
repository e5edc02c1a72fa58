import { withDecimals } from './figures.ts'
import { LOCALE } from './interface-locale.ts'

const BYTES_PER_MEGABYTE = 1_000_000

/** `12.3` for 12,300,000 bytes. Anything at all is at least 0.1. */
export function megabytes(bytes: number, locale: string = LOCALE): string {
  return withDecimals(Math.max(0.1, bytes / BYTES_PER_MEGABYTE), 1, locale)
}

/** `12.3 MB`, and `1.2 GB` from a thousand of them: for estimates, where the eye wants the magnitude. */
export function roughSize(bytes: number, locale: string = LOCALE): string {
  const amount = bytes / BYTES_PER_MEGABYTE
  return amount >= 999.95 ? `${withDecimals(amount / 1000, 1, locale)} GB` : `${megabytes(bytes, locale)} MB`
}
