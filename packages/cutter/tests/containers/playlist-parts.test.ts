import { dirname } from 'node:path'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { describe, expect, it } from 'vitest'
import type { FetchPart } from '../../src/demux/hls/playlist-source.ts'
import { planCut } from '../../src/plan-cut.ts'
import { expectAllPackets } from '../support/expect-all-packets.ts'
import { expectExact, uneditedVideo } from '../support/expect-exact.ts'
import { openMedia } from '../support/open-media.ts'
import { PlaylistSite } from '../support/playlist-site.ts'
import { RemuxedSegments, type SegmentShape, SMALL_SEGMENTS } from '../support/remuxed-segments.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'

/** A recipe for three four-second segments, each with two GOPs and of one megabyte. */
const recipe = smallRecipe({
  width: 96,
  height: 64,
  layout: 'hls-mp4',
  frameRate: [25, 1],
  frames: 300,
  gopFrames: 50,
  bFrames: 1,
  frameBytes: { key: 60_000, other: 9000 },
  muxerOptions: { hls_time: '4' },
})
/** Largest ratio of fetched to covered bytes. Tables make it more than 1; whole segments would make it 2. */
const MAX_FETCHED_SHARE = 1.25
const ACROSS_A_BORDER = { startTime: 7.6, endTime: 10.3 }
const workshop = stampedWorkshop()

const directory = dirname((await makeStampedMedia(recipe, workshop.directory, 'mp4')).videoPath!)

async function open(answer: (site: PlaylistSite) => FetchPart = (site) => site.fetchPart) {
  const site = new PlaylistSite(directory)
  const source = site.source(await site.text('index.m3u8'), 'index.m3u8', answer(site))
  const media = await openMedia({ video: source, audio: source })
  site.requests.length = 0
  return { site, media }
}

it('a playlist of large MP4 segments is fetched only up to the end of the range, and cut exactly', async () => {
  const { site, media } = await open()
  const { receipt } = await expectExact(media, uneditedVideo(recipe), ACROSS_A_BORDER, workshop)
  const fetchedBytes = site.requests.reduce((sum, { bytes }) => sum + bytes, 0)
  expect(fetchedBytes / receipt.bytesCovered).toBeLessThan(MAX_FETCHED_SHARE)
  expect(receipt.bytesFetched).toBe(fetchedBytes)
  expect(site.requests.length).toBeLessThan(9)
})

/**
 * Audio frames that cross the borders of packets, and video frames of several packets each.
 * segments-of-any-shape.hard.ts tests more shapes.
 */
const UNEVEN_SEGMENTS: SegmentShape = {
  ...SMALL_SEGMENTS,
  keysInSegment: 2,
  keyBytes: 60_000,
  frameBytes: 9000,
  audioBytes: 400,
  untimedShare: 0.3,
  audioLeadSeconds: 0.3,
  frameSegmentBytes: 3000,
  hasOtherProgram: true,
  unevenShare: 0.6,
}

it('a stream from other muxers has each packet once, in its place', async () => {
  const sourceVideo = await workshop.video(
    smallRecipe({ width: 96, height: 64, layout: 'ts', frameRate: [25, 1], frames: 250 }),
  )
  const random = seededRandom(7)
  expect(await expectAllPackets(new RemuxedSegments(sourceVideo, UNEVEN_SEGMENTS, random), 3, random)).toEqual([])
})

describe('a server with broken range requests', () => {
  it('gives exactly the range even if it sends whole segments', async () => {
    const sendWholeSegments = (site: PlaylistSite): FetchPart => {
      return async (address, _, options) => {
        const bytes = await site.fetch(address, null, options)
        return { bytes, start: 0, sizeBytes: bytes.length }
      }
    }
    const { site, media } = await open(sendWholeSegments)
    await expectExact(media, uneditedVideo(recipe), { startTime: 7.8, endTime: 8.2 }, workshop)
    expect(site.requests.map(({ path }) => path).sort()).toEqual(['index1.m4s', 'index2.m4s'])
  })

  it('is asked only for whole segments after invalid ranges', async () => {
    let requestCount = 0
    const { site, media } = await open(() => async () => {
      requestCount += 1
      return null
    })
    await planCut(media, { startTime: 6.6, endTime: 11.3 }, { kind: 'video', height: null })
    expect(requestCount).toBeLessThan(4)
    expect(new Set(site.requests.map(({ path }) => path)).size).toBe(site.requests.length)
  })

  it('causes an error if it reports different sizes for a segment', async () => {
    let requestCount = 0
    const { media } = await open((site) => async (address, range, options) => {
      requestCount += 1
      const part = await site.fetchPart(address, range, options)
      return part && { ...part, sizeBytes: part.sizeBytes + requestCount * 1000 }
    })
    const planning = planCut(media, ACROSS_A_BORDER, { kind: 'video', height: null })
    await expect(planning).rejects.toMatchObject({ code: 'source_failed' })
  })
})
