import type { Quota } from '@kerf/contract/user'
import type { Video } from '@kerf/contract/video'
import type { ViewerKind } from '@kerf/domain/access/viewer'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { Downloads } from './use-downloads.ts'
import type { SourceCodecForm } from './use-source-codec.ts'

export interface DownloadGridProps {
  video: Video
  /** The ranges of a clip: the one on the timeline, or several that are joined. */
  ranges: readonly TimeRange[]
  viewer: ViewerKind
  quota: Quota | null
  downloads: Downloads
  /** Whether all forms are shown; null until the viewer or a clip has decided that. */
  opened: boolean | null
  onOpened: (isOpen: boolean) => void
  /** Its button is the next step; true if left out. */
  isPrimary?: boolean
  /** The one row that may be had in two ways. */
  sourceCodec?: SourceCodecForm
  /** More formats are offered below the rows. */
  withMore?: boolean
}
