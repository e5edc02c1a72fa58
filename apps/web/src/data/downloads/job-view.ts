import type { OwnDownload } from '@kerf/contract/user'
import { rangesSeconds } from '@kerf/domain/ranges/time-range'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import type { BadgeLook } from '@kerf/ui/Badge'
import type { InfiniteData } from '@tanstack/react-query'
import { dashboardWords } from '#messages/account/dashboard.ts'

export const JOB_FILTERS = ['all', 'running', 'finished'] as const
export type JobFilter = (typeof JOB_FILTERS)[number]

/** Downloads that a filter shows. `finished` covers all that have ended, in any way. */
export function filterDownloads(downloads: readonly OwnDownload[], filter: JobFilter): readonly OwnDownload[] {
  if (filter === 'all') return downloads
  return downloads.filter(({ status }) => (status === 'processing') === (filter === 'running'))
}

export const JOB_BADGE_LOOKS: Readonly<Record<OwnDownload['status'], BadgeLook>> = {
  processing: 'plain',
  completed: 'good',
  failed: 'fault',
  cancelled: 'dashed',
  expired: 'dashed',
}

export function rangeTimes(download: OwnDownload): { start: string; end: string; length: string } {
  const { startTime, endTime } = download
  const ranges = download.ranges ?? [{ startTime, endTime }]
  return {
    start: shortTimecode(startTime),
    end: shortTimecode(endTime),
    length: shortTimecode(rangesSeconds(ranges)),
  }
}

/** All ranges of a joined clip, in its order; null for a clip of one range. */
export function joinedTimes(download: OwnDownload): string | null {
  if (!download.ranges) return null
  const { range, joined } = dashboardWords.jobs
  const times = download.ranges.map(({ startTime, endTime }) => range(shortTimecode(startTime), shortTimecode(endTime)))
  return joined(times.length, times.join(', '))
}

interface DownloadsPage {
  downloads: OwnDownload[]
  next: string | null
}
type Pages = InfiniteData<DownloadsPage, unknown>

/** The same pages with one download changed, or removed where `change` returns null. */
export function changedPages(pages: Pages, id: string, change: (download: OwnDownload) => OwnDownload | null): Pages {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      downloads: page.downloads.flatMap((download) => {
        if (download.id !== id) return [download]
        const newDownload = change(download)
        return newDownload ? [newDownload] : []
      }),
    })),
  }
}
