import type { OwnDownload } from '@kerf/contract/user'
import { describe, expect, it } from 'vitest'
import { changedPages, filterDownloads, JOB_FILTERS, joinedTimes, rangeTimes } from './job-view.ts'
import { exampleDownload } from './testing/example-download.ts'
import { repeatAddress } from './trim-of-clip.ts'

const ownDownload = (parts: Partial<OwnDownload>): OwnDownload => ({
  ...exampleDownload(),
  title: 'North coast',
  url: 'https://www.youtube.com/watch?v=n0rthC0astR',
  ...parts,
})

describe('the list of downloads', () => {
  const downloads = (['processing', 'completed', 'failed', 'cancelled', 'expired'] as const).map((status) =>
    ownDownload({ id: status, status }),
  )

  it('shows all of them, the running ones, or the ended ones', () => {
    expect(JOB_FILTERS.map((filter) => filterDownloads(downloads, filter).map(({ id }) => id))).toEqual([
      ['processing', 'completed', 'failed', 'cancelled', 'expired'],
      ['processing'],
      ['completed', 'failed', 'cancelled', 'expired'],
    ])
  })

  it('keeps its pages when one download changes or disappears', () => {
    const pages = {
      pageParams: [undefined, 'b'],
      pages: [
        { downloads: [ownDownload({ id: 'a' }), ownDownload({ id: 'b' })], next: 'b' },
        { downloads: [ownDownload({ id: 'c' })], next: null },
      ],
    }
    const newPages = changedPages(pages, 'c', (download) => ({ ...download, status: 'completed' }))
    expect(newPages.pages[1]?.downloads[0]).toMatchObject({ id: 'c', status: 'completed', title: 'North coast' })
    expect(changedPages(pages, 'a', () => null).pages.map((page) => page.downloads.map(({ id }) => id))).toEqual([
      ['b'],
      ['c'],
    ])
  })
})

it('recutting a download opens the tool with the same link and range', () => {
  const address = repeatAddress(ownDownload({ startTime: 12.5, endTime: 83 }))
  expect(address).toBe('/?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Dn0rthC0astR&start=12.5&end=83')
})

it('recutting a download keeps its audio track and subtitles', () => {
  const subtitles = { captions: 'en', as: 'burned', style: 'box' } as const
  expect(repeatAddress(ownDownload({ audioTrack: 'de', subtitles }))).toMatch(
    /&start=10&end=20&track=de&captions=en&subtitles=burned-box$/,
  )
})

describe('a joined clip', () => {
  const joinedDownload = ownDownload({
    startTime: 5,
    endTime: 42,
    ranges: [
      { startTime: 30, endTime: 42 },
      { startTime: 5, endTime: 7.5 },
    ],
  })

  it('lists all its ranges in order, with their total length, and is recut as such', () => {
    expect(joinedTimes(joinedDownload)).toBe('2 ranges joined: 0:30 to 0:42, 0:05 to 0:07.5')
    expect(rangeTimes(joinedDownload).length).toBe('0:14.5')
    expect(joinedTimes(ownDownload({}))).toBeNull()
    expect(repeatAddress(joinedDownload)).toMatch(/&start=5&end=42&ranges=30-42,5-7\.5$/)
  })
})

it('the range of a download has no needless decimals', () => {
  expect(rangeTimes(ownDownload({ startTime: 10, endTime: 85 }))).toEqual({
    start: '0:10',
    end: '1:25',
    length: '1:15',
  })
  expect(rangeTimes(ownDownload({ startTime: 10, endTime: 85.25 }))).toEqual({
    start: '0:10',
    end: '1:25.25',
    length: '1:15.25',
  })
})
