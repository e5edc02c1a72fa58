import type { Video } from '@kerf/contract/video'
import type { QualityId } from '@kerf/domain/formats/quality'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from '@kerf/ui/Collapsible'
import { SelectField } from '@kerf/ui/SelectField'
import { type ReactNode, useId, useState } from 'react'
import { moreFormatsWords as words } from '#messages/tool.ts'
import { firstSize, formatRows, videoSizes } from './format-rows.ts'
import type { KnownDownload, ShownOption } from './option-row.ts'

interface MoreFormatsProps {
  video: Video
  range: TimeRange
  /** All of the video, newest first. */
  downloads: readonly KnownDownload[]
  /** A row of the grid; `why` says why it offers nothing. */
  row: (option: ShownOption, why?: string) => ReactNode
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
      <section className="mt-5" aria-label={words.title}>
        <div className="flex flex-wrap items-center gap-x-4">
          <CollapsibleTrigger>{words.title}</CollapsibleTrigger>
          <p className="text-small/[1.45] text-ink-2">{words.summary}</p>
        </div>
        <CollapsibleContent className="mt-1 max-phone:mt-3">
          {size && sizes.length > 1 && (
            <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-small/[1.45] text-ink-2">
              <label htmlFor={sizeId}>{words.size}</label>
              <SelectField
                id={sizeId}
                value={size.quality}
                onChange={({ target }) => setChosen(target.value as QualityId)}
                options={sizes.map(({ quality, label }) => ({ value: quality, name: label }))}
              />
            </p>
          )}
          <ul className="options rows">{rows.map(({ option, why }) => row(option, why))}</ul>
        </CollapsibleContent>
      </section>
    </Collapsible>
  )
}

/** The size of the newest still or original there is: what a page that is loaded again goes on with. */
function askedSize(downloads: readonly KnownDownload[]): QualityId | null {
  return downloads.find(({ format }) => format === 'png' || format === 'original')?.quality ?? null
}
