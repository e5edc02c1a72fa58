/** Whole digits, and two decimals or none: anything else is no amount of ours, and is not rounded into one. */
const AMOUNT = /^(\d{1,9})(?:\.(\d{2}))?$/

/** `4999` as PayPal writes it: `49.99`. Throws RangeError for anything but a whole number of cents, 0 or more. */
export function toDollarAmount(cents: number): string {
  if (!Number.isSafeInteger(cents) || cents < 0) throw new RangeError(`${cents} is not a number of cents`)
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `49.99` as cents, exactly; null when it is no plain amount with two decimals. */
export function centsOfAmount(amount: string): number | null {
  const match = AMOUNT.exec(amount)
  return match ? Number(`${match[1]}${match[2] ?? '00'}`) : null
}
