import type { OwnDownload } from '@kerf/contract/user'
import { optionsOfClip } from '../ranges/clip-choice.ts'
import { NO_RANGES } from '../ranges/range-list.ts'
import { resultAddress, sharedAddress } from '../ranges/result-address.ts'

/** The tool, with the same video, range, audio track and subtitles: to cut it again, or a little differently. */
export const repeatAddress = (download: OwnDownload): string => sharedAddress(download.url, ...trimOf(download))

/** The same with the viewer's own video, which shows its clips. */
export const resultOfClip = (download: OwnDownload): string =>
  resultAddress({ id: download.videoId, url: download.url }, ...trimOf(download))

const trimOf = (download: OwnDownload) =>
  [download, download.ranges ? { ...NO_RANGES, ranges: download.ranges } : undefined, optionsOfClip(download)] as const
