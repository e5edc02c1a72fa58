import type { OwnDownload } from '@kerf/contract/user'
import { formatTimecode } from '@kerf/domain/timecode'
import { PAGES } from '../../app/pages.ts'

export const JOB_FILTERS = ['all', 'running', 'finished'] as const
export type JobFilter = (typeof JOB_FILTERS)[number]

/** Finished is whatever will not change by itself any more, however it ended. */
export function jobsShown(downloads: readonly OwnDownload[], filter: JobFilter): readonly OwnDownload[] {
  if (filter === 'all') return downloads
  return downloads.filter(({ status }) => (status === 'processing') === (filter === 'running'))
}

/** The tool, with the same video and the same range: to cut it again, or a little differently. */
export function repeatAddress({ url, startTime, endTime }: OwnDownload): string {
  const wish = new URLSearchParams({ url, start: String(startTime), end: String(endTime) })
  return `${PAGES.home.path}?${wish}`
}

/** Thousandths only where they say something. */
export function rangeTimes({ startTime, endTime }: OwnDownload): { start: string; end: string; length: string } {
  const whole = [startTime, endTime].every((seconds) => Number.isInteger(seconds))
  const decimals = whole ? 0 : 3
  return {
    start: formatTimecode(startTime, decimals),
    end: formatTimecode(endTime, decimals),
    length: formatTimecode(endTime - startTime, decimals),
  }
}
