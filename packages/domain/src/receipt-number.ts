import { PRODUCT_SLUG } from './product.ts'

const DIGITS = 6

/** `KERF-2026-000042`: counted through, whatever the year. */
export function receiptNumberWords(count: number, paidAt: Date): string {
  return `${PRODUCT_SLUG.toUpperCase()}-${paidAt.getUTCFullYear()}-${String(count).padStart(DIGITS, '0')}`
}
