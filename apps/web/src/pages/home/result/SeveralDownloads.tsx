import { severalWords as words } from '#messages/clips/several.ts'
import type { RangeList } from '../../../data/ranges/range-list.ts'
import { DownloadGrid } from '../../../features/download/DownloadGrid.tsx'
import type { DownloadGridProps } from '../../../features/download/download-grid-props.ts'
import type { Downloads } from '../../../features/download/use-downloads.ts'
import { SeparateClips, type SeparateClipsProps } from './SeparateClips.tsx'

// What only those need who cut several ranges in one go is loaded together.
export { SeveralRanges } from '../../../features/trim/ranges/SeveralRanges.tsx'

interface SeveralDownloadsProps
  extends Pick<DownloadGridProps, 'video' | 'viewer' | 'quota' | 'downloads' | 'opened' | 'onOpened'> {
  list: RangeList
}

/** The grid while several ranges are listed: its buttons are for all of them. */
export function SeveralDownloads({ list: { ranges, separate }, ...shown }: SeveralDownloadsProps) {
  return separate ? <SeparateClips {...shown} ranges={ranges} /> : <JoinedClip {...shown} ranges={ranges} />
}

function JoinedClip(props: SeparateClipsProps) {
  const { ranges, downloads } = props
  const joined: Downloads = {
    ...downloads,
    request: (option) => downloads.request(option, ranges),
    newCut: words.join(ranges.length),
  }
  return <DownloadGrid {...props} downloads={joined} withMore />
}
