import { severalWords as words } from '#messages/clips/several.ts'
import type { RangeList } from '../../../data/ranges/range-list.ts'
import { DownloadGrid } from '../../../features/download/DownloadGrid.tsx'
import type { DownloadGridProps } from '../../../features/download/download-grid-props.ts'
import type { Downloads } from '../../../features/download/use-downloads.ts'
import { SeparateClips, type SeparateClipsProps } from './SeparateClips.tsx'

// The code for several ranges is loaded together.
export { SeveralRanges } from '../../../features/trim/ranges/SeveralRanges.tsx'

interface SeveralDownloadsProps
  extends Pick<DownloadGridProps, 'video' | 'viewer' | 'quota' | 'downloads' | 'opened' | 'onOpened' | 'barAction'> {
  list: RangeList
}

/** Download grid while several ranges are listed. Its buttons are for all of them. */
export function SeveralDownloads({ list: { ranges, separate }, ...gridProps }: SeveralDownloadsProps) {
  return separate ? <SeparateClips {...gridProps} ranges={ranges} /> : <JoinedClip {...gridProps} ranges={ranges} />
}

function JoinedClip(props: SeparateClipsProps) {
  const { ranges, downloads } = props
  const joinedDownloads: Downloads = {
    ...downloads,
    request: (option) => downloads.request(option, ranges),
    newCut: words.join(ranges.length),
  }
  return <DownloadGrid {...props} downloads={joinedDownloads} withMore />
}
