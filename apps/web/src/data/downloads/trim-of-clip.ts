import type { OwnDownload } from '@kerf/contract/user'
import { optionsOfClip } from '../ranges/clip-choice.ts'
import { NO_RANGES } from '../ranges/range-list.ts'
import { resultAddress, sharedAddress } from '../ranges/result-address.ts'

/** Address that opens the tool with a clip's link, range, audio track and subtitles, so that it can be cut again. */
export const repeatAddress = (download: OwnDownload): string => sharedAddress(download.url, ...trimOf(download))

/** Address of the viewer's own video with the same trim. Its page lists the video's clips. */
export const resultAddressOfClip = (download: OwnDownload): string =>
  resultAddress({ id: download.videoId, url: download.url }, ...trimOf(download))

const trimOf = (download: OwnDownload) =>
  [download, download.ranges ? { ...NO_RANGES, ranges: download.ranges } : undefined, optionsOfClip(download)] as const
