import type { QualityId } from '@kerf/domain/formats/quality'
import type { RowAction } from './option-row.ts'

/** The one next step of the result screen. */
export type PrimaryAction = { at: 'apply' } | { at: 'option'; quality: QualityId } | { at: 'none' }

/**
 * A range that is not applied asks for Apply Trim. After that the primary button is that of the best finished clip, else on the best
 * quality this viewer may take that is not being cut already. `rows` come best quality first.
 */
export function primaryAction(
  rangeChanged: boolean,
  rows: readonly { quality: QualityId; action: RowAction }[],
): PrimaryAction {
  if (rangeChanged) return { at: 'apply' }
  const pressable: RowAction['kind'][] = ['download', 'failed', 'expired']
  const next = rows.find((row) => row.action.kind === 'save') ?? rows.find((row) => pressable.includes(row.action.kind))
  return next ? { at: 'option', quality: next.quality } : { at: 'none' }
}
