import { severalWords as words } from '#messages/clips/several.ts'
import type { RangeList } from '../../../data/ranges/range-list.ts'
import { DownloadGrid, type DownloadGridProps } from '../../../features/download/DownloadGrid.tsx'
import { optionRows } from '../../../features/download/option-row.ts'
import { primaryAction } from '../../../features/download/primary-action.ts'
import type { Downloads } from '../../../features/download/use-downloads.ts'
import { SeparateClips, type SeparateClipsProps } from './SeparateClips.tsx'

// What only those need who cut several ranges in one go is loaded together.
export { SeveralRanges } from '../../../features/trim/ranges/SeveralRanges.tsx'

interface SeveralDownloadsProps extends Pick<DownloadGridProps, 'video' | 'viewer' | 'quota' | 'downloads'> {
  list: RangeList
}

/** The grid while several ranges are listed: its buttons are for all of them. */
export function SeveralDownloads({ list: { ranges, separate }, ...shown }: SeveralDownloadsProps) {
  return separate ? <SeparateClips {...shown} ranges={ranges} /> : <JoinedClip {...shown} ranges={ranges} />
}

function JoinedClip(props: SeparateClipsProps) {
  const { video, ranges, downloads } = props
  const joined: Downloads = {
    ...downloads,
    request: (option) => downloads.request(option, ranges),
    newCut: words.join(ranges.length),
  }
  const rows = optionRows(video.options, downloads, ranges)
  const primary = primaryAction(false, rows)
  return (
    <DownloadGrid
      {...props}
      downloads={joined}
      rows={rows}
      nextQuality={primary.at === 'option' ? primary.quality : null}
      withMore
    />
  )
}
