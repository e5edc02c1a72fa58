import type { Quota } from '@kerf/contract/user'
import type { Video } from '@kerf/contract/video'
import type { ViewerKind } from '@kerf/domain/access/viewer'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { RefObject } from 'react'
import type { Downloads } from './use-downloads.ts'
import type { SourceCodecChoice } from './use-source-codec.ts'

export interface DownloadGridProps {
  video: Video
  /** Ranges of a clip: that of the timeline, or several that are joined. */
  ranges: readonly TimeRange[]
  viewer: ViewerKind
  quota: Quota | null
  downloads: Downloads
  /** Whether all forms are shown; null until the viewer or a clip has decided that. */
  opened: boolean | null
  onOpened: (isOpen: boolean) => void
  /** Receives the action of the button in the bar, for the key that does the same. */
  barAction: RefObject<(() => void) | null>
  /** Whether the button in the bar is the primary one of the page; true by default. */
  isPrimary?: boolean
  /** Choice of the codec, for the row that offers one. */
  sourceCodec?: SourceCodecChoice
  /** Whether more formats are offered below the rows. */
  withMore?: boolean
}
