const DIGITS = 4

/** `N-2026-0042`: what a notice is called in letters. Counted through, whatever the year. */
export function noticeReference({ number, createdAt }: { number: number; createdAt: Date }): string {
  return `N-${createdAt.getUTCFullYear()}-${String(number).padStart(DIGITS, '0')}`
}
