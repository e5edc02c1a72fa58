import type { QuotaReading } from './quota-reading.ts'

/** A limit of which nothing is left: a new cut would be refused with this code. */
export interface LimitInForce {
  code: 'daily_limit' | 'monthly_limit'
  resetsAt: Date
  /** The element that says so in full. */
  bandId: string
}

export function limitInForce(limit: QuotaReading | null, bandId: string): LimitInForce | null {
  if (limit === null || limit.left > 0) return null
  return { code: limit.period === 'daily' ? 'daily_limit' : 'monthly_limit', resetsAt: limit.resetsAt, bandId }
}
