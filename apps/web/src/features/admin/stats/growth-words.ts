import { adminWords } from '#messages/admin.ts'
import { percentage } from '../figures.ts'

const words = adminWords.stats

const GROWTH = {
  storage: { up: words.storageUp, down: words.storageDown, same: words.storageSame, none: words.storageNone },
  revenue: { up: words.revenueUp, down: words.revenueDown, same: words.revenueSame, none: words.revenueNone },
}

/** `up 11% on the same days last month`. What rounds to nothing is no growth; null is what nothing can be compared with. */
export function growthWords(what: keyof typeof GROWTH, percents: number | null): string {
  const { up, down, same, none } = GROWTH[what]
  if (percents === null) return none
  if (percentage(percents) === percentage(0)) return same
  return percents > 0 ? up(percentage(percents)) : down(percentage(percents))
}
