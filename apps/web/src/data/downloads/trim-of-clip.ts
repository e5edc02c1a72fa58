import type { OwnDownload } from '@kerf/contract/user'
import { optionsOfClip } from '../ranges/clip-choice.ts'
import { NO_RANGES } from '../ranges/range-list.ts'
import { sharedAddress } from '../ranges/result-address.ts'

/** The tool, with the same video, range, audio track and subtitles: to cut it again, or a little differently. */
export function repeatAddress(download: OwnDownload): string {
  const { url, ranges } = download
  return sharedAddress(url, download, ranges ? { ...NO_RANGES, ranges } : undefined, optionsOfClip(download))
}
