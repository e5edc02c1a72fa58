/** Longest life of a file, as the home page promises. The operator may only shorten it. */
export const MAX_RETENTION_HOURS = 24

/** Time before a clip expires at which its deletion begins, so that its file is gone when the clip expires. */
const DELETION_MARGIN_MILLISECONDS = 5000

/** Clips that expire until this time are deleted now, and no new request shares them. */
export const latestExpiryToDelete = (now: Date): Date => new Date(now.getTime() + DELETION_MARGIN_MILLISECONDS)

/** Days for which a stranger's history is stored. With an account, it is stored longer. */
export const STRANGER_ENTRY_DAYS = 90

export function clipExpiry(finishedAt: Date, retentionHours: number): Date {
  const hours = Math.min(retentionHours, MAX_RETENTION_HOURS)
  return new Date(finishedAt.getTime() + hours * 3_600_000)
}
