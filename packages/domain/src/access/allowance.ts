/** Token bucket for each owner: a full bucket holds `most`, and `perSecond` flows back. */
export interface Allowance {
  /** Amount that the owner may still spend. Zero or less: nothing. */
  leftOf(owner: string): number
  /** Takes the amount, even if it is more than what is left. */
  spend(owner: string, amount: number): void
}

export interface AllowanceOptions {
  most: number
  perSecond: number
  /** Monotonic clock in milliseconds. */
  now: () => number
}

/** Number of remembered owners above which owners with a full bucket are forgotten. */
const MAX_REMEMBERED_OWNERS = 10_000

export function createAllowance({ most, perSecond, now }: AllowanceOptions): Allowance {
  const entries = new Map<string, { amount: number; at: number }>()

  function leftOf(owner: string): number {
    const entry = entries.get(owner)
    if (!entry) return most
    return Math.min(most, most - entry.amount + ((now() - entry.at) / 1000) * perSecond)
  }

  return {
    leftOf,
    spend(owner, amount) {
      if (entries.size >= MAX_REMEMBERED_OWNERS)
        for (const name of entries.keys()) if (leftOf(name) === most) entries.delete(name)
      entries.set(owner, { amount: most - leftOf(owner) + amount, at: now() })
    },
  }
}
