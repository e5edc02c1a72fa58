import { expect, it } from 'vitest'
import { QUALITY_IDS, type QualityId } from '../formats/quality.ts'
import { audio, rendition } from '../formats/testing/renditions.ts'
import { chooseFitting, fittedForm, offeredQualities } from './fitted-form.ts'

const renditionOf = (height: number, bitrate: number) =>
  rendition(`${height}`, { height, width: (height * 16) / 9, bitrate })
const RENDITIONS = [
  renditionOf(1080, 2_800_000),
  renditionOf(720, 1_600_000),
  renditionOf(480, 870_000),
  renditionOf(360, 470_000),
  audio('a'),
]
const OFFERED_QUALITIES = offeredQualities(RENDITIONS, 600)
const fit = (seconds: number, megabytes: number, quality: QualityId = '1080p', offeredQualityIds = OFFERED_QUALITIES) =>
  fittedForm(offeredQualityIds, quality, { seconds, maxBytes: megabytes * 1_000_000 })

it('a clip that fits keeps its requested quality', () => {
  expect(fit(20, 10)).toEqual({ quality: '1080p', height: 1080, fitsAsItIs: true })
  expect(fit(60, 50, '720p')).toEqual({ quality: '720p', height: 720, fitsAsItIs: true })
})

it('a longer clip has fewer bits, then fewer pixels, and is never larger than requested', () => {
  expect(fit(60, 10)).toEqual({ quality: '1080p', height: 1080, fitsAsItIs: false })
  expect(fit(180, 10)?.quality).toBe('720p')
  expect(fit(20, 10, '480p')?.quality).toBe('480p')
  const heights = [10, 60, 120, 240, 480, 700].map((seconds) => fit(seconds, 8)!.height)
  expect(heights).toEqual(heights.toSorted((a, b) => b - a))
  expect(heights.at(-1)).toBe(180)
})

it('qualities that the video lacks are skipped', () => {
  const smallVideo = offeredQualities([renditionOf(360, 470_000)], 600)
  expect(fit(60, 10, '1080p', smallVideo)).toMatchObject({ quality: '360p', height: 360 })
  expect(
    fittedForm(
      smallVideo.filter(({ quality }) => quality === 'audio'),
      '1080p',
      { seconds: 9, maxBytes: 1e7 },
    ),
  ).toBeNull()
})

it('an unusual quality is named by its own height', () => {
  const old = offeredQualities([renditionOf(240, 300_000)], 600)
  expect(fit(20, 10, '360p', old)).toEqual({ quality: '360p', height: 240, fitsAsItIs: true })
  const highQualities = offeredQualities([renditionOf(1440, 6_000_000)], 600)
  expect(fit(60, 20, '2160p', highQualities)).toEqual({ quality: '2160p', height: 1440, fitsAsItIs: false })
})

it('wasteful camera bitrates do not raise the bits that frames need', () => {
  const camera = QUALITY_IDS.map((quality) => ({ quality, bitrate: 60_000_000 }))
  expect(fit(45, 10, '1080p', camera)?.height).toBe(1080)
})

it('ten minutes do not fit into a megabyte', () => {
  expect(fit(600, 1)).toBeNull()
})

it('a clip uses the rendition of its own final size', () => {
  const chosen = (seconds: number, maxBytes?: number) =>
    chooseFitting(
      RENDITIONS,
      {
        quality: '1080p',
        format: 'mp4',
        ranges: [{ startTime: 5, endTime: 5 + seconds }],
        options: maxBytes === undefined ? {} : { maxBytes },
      },
      600,
    )
  expect(chosen(180)?.video?.id).toBe('1080')
  expect(chosen(180, 10_000_000)).toMatchObject({ video: { id: '720' }, scaleToHeight: null })
  expect(chosen(500, 8_000_000)).toMatchObject({ video: { id: '360' }, scaleToHeight: 180 })
  expect(chosen(590, 1_000_000)?.video?.id).toBe('1080')
})
