/** What each owner may spend of something that all share: so much at once, and so much more with every second. */
export interface Allowance {
  /** Zero or less: spent. */
  leftOf(owner: string): number
  /** May be more than what was left. */
  spend(owner: string, amount: number): void
}

export interface AllowanceOptions {
  most: number
  perSecond: number
  /** Milliseconds of a clock that only goes forward. */
  now: () => number
}

/** Beyond so many owners, those who have all of theirs again are forgotten. */
const MOST_REMEMBERED = 10_000

export function createAllowance({ most, perSecond, now }: AllowanceOptions): Allowance {
  const spent = new Map<string, { amount: number; at: number }>()

  function leftOf(owner: string): number {
    const entry = spent.get(owner)
    if (!entry) return most
    return Math.min(most, most - entry.amount + ((now() - entry.at) / 1000) * perSecond)
  }

  return {
    leftOf,
    spend(owner, amount) {
      if (spent.size >= MOST_REMEMBERED) for (const name of spent.keys()) if (leftOf(name) === most) spent.delete(name)
      spent.set(owner, { amount: most - leftOf(owner) + amount, at: now() })
    },
  }
}
