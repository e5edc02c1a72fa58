/** Lengths of the parts of a notice, in characters after trimming. */
export const NOTICE_LENGTHS = {
  work: { min: 10, max: 3000 },
  name: { min: 2, max: 100 },
  address: { min: 5, max: 500 },
  phone: { min: 5, max: 40 },
  signature: { min: 2, max: 100 },
} as const

export const MAX_NOTICE_LINKS = 50
export const NOTICE_MAX_LINK_LENGTH = 2048

/** Links of a notice, separated by white space, each once. */
export function linksOfNotice(text: string): string[] {
  const links = text.split(/\s+/).filter((word) => word !== '')
  return [...new Set(links)]
}

const NOTICE_NUMBER_DIGIT_COUNT = 4

/** Number of a notice for emails: `N-2026-0042`. Numbered consecutively across years. */
export function noticeReference({ number, createdAt }: { number: number; createdAt: Date }): string {
  return `N-${createdAt.getUTCFullYear()}-${String(number).padStart(NOTICE_NUMBER_DIGIT_COUNT, '0')}`
}
