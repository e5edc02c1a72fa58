import type { DownloadOption } from '@kerf/contract/video'
import type { QualityId } from '@kerf/domain/formats/quality'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { downloadsOf, type RowAction, rowAction, type ShownOption } from './option-row.ts'
import type { Downloads } from './use-downloads.ts'

export interface OptionRowFacts {
  quality: QualityId
  action: RowAction
}

/** What each row of the grid offers for these ranges. */
export function optionRows(
  options: readonly DownloadOption[],
  downloads: Pick<Downloads, 'list' | 'isRequesting'>,
  ranges: readonly TimeRange[],
): OptionRowFacts[] {
  return options.map((option) => ({ quality: option.quality, action: rowOf(option, downloads, ranges) }))
}

export function rowOf(
  option: ShownOption,
  { list, isRequesting }: Pick<Downloads, 'list' | 'isRequesting'>,
  ranges: readonly TimeRange[],
): RowAction {
  return rowAction({ option, downloads: downloadsOf(option, list), ranges, requesting: isRequesting(option) })
}
