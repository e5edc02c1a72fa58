import type { Quota } from '@kerf/contract/user'
import type { Video } from '@kerf/contract/video'
import type { ViewerKind } from '@kerf/domain/access/viewer'
import { severalWords as words } from '#messages/clips/several.ts'
import type { RangeList } from '../../../data/ranges/range-list.ts'
import { DownloadGrid } from '../../../features/download/DownloadGrid.tsx'
import { optionRows } from '../../../features/download/option-row.ts'
import { primaryAction } from '../../../features/download/primary-action.ts'
import type { Downloads } from '../../../features/download/use-downloads.ts'
import { SeparateClips } from './SeparateClips.tsx'

// What only those need who cut several ranges in one go is loaded together.
export { SeveralRanges } from '../../../features/trim/ranges/SeveralRanges.tsx'

interface SeveralDownloadsProps {
  video: Video
  list: RangeList
  viewer: ViewerKind
  quota: Quota | null
  downloads: Downloads
}

/** The grid while several ranges are listed: its buttons are for all of them. */
export function SeveralDownloads(props: SeveralDownloadsProps) {
  const { list } = props
  return list.separate ? <SeparateClips {...props} ranges={list.ranges} /> : <JoinedClip {...props} />
}

function JoinedClip({ video, list: { ranges }, viewer, quota, downloads }: SeveralDownloadsProps) {
  const joined: Downloads = {
    ...downloads,
    request: (option) => downloads.request(option, ranges),
    newCut: words.join(ranges.length),
  }
  const rows = optionRows(video.options, downloads, ranges)
  const primary = primaryAction(false, rows)
  return (
    <DownloadGrid
      video={video}
      ranges={ranges}
      viewer={viewer}
      quota={quota}
      downloads={joined}
      rows={rows}
      nextQuality={primary.at === 'option' ? primary.quality : null}
      withMore
    />
  )
}
