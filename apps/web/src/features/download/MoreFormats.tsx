import type { Video } from '@kerf/contract/video'
import type { QualityId } from '@kerf/domain/formats/quality'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from '@kerf/ui/Collapsible'
import { SelectField } from '@kerf/ui/SelectField'
import { type ReactNode, useId, useState } from 'react'
import { moreFormatsWords as words } from '#messages/tool.ts'
import { type FormatRow, firstSize, formatRows, measuredBy, videoSizes } from './format-rows.ts'
import type { KnownDownload, ShownOption } from './option-row.ts'
import './more-formats.css'
import { useQuery } from '@tanstack/react-query'
import { useSettled } from '../../browser/use-settled.ts'
import { readSize } from '../../data/queries/calls.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'

/** To measure is a second of work: it waits until handles rest. */
const REST_MS = 1000

interface MoreFormatsProps {
  video: Video
  range: TimeRange
  /** All of the video, newest first. */
  downloads: readonly KnownDownload[]
  /** A row of the grid; `why` says why it offers nothing, and `bytes` about how large it is, where that was measured. */
  row: (option: ShownOption, estimate: { why?: string | undefined; bytes: number | null }) => ReactNode
}

/** What there is besides the grid, out of the way of those who want the video. */
export function MoreFormats({ video, range, downloads, row }: MoreFormatsProps) {
  const sizeId = useId()
  const sizes = videoSizes(video.options)
  const [chosen, setChosen] = useState<QualityId | null>(null)
  const [opened, setOpened] = useState<boolean | null>(null)
  const isGrid = downloads.every(({ format }) => format === 'mp4' || format === 'mp3')
  const size = sizes.find(({ quality }) => quality === (chosen ?? askedSize(downloads) ?? firstSize(sizes)))
  const rows = formatRows(size, range.endTime - range.startTime)
  // Audio alone has no frames.
  if (video.frameRate === null && sizes.length === 0) return null
  return (
    // What was asked for before the page was loaded again is in sight.
    <Collapsible open={opened ?? !isGrid} onOpenChange={setOpened}>
      <section className="more" aria-label={words.title}>
        <div className="more-head">
          <CollapsibleTrigger>{words.title}</CollapsibleTrigger>
          <p>{words.summary}</p>
        </div>
        <CollapsibleContent className="more-rows">
          {size && sizes.length > 1 && (
            <p className="more-size">
              <label htmlFor={sizeId}>{words.size}</label>
              <SelectField
                id={sizeId}
                value={size.quality}
                onChange={({ target }) => setChosen(target.value as QualityId)}
                options={sizes.map(({ quality, label }) => ({ value: quality, name: label }))}
              />
            </p>
          )}
          <ul className="options">
            {rows.map((one) => (
              <MeasuredRow
                key={`${one.option.format} ${one.option.quality}`}
                videoId={video.id}
                range={range}
                row={one}
              >
                {(bytes) => row(one.option, { why: one.why, bytes })}
              </MeasuredRow>
            ))}
          </ul>
        </CollapsibleContent>
      </section>
    </Collapsible>
  )
}

/** The size of the newest still or original there is: what a page that is loaded again goes on with. */
function askedSize(downloads: readonly KnownDownload[]): QualityId | null {
  return downloads.find(({ format }) => format === 'png' || format === 'original')?.quality ?? null
}

interface MeasuredRowProps {
  videoId: string
  range: TimeRange
  row: FormatRow
  /** The row, and about how large such a clip is, where that had to be measured. */
  children: (bytes: number | null) => ReactNode
}

/** A row whose size is in no index: the server measures it, for those who have opened these rows and may take it. */
function MeasuredRow({ videoId, range, row: { option, isMeasured }, children }: MeasuredRowProps) {
  const { quality, format } = option
  const requested = [quality, format, range.startTime, range.endTime].join(' ')
  const isResting = useSettled(requested, REST_MS) === requested
  const { data } = useQuery({
    queryKey: queryKeys.size(videoId, ...measuredBy({ quality, format }, range)),
    queryFn: ({ signal }) => readSize(videoId, { quality, format }, range, signal),
    enabled: isMeasured && isResting && option.access === 'allowed',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return children(data?.bytes ?? null)
}
