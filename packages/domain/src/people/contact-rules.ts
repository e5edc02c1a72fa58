/** Lengths of the parts of a contact message, in characters after trimming. */
export const CONTACT_LENGTHS = {
  name: { min: 2, max: 100 },
  subject: { min: 5, max: 200 },
  message: { min: 10, max: 5000 },
} as const

/** Hours within which the site promises a reply. */
export const CONTACT_REPLY_HOURS = 24

const HOUR_MILLISECONDS = 3_600_000

/** Hours of the chat: 9 AM to 5 PM EST daily. EST is five hours behind UTC all year, unlike the time of New York. */
export const CHAT_HOURS = { fromHour: 9, toHour: 17, utcOffsetHours: -5 } as const

export interface ChatHours {
  /** Start and end of the current day's hours, or of the next day's after they end. */
  from: Date
  to: Date
  open: boolean
}

/** The current or next hours of the chat. */
export function chatHours(now: Date): ChatHours {
  const { fromHour, toHour, utcOffsetHours } = CHAT_HOURS
  const localTime = new Date(now.getTime() + utcOffsetHours * HOUR_MILLISECONDS)
  const midnight =
    Date.UTC(localTime.getUTCFullYear(), localTime.getUTCMonth(), localTime.getUTCDate()) -
    utcOffsetHours * HOUR_MILLISECONDS
  const isOver = now.getTime() >= midnight + toHour * HOUR_MILLISECONDS
  const day = isOver ? midnight + 24 * HOUR_MILLISECONDS : midnight
  const from = new Date(day + fromHour * HOUR_MILLISECONDS)
  return { from, to: new Date(day + toHour * HOUR_MILLISECONDS), open: now >= from }
}
