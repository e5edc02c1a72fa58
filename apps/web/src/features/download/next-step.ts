import type { QualityId } from '@kerf/domain/formats/quality'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { RowAction } from './option-row.ts'

interface Trimmed {
  ranges: readonly TimeRange[]
  durationSeconds: number
  /** Not applied yet. */
  changed: boolean
}

/** The download that a person who has just cut a part of the video wants next; `rows` come best quality first. */
export function nextStep(
  { ranges, durationSeconds, changed }: Trimmed,
  rows: readonly { quality: QualityId; action: RowAction }[],
): QualityId | null {
  const isPart = ranges.some((range) => range.startTime > 0 || range.endTime < durationSeconds)
  if (changed || !isPart) return null
  return rows.find(({ action }) => action.kind !== 'locked' && action.kind !== 'unavailable')?.quality ?? null
}
