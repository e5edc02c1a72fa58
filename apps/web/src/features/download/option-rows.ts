import type { DownloadOption } from '@kerf/contract/video'
import type { QualityId } from '@kerf/domain/quality'
import type { TrimRange } from '@kerf/domain/trim-range'
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
  ranges: readonly TrimRange[],
): OptionRowFacts[] {
  return options.map((option) => ({ quality: option.quality, action: rowOf(option, downloads, ranges) }))
}

export function rowOf(
  option: ShownOption,
  { list, isRequesting }: Pick<Downloads, 'list' | 'isRequesting'>,
  ranges: readonly TrimRange[],
): RowAction {
  return rowAction({ option, downloads: downloadsOf(option, list), ranges, requesting: isRequesting(option) })
}
