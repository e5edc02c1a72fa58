import type { Video } from '@kerf/contract/video'
import type { Quota } from '@kerf/contract/viewer'
import type { QualityId } from '@kerf/domain/quality'
import type { TrimRange } from '@kerf/domain/trim-range'
import type { ViewerKind } from '@kerf/domain/viewer'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { queryKeys } from '../../api/query-keys.ts'
import { GridHeading } from './GridHeading.tsx'
import { LimitBand } from './LimitBand.tsx'
import { limitInForce } from './limit-in-force.ts'
import { OptionRow } from './OptionRow.tsx'
import type { RowAction } from './option-row.ts'
import { tightestLimit } from './quota-reading.ts'
import { useAtMoment } from './use-at-moment.ts'
import type { Downloads } from './use-downloads.ts'
import './download-grid.css'

interface DownloadGridProps {
  video: Video
  range: TrimRange
  viewer: ViewerKind
  quota: Quota | undefined
  downloads: Downloads
  rows: readonly { quality: QualityId; action: RowAction }[]
  /** The option whose button is the next step. */
  nextQuality: QualityId | null
}

/** One strip cut into six. */
export function DownloadGrid({ video, range, viewer, quota, downloads, rows, nextQuality }: DownloadGridProps) {
  const queryClient = useQueryClient()
  const titleId = useId()
  const bandId = useId()
  const limit = quota ? tightestLimit(quota) : null
  const inForce = limitInForce(limit, bandId)
  // Every month begins with a day.
  useAtMoment(quota && limit ? Date.parse(quota.resetsAt.daily) : null, () => {
    queryClient.invalidateQueries({ queryKey: queryKeys.quota })
  })
  return (
    <section className="take" aria-labelledby={titleId}>
      <GridHeading titleId={titleId} options={video.options} range={range} limit={limit} />
      {limit && inForce && <LimitBand id={bandId} limit={limit} />}
      <ul className="options">
        {video.options.map((option, index) => (
          <OptionRow
            key={option.quality}
            option={option}
            options={video.options}
            action={rows[index]?.action ?? { kind: 'download' }}
            mine={downloads.list.filter((download) => download.quality === option.quality)}
            range={range}
            viewer={viewer}
            downloads={downloads}
            isNext={option.quality === nextQuality}
            limit={inForce}
          />
        ))}
      </ul>
    </section>
  )
}
