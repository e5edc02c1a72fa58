/** `12 Mar 2026`, in the viewer's own time. */
export function calendarDay(isoDate: string, locale: string, timeZone?: string): string {
  return dateIn(isoDate, locale, { dateStyle: 'medium' }, timeZone)
}

/** `12 Mar 2026, 09:41` */
export function calendarTime(isoDate: string, locale: string, timeZone?: string): string {
  return dateIn(isoDate, locale, { dateStyle: 'medium', timeStyle: 'short' }, timeZone)
}

/** A date as people write it: `3 March 2027`. `timeZone` for dates without a time, which belong to no zone: UTC. */
export function dayWords(isoDate: string, locale: string, timeZone?: string): string {
  return dateIn(isoDate, locale, { dateStyle: 'long' }, timeZone)
}

function dateIn(isoDate: string, locale: string, style: Intl.DateTimeFormatOptions, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, { ...style, ...(timeZone ? { timeZone } : {}) }).format(new Date(isoDate))
}
