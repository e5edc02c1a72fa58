import { adminWords } from '#messages/admin.ts'
import { percentage } from '../figures.ts'

const words = adminWords.stats

const GROWTH = {
  storage: { up: words.storageUp, down: words.storageDown, same: words.storageSame },
  revenue: { up: words.revenueUp, down: words.revenueDown, same: words.revenueSame },
}

/** `up 11% on last month`. What rounds to nothing is no growth. */
export function growthWords(what: keyof typeof GROWTH, percents: number): string {
  const { up, down, same } = GROWTH[what]
  if (percentage(percents) === percentage(0)) return same
  return percents > 0 ? up(percentage(percents)) : down(percentage(percents))
}
