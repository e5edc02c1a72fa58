import type { Quota } from '@kerf/contract/user'
import type { Video } from '@kerf/contract/video'
import type { ViewerKind } from '@kerf/domain/access/viewer'
import type { QualityId } from '@kerf/domain/formats/quality'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { queryKeys } from '../../api/query-keys.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { GridHeading } from './GridHeading.tsx'
import { LimitReset } from './LimitReset.tsx'
import { limitInForce } from './limit-in-force.ts'
import { nextStep } from './next-step.ts'
import { OptionButton } from './OptionButton.tsx'
import { OptionRow } from './OptionRow.tsx'
import { downloadsOf, type RowAction, type ShownOption, whyNot } from './option-row.ts'
import { type OptionRowFacts, rowOf } from './option-rows.ts'
import { tightestLimit } from './quota-reading.ts'
import { useAtMoment } from './use-at-moment.ts'
import { useClipBytes } from './use-clip-bytes.ts'
import type { Downloads } from './use-downloads.ts'
import './download-grid.css'

/** Most people do not come to a limit. */
const loadLimitBand = () => import('./LimitBand.tsx')
/** For once a part of the video is chosen: then it is to be there at once, whatever the connection does. */
const loadNextStep = () => import('./NextStepBar.tsx')
const loadMoreFormats = () => import('../more-formats/MoreFormats.tsx')

interface DownloadGridProps {
  video: Video
  /** What a clip would be of: the range on the strip, or several that are joined. */
  ranges: readonly TimeRange[]
  /** The range is not applied yet. */
  changed: boolean
  viewer: ViewerKind
  quota: Quota | undefined
  downloads: Downloads
  rows: readonly OptionRowFacts[]
  /** The option whose button is the next step. */
  nextQuality: QualityId | null
  /** What there is besides these rows is offered too. */
  withMore?: boolean
}

/** One strip cut into six. */
export function DownloadGrid(props: DownloadGridProps) {
  const { video, ranges, changed, viewer, quota, downloads, rows, nextQuality, withMore } = props
  const queryClient = useQueryClient()
  const titleId = useId()
  const bandId = useId()
  const grid = useRef<HTMLUListElement>(null)
  const limit = quota ? tightestLimit(quota) : null
  const inForce = limitInForce(limit, bandId)
  const told = useLoaded(loadLimitBand, inForce && 'limit')
  const more = useLoaded(loadMoreFormats, withMore ? 'more' : null)
  const [range] = ranges
  const waiting = nextStep({ ranges, durationSeconds: video.duration, changed }, rows)
  const atThumb = video.options.findIndex((option) => option.quality === waiting)
  const [option, facts] = [video.options[atThumb], rows[atThumb]]
  const next = useLoaded(loadNextStep, waiting ?? 'soon')
  const bytesOf = useClipBytes(video.id, ranges)
  const row = (option: ShownOption, action: RowAction) => (
    <OptionRow
      key={option.label}
      option={option}
      options={video.options}
      action={action}
      mine={downloadsOf(option, downloads.list)}
      ranges={ranges}
      bytes={bytesOf(option)}
      viewer={viewer}
      downloads={downloads}
      isNext={!option.kind && option.quality === nextQuality}
      limit={inForce}
    />
  )
  // Every month begins with a day.
  useAtMoment(quota && limit ? Date.parse(quota.resetsAt.daily) : null, () => {
    queryClient.invalidateQueries({ queryKey: queryKeys.quota })
  })
  return (
    <section className="take" aria-labelledby={titleId}>
      <GridHeading titleId={titleId} options={video.options} ranges={ranges} limit={limit} />
      {limit && inForce && told && (
        <told.LimitBand id={bandId} limit={limit} viewer={viewer}>
          <LimitReset at={limit.resetsAt} />
        </told.LimitBand>
      )}
      <ul className="options" ref={grid}>
        {video.options.map((option, index) => row(option, rows[index]?.action ?? { kind: 'download' }))}
      </ul>
      {more && range && (
        <more.MoreFormats
          video={video}
          range={range}
          downloads={downloads.list}
          row={(option, why) => row(option, whyNot(rowOf(option, downloads, ranges), why))}
        />
      )}
      {option && facts && next && (
        <next.NextStepBar label={option.label} rows={grid}>
          <OptionButton
            option={option}
            options={video.options}
            action={facts.action}
            downloads={downloads}
            isNext={option.quality === nextQuality}
            limit={inForce}
          />
        </next.NextStepBar>
      )}
    </section>
  )
}
