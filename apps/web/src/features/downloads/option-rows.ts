import type { DownloadOption } from '@kerf/contract/video'
import type { QualityId } from '@kerf/domain/quality'
import type { TrimRange } from '@kerf/domain/trim-range'
import { downloadsOf, type RowAction, rowAction } from './option-row.ts'
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
  return options.map((option) => ({
    quality: option.quality,
    action: rowAction({
      option,
      downloads: downloadsOf(option, downloads.list),
      ranges,
      requesting: downloads.isRequesting(option),
    }),
  }))
}
