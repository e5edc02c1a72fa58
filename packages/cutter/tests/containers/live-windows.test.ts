import { dirname } from 'node:path'
import { audioOffsetSeconds } from '@kerf/stamped-media/audio/stamped-audio'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { describe, expect, it } from 'vitest'
import type { SharedTimeline } from '../../src/api/segment-source.ts'
import type { MediaPlaylist } from '../../src/demux/hls/parse-media.ts'
import { parsePlaylist } from '../../src/demux/hls/parse-playlist.ts'
import { playlistSource } from '../../src/demux/hls/playlist-source.ts'
import { expectExact, uneditedVideo } from '../support/expect-exact.ts'
import { openMedia } from '../support/open-media.ts'
import { PlaylistSite } from '../support/playlist-site.ts'
import { mp3Request, smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'
import { withClockAt } from '../support/ts-tables.ts'

/** A recipe for one 25-frame segment per second. */
const recipe = smallRecipe({ width: 160, height: 96, layout: 'hls', frameRate: [25, 1], frames: 150, gopFrames: 25 })
const workshop = stampedWorkshop()

const directories: Record<string, string> = {}
for (const layout of ['hls', 'hls-mp4'] as const) {
  const { videoPath } = await makeStampedMedia({ ...recipe, layout }, workshop.directory, layout)
  directories[layout] = dirname(videoPath!)
}

/** The source from a segment on. */
async function sourceFrom(layout: string, firstSegment: number, timeline?: SharedTimeline) {
  const site = new PlaylistSite(directories[layout]!)
  const playlist = parsePlaylist(await site.text('index.m3u8'), 'http://site.test/index.m3u8') as MediaPlaylist
  const source = playlistSource({ ...playlist, segments: playlist.segments.slice(firstSegment) }, site.fetch)
  return { ...source, ...(timeline && { timeline }) }
}

/** The source video with zero of its timeline later by some seconds. */
const videoFrom = (laterSeconds: number) => ({
  seconds: uneditedVideo(recipe).seconds.map((seconds) => seconds! - laterSeconds),
  endTime: 6 - laterSeconds,
  audioAtZero: laterSeconds,
})

describe.each(['hls', 'hls-mp4'])('the window of a live stream, in segments of %s', (layout) => {
  /** The timeline that begins with the third segment, at two seconds. */
  async function timelineOf(startTime: number, toleranceSeconds: number): Promise<SharedTimeline> {
    const source = await sourceFrom(layout, 2)
    const { facts } = await openMedia({ video: source, audio: source })
    return { clockSeconds: facts.clockSeconds!, startTime, toleranceSeconds }
  }

  it('begins where its first segment begins', async () => {
    const source = await sourceFrom(layout, 2)
    const media = await openMedia({ video: source, audio: source })
    await expectExact(media, videoFrom(2), { startTime: 0, endTime: 1.4 }, workshop)
    await expectExact(media, videoFrom(2), { startTime: 1.4, endTime: 4 }, workshop)
  })

  it.each([
    ['in a variant that begins a segment later', 3, 0, 10],
    ['in a variant that begins a segment earlier', 1, 0, 10],
    ['in only its last segments', 3, 1.1, 0.5],
  ])('has the same times %s', async (_, firstSegment, startTime, tolerance) => {
    const timeline = await timelineOf(startTime, tolerance)
    const source = await sourceFrom(layout, firstSegment, timeline)
    const media = await openMedia({ video: source, audio: source })
    expect(media.facts.clockSeconds).toBe(timeline.clockSeconds)
    await expectExact(media, videoFrom(2), { startTime: 1.4, endTime: 3.2 }, workshop)
    const { clip } = await workshop.cut(media, { startTime: 1.4, endTime: 3.2 }, mp3Request)
    expect(Math.abs(audioOffsetSeconds(clip.audio!, 3.4)!)).toBeLessThanOrEqual(0.001)
  })

  it('has the same times in its audio only', async () => {
    const media = await openMedia({ video: null, audio: await sourceFrom(layout, 3, await timelineOf(1, 0.5)) })
    const { clip } = await workshop.cut(media, { startTime: 1.4, endTime: 3.2 }, mp3Request)
    expect(Math.abs(audioOffsetSeconds(clip.audio!, 3.4)!)).toBeLessThanOrEqual(0.001)
  })

  it('is refused if its segments begin at other times than the playlist says', async () => {
    const source = await sourceFrom(layout, 4, await timelineOf(1, 0.5))
    await expect(openMedia({ video: source, audio: source })).rejects.toMatchObject({ code: 'unsupported_media' })
  })
})

describe('the window of a live stream in MPEG-TS whose clock restarts', () => {
  /** The source from a segment on, with a clock that starts again after three seconds or a little less. */
  async function wrappingFrom(firstSegment: number, timeline?: SharedTimeline) {
    const source = await sourceFrom('hls', firstSegment, timeline)
    const readSegment: typeof source.readSegment = async (...args) => {
      const segment = await source.readSegment(...args)
      return { ...segment, bytes: withClockAt(Buffer.from(segment.bytes), 2 ** 33 - 3 * 90_000) }
    }
    return { ...source, readSegment }
  }

  it.each([1, 2, 3, 4])('has the same times from segment %i on', async (firstSegment) => {
    const whole = await wrappingFrom(0)
    const { facts } = await openMedia({ video: whole, audio: whole })
    const timeline = { clockSeconds: facts.clockSeconds!, startTime: firstSegment, toleranceSeconds: 0.5 }
    const source = await wrappingFrom(firstSegment, timeline)
    const media = await openMedia({ video: source, audio: source })
    const range = { startTime: firstSegment + 0.2, endTime: 5.6 }
    await expectExact(media, uneditedVideo(recipe), range, workshop)
  })
})
