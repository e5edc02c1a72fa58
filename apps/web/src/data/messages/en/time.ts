const count = (amount: string, one: string, many: string): string => `${amount} ${amount === '1' ? one : many}`

/** The words around moments and durations. Figures arrive as they are to be read. */
export const timeWords = {
  /** A moment of today: `22:14`. */
  today: (clock: string) => clock,
  /** `tomorrow 22:14`, `Sunday 22:14` */
  onDay: (day: string, clock: string) => `${day} ${clock}`,
  hours: (amount: string) => count(amount, 'hour', 'hours'),
  minutes: (amount: string) => count(amount, 'minute', 'minutes'),
  seconds: (amount: string) => count(amount, 'second', 'seconds'),
} as const
