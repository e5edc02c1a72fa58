import type { QualityId } from '@kerf/domain/quality'
import type { TrimRange } from '@kerf/domain/trim-range'
import type { RowAction } from './option-row.ts'

interface Trimmed {
  ranges: readonly TrimRange[]
  durationSeconds: number
  /** Not applied yet. */
  changed: boolean
}

/** The download that a person who has just cut a part of the video wants next; `rows` come best quality first. */
export function nextStep(
  { ranges, durationSeconds, changed }: Trimmed,
  rows: readonly { quality: QualityId; action: RowAction }[],
): QualityId | null {
  const isPart = ranges.some((range) => range.startSeconds > 0 || range.endSeconds < durationSeconds)
  if (changed || !isPart) return null
  return rows.find(({ action }) => action.kind !== 'locked' && action.kind !== 'unavailable')?.quality ?? null
}
