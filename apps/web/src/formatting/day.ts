/** A date as people write it: `3 March 2027`. `timeZone` for dates without a time, which belong to no zone: UTC. */
export function dayWords(isoDate: string, locale: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...(timeZone ? { timeZone } : {}) }).format(
    new Date(isoDate),
  )
}
