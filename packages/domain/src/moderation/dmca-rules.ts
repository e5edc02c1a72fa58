/** How long each part of a notice may be, and has to be. In characters, without the blanks around them. */
export const NOTICE_LENGTHS = {
  work: { min: 10, max: 3000 },
  name: { min: 2, max: 100 },
  address: { min: 5, max: 500 },
  phone: { min: 5, max: 40 },
  signature: { min: 2, max: 100 },
} as const

export const NOTICE_MAX_LINKS = 50
export const NOTICE_MAX_LINK_LENGTH = 2048

/** The links of a notice as they are typed, apart by blanks or line breaks; repetitions do not count. */
export function linksOfNotice(text: string): string[] {
  const links = text.split(/\s+/).filter((word) => word !== '')
  return [...new Set(links)]
}

const DIGITS = 4

/** `N-2026-0042`: what a notice is called in emails. Numbered consecutively across years. */
export function noticeReference({ number, createdAt }: { number: number; createdAt: Date }): string {
  return `N-${createdAt.getUTCFullYear()}-${String(number).padStart(DIGITS, '0')}`
}
