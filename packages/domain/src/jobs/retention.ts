/** The promise on the home page: no file lives longer than this. The operator may only shorten it. */
export const MAX_RETENTION_HOURS = 24

/** Deletion begins so long before a clip expires: by then its file is gone. */
const DELETION_TAKES_MILLISECONDS = 5000

/** What expires by then is deleted now, and nobody new gets it. */
export const deletedFrom = (now: Date): Date => new Date(now.getTime() + DELETION_TAKES_MILLISECONDS)

/** How long a stranger's history is stored; longer needs an account. */
export const STRANGER_ENTRY_DAYS = 90

export function clipExpiry(finishedAt: Date, retentionHours: number): Date {
  const hours = Math.min(retentionHours, MAX_RETENTION_HOURS)
  return new Date(finishedAt.getTime() + hours * 3_600_000)
}
