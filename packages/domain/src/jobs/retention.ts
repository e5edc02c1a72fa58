/** The promise on the home page: no file lives longer than this. The operator may only shorten it. */
export const MAX_RETENTION_HOURS = 24

/** How long a stranger's history is stored; longer needs an account. */
export const STRANGER_ENTRY_DAYS = 90

export function clipExpiry(finishedAt: Date, retentionHours: number): Date {
  const hours = Math.min(retentionHours, MAX_RETENTION_HOURS)
  return new Date(finishedAt.getTime() + hours * 3_600_000)
}
