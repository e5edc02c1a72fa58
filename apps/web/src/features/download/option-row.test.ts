import { describe, expect, it } from 'vitest'
import { exampleDownload, exampleOption } from '../../data/downloads/testing/example-download.ts'
import {
  describeMisfit,
  earlierClips,
  finishedClipOf,
  needsNewCut,
  optionName,
  rowAction,
  rowBadges,
} from './option-row.ts'

const RANGE = { startTime: 10, endTime: 20 }
const OTHER_RANGE = { startTime: 30, endTime: 50 }
type RowInput = Parameters<typeof rowAction>[0]
const actionOf = (parts: Partial<RowInput> = {}) =>
  rowAction({ option: exampleOption(), downloads: [], ranges: [RANGE], requesting: false, ...parts })
const kindOf = (parts: Partial<RowInput> = {}) => actionOf(parts).kind

describe('a row of the download grid', () => {
  it('offers a download, then follows it to the clip, and offers a retry after a failure or expiry', () => {
    expect(kindOf()).toBe('download')
    expect(kindOf({ requesting: true })).toBe('requesting')
    expect(kindOf({ downloads: [exampleDownload()] })).toBe('cutting')
    expect(kindOf({ downloads: [exampleDownload({ status: 'completed' })] })).toBe('save')
    expect(kindOf({ downloads: [exampleDownload({ status: 'failed' })] })).toBe('failed')
    expect(kindOf({ downloads: [exampleDownload({ status: 'expired' })] })).toBe('expired')
    expect(kindOf({ downloads: [exampleDownload({ status: 'cancelled' })] })).toBe('download')
    expect(kindOf({ downloads: [exampleDownload()], ranges: [OTHER_RANGE] })).toBe('cutting')
  })

  it('offers a new cut for another range, and keeps the earlier clips', () => {
    const downloads = [
      exampleDownload({ status: 'completed' }),
      exampleDownload({ status: 'completed', startTime: 30, endTime: 50 }),
      exampleDownload({ status: 'expired', startTime: 40, endTime: 50 }),
    ]
    const thirdRange = { startTime: 1, endTime: 2 }
    expect(kindOf({ downloads, ranges: [thirdRange] })).toBe('download')
    expect(earlierClips(downloads, [thirdRange])).toEqual(downloads.slice(0, 2))
    expect(earlierClips(downloads, [OTHER_RANGE])).toEqual(downloads.slice(0, 1))
    expect(earlierClips(downloads, [RANGE])).toEqual(downloads.slice(1, 2))
  })

  it('offers a new cut for another audio track or other subtitles, and keeps the earlier clips', () => {
    const subtitles = { captions: 'en', as: 'track' } as const
    const [withoutSubtitles, withSubtitles] = [
      { status: 'completed' },
      { status: 'completed', id: 'with-subtitles-of-test', subtitles },
    ] as const
    const downloads = [exampleDownload(withoutSubtitles), exampleDownload(withSubtitles)]
    const choice = { audioTrack: null, captions: 'en', subtitles: { as: 'track', style: 'outline' }, fit: {} } as const
    expect(finishedClipOf(actionOf({ downloads }))).toBe(downloads[0])
    expect(finishedClipOf(actionOf({ downloads, choice }))).toBe(downloads[1])
    expect(earlierClips(downloads, [RANGE], choice)).toEqual([downloads[0]])
    expect(kindOf({ downloads, choice: { ...choice, audioTrack: 'de' } })).toBe('download')
  })

  it('needs a free unit for a new cut only', () => {
    const needs = (downloads: RowInput['downloads']) => needsNewCut(actionOf({ downloads }))
    expect(needs([])).toBe(true)
    expect(needs([exampleDownload({ status: 'failed' })])).toBe(true)
    expect(needs([exampleDownload({ status: 'expired' })])).toBe(true)
    expect(needs([exampleDownload({ status: 'completed' })])).toBe(false)
    expect(needs([exampleDownload()])).toBe(false)
  })

  it('knows its clip while the clip is being saved', () => {
    const downloads = [exampleDownload({ status: 'completed' })]
    expect(finishedClipOf(actionOf({ downloads, requesting: true }))).toBe(downloads[0])
    expect(finishedClipOf(actionOf({ downloads, ranges: [OTHER_RANGE], requesting: true }))).toBeNull()
  })

  it('identifies a joined clip by all its ranges in order, not by its first and last time', () => {
    const ends = { startTime: 10, endTime: 50 }
    const joinedRanges = exampleDownload({ ...ends, status: 'completed', ranges: [RANGE, OTHER_RANGE] })
    const singleRange = exampleDownload({ ...ends, status: 'completed', id: 'one-range-of-a-test-xx' })
    const savedClip = (ranges: (typeof RANGE)[]) => {
      const shownRow = actionOf({ downloads: [joinedRanges, singleRange], ranges })
      return shownRow.kind === 'save' ? shownRow.download.id : shownRow.kind
    }
    expect(savedClip([RANGE, OTHER_RANGE])).toBe(joinedRanges.id)
    expect(savedClip([OTHER_RANGE, RANGE])).toBe('download')
    expect(savedClip([ends])).toBe(singleRange.id)
    expect(earlierClips([joinedRanges, singleRange], [ends])).toEqual([joinedRanges])
  })

  it('follows the newest download of the range', () => {
    const downloads = [exampleDownload({ status: 'completed' }), exampleDownload({ status: 'failed' })]
    expect(kindOf({ downloads })).toBe('save')
  })

  it('is locked if the viewer lacks a plan or an account, and unavailable if the video lacks it', () => {
    const lockedRow = actionOf({ option: exampleOption({ access: 'upgrade', isPro: true }) })
    expect(lockedRow).toEqual({ kind: 'locked', needs: 'plan' })
    expect(kindOf({ option: exampleOption({ access: 'unavailable' }) })).toBe('unavailable')
  })
})

it('the buttons of rows have different names, and name a format once', () => {
  expect(optionName({ label: '360p', format: 'mp4' })).toBe('360p, MP4')
  expect(optionName({ label: 'Audio (MP3, 320 kbps)', format: 'mp3' })).toBe('Audio (MP3, 320 kbps)')
  expect(optionName({ label: 'GIF', format: 'gif' })).toBe('GIF')
  expect(optionName({ label: 'Original, 360p', format: 'original' })).toBe('Original, 360p')
})

describe('the badges of a row', () => {
  const badgesOf = (
    parts: Parameters<typeof exampleOption>[0],
    viewer: 'anonymous' | 'pro' | 'admin' = 'anonymous',
  ) => {
    const option = exampleOption(parts)
    return rowBadges(option, actionOf({ option }), viewer)
  }

  it('say FREE, PRO, ADMIN, LOCKED or UNAVAILABLE', () => {
    expect(badgesOf({})).toEqual(['free'])
    expect(badgesOf({ isPro: true, access: 'sign_up' })).toEqual(['pro', 'locked'])
    expect(badgesOf({ access: 'sign_up' })).toEqual(['locked'])
    expect(badgesOf({ isPro: true }, 'pro')).toEqual(['pro'])
    expect(badgesOf({ isPro: true }, 'admin')).toEqual(['admin'])
    expect(badgesOf({ access: 'unavailable', isPro: true })).toEqual(['none'])
  })

  it('do not say FREE if there are no plans', () => {
    expect(rowBadges(exampleOption(), actionOf({}), 'lifetime', false)).toEqual([])
  })

  it('say EXPIRED for a clip past its time, not for a deleted one', () => {
    const badgesOfExpired = (parts: Parameters<typeof exampleDownload>[0] & { deletedHere?: true }) => {
      const downloads = [{ ...exampleDownload({ status: 'expired' }), ...parts }]
      return rowBadges(exampleOption(), actionOf({ downloads }), 'anonymous')
    }
    expect(badgesOfExpired({})).toEqual(['expired'])
    expect(badgesOfExpired({ deletedHere: true })).toEqual(['free'])
  })

  it('say if a clip is too long for its size, or too short for its fades', () => {
    const form = { quality: '360p', height: 360, fitsAsItIs: false } as const
    const unfit = (fitted: Parameters<typeof describeMisfit>[0], fade = 1) =>
      describeMisfit(fitted, { fade: { audio: fade } }, [{ startTime: 10, endTime: 12 }])
    expect(unfit({ maxBytes: 500_000, form })).toBeUndefined()
    expect(unfit({ maxBytes: 500_000, form: null })).toBe('Your range is too long for 0.5\u00a0MB')
    expect(unfit(null, 1.1)).toBe('Fades can take at most half of the clip: 1.00 s')
  })
})
