const DOLLARS = /^(\d{1,7})(?:\.(\d{1,2}))?$/

/** `49.99`, as text or as a number, in cents; null for anything that is not dollars and whole cents. */
export function centsOf(dollars: string | number): number | null {
  const [, whole, fraction = ''] = DOLLARS.exec(String(dollars)) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}
