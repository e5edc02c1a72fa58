/** `12 Mar 2026`, in the viewer's own time. */
export function calendarDay(isoDate: string, locale: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...(timeZone ? { timeZone } : {}) }).format(
    new Date(isoDate),
  )
}

/** `12 Mar 2026, 09:41` */
export function calendarMoment(isoDate: string, locale: string, timeZone?: string): string {
  const zone = timeZone ? { timeZone } : {}
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...zone }).format(new Date(isoDate))
}
