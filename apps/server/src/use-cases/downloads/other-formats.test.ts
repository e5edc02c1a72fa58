import { beforeEach, describe, expect, it } from 'vitest'
import type { VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import type { LocatedRendition } from '../../ports/sources.ts'
import { newId } from '../shared/new-id.ts'
import { refused } from '../shared/outcome.ts'
import { requestDownloadOf } from '../testing/downloads.ts'
import { openTestBackend, unwrap } from '../testing/test-backend.ts'

let viewer: ViewerRecord
const backend = await openTestBackend()
beforeEach(async () => {
  viewer = await backend.viewer()
})

const requestForm = (video: VideoRecord, requestedForm: { quality: string; format?: string }, by = viewer) =>
  requestDownloadOf(backend, video, by, requestedForm)
const rangeOf = (count: number) => ({ startTime: 3, endTime: 3 + count })

/** A video with 1080p in VP9 and 360p in H.264. */
async function createMixedVideo(by = viewer): Promise<VideoRecord> {
  const video = await backend.video(by, rangeOf(10))
  const [smallRendition] = video.details.renditions as [LocatedRendition]
  const largeRendition = { ...smallRendition, id: '248', videoCodec: 'vp9', width: 1920, height: 1080 }
  const mixedVideo = {
    ...video,
    id: newId(),
    reference: newId(),
    details: { ...video.details, renditions: [smallRendition, largeRendition] },
  }
  await backend.database.records.videos.insert(mixedVideo)
  return mixedVideo
}

describe('animations', () => {
  it.each(['gif', 'webp', 'GIF'])('as %s are limited to 15 seconds, to the millisecond', async (format) => {
    expect(await requestForm(await backend.video(viewer, rangeOf(15)), { quality: '360p', format })).toMatchObject({
      ok: true,
      value: { download: { quality: '360p', format: format.toLowerCase() } },
    })
    const longerVideo = await backend.video(viewer, rangeOf(15.001))
    expect(await requestForm(longerVideo, { quality: '360p', format })).toMatchObject({
      ok: false,
      code: 'range_too_long',
    })
  })

  it('share one clip for every requested quality', async () => {
    const video = await createMixedVideo()
    const gifOf4K = unwrap(await requestForm(video, { quality: '4K', format: 'gif' }))
    const gifOf360p = unwrap(await requestForm(video, { quality: '360p', format: 'gif' }))
    expect(gifOf360p.download.id).toBe(gifOf4K.download.id)
  })

  it('are separate from the video of the same quality', async () => {
    const video = await backend.video(viewer, rangeOf(10))
    const requests = ['mp4', 'gif', 'webp'].map((format) => requestForm(video, { quality: '360p', format }))
    const clips = (await Promise.all(requests)).map((request) => request.ok && request.value.clip.id)
    expect(new Set(clips).size).toBe(3)
    expect(await requestForm(video, { quality: '360p', format: 'png' })).toMatchObject({
      ok: false,
      code: 'daily_limit',
    })
  })
})

it.each(['png', 'original'])('a still and the source codecs as %s need the plan of their quality', async (format) => {
  expect(await requestForm(await createMixedVideo(), { quality: '1080p', format })).toMatchObject({
    ok: false,
    code: 'needs_account',
  })
  const pro: ViewerRecord = { ...viewer, kind: 'pro' }
  expect(await requestForm(await createMixedVideo(pro), { quality: '1080p', format }, pro)).toMatchObject({
    ok: true,
    value: { download: { quality: '1080p', format } },
  })
})

describe('an unavailable form', () => {
  it.each([
    ['audio', 'gif'],
    ['audio', 'mp4'],
    ['360p', 'mp3'],
    ['360p', 'avi'],
  ])('such as %s as %s is refused with the available ones', async (quality, format) => {
    const outcome = await requestForm(await backend.video(viewer), { quality, format })
    expect(outcome).toMatchObject({ ok: false, code: 'invalid_request' })
    expect(outcome).toHaveProperty('meaning', expect.stringContaining(`for quality ${quality}`))
  })

  it('is an animation, still or original of several joined ranges', async () => {
    const pro: ViewerRecord = { ...viewer, kind: 'pro' }
    const ranges = [
      { startTime: 1, endTime: 2 },
      { startTime: 3, endTime: 4 },
    ]
    for (const format of ['gif', 'png', 'original'])
      expect(await requestDownloadOf(backend, await backend.video(pro), pro, { format, ranges })).toMatchObject(
        refused('invalid_request'),
      )
  })
})
