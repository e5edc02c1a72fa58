/** How long each part of a message to the operator has to be, and may be. In characters, without the blanks around them. */
export const CONTACT_LENGTHS = {
  name: { min: 2, max: 100 },
  subject: { min: 5, max: 200 },
  message: { min: 10, max: 5000 },
} as const

/** A reply is promised within this time. */
export const CONTACT_REPLY_HOURS = 24

const HOUR_MS = 3_600_000

/** 9 AM to 5 PM EST daily: five hours behind UTC all year, unlike the time of New York. */
export const CHAT_HOURS = { fromHour: 9, toHour: 17, utcOffsetHours: -5 } as const

export interface ChatHours {
  /** The running day's hours, or the next one's once they are over. */
  from: Date
  to: Date
  open: boolean
}

/** The chat's hours that are on now, or those that come next. */
export function chatHours(now: Date): ChatHours {
  const { fromHour, toHour, utcOffsetHours } = CHAT_HOURS
  const there = new Date(now.getTime() + utcOffsetHours * HOUR_MS)
  const midnight = Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate()) - utcOffsetHours * HOUR_MS
  const over = now.getTime() >= midnight + toHour * HOUR_MS
  const day = over ? midnight + 24 * HOUR_MS : midnight
  const from = new Date(day + fromHour * HOUR_MS)
  return { from, to: new Date(day + toHour * HOUR_MS), open: now >= from }
}
