import { dirname } from 'node:path'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { MkvOutputFormat, Mp4OutputFormat } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import { planCut } from '../../src/plan-cut.ts'
import { openBytes } from '../support/counting-file.ts'
import { type ExpectedVideo, expectExact } from '../support/expect-exact.ts'
import { openMedia } from '../support/open-media.ts'
import { PlaylistSite } from '../support/playlist-site.ts'
import { remuxedWithText } from '../support/remuxed-text.ts'
import { smallRecipe, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'
import { FFMPEG_PIDS, packetsOf, pidOf } from '../support/ts-tables.ts'

const FPS = 25
const FRAMES = 81
/** Number of frames in a GOP. Two of them are shown before its keyframe, but decoded after it. */
const GOP_FRAMES = 27
const KEYFRAME_PACKET = GOP_FRAMES - 2
const recipe = smallRecipe({
  width: 160,
  height: 96,
  frameRate: [FPS, 1],
  frames: FRAMES,
  gopFrames: GOP_FRAMES,
  layout: 'ts',
  openGop: true,
  // Parameter sets come with each keyframe, as in broadcasts.
  x264: 'repeat-headers=1',
})
const WEBVTT = 'WEBVTT\n\n00:00.500 --> 00:01.000\nA line\n'
const workshop = stampedWorkshop()

/**
 * A transport stream as a tuner records it: its PAT and PMT, and everything from the video frame with this number (in
 * decode order) on.
 */
function recordedFrom(stream: Buffer, firstVideoFrame: number): Buffer {
  const packets = packetsOf(stream)
  const videoStarts = [...packets.keys()].filter((index) => {
    return pidOf(packets[index]!) === FFMPEG_PIDS.video && (packets[index]![1]! & 0x40) !== 0
  })
  return Buffer.concat([...packets.slice(0, 3), ...packets.slice(videoStarts[firstVideoFrame]!)])
}

/**
 * Expected frames and audio of a recording that begins in the middle.
 * @param startFrame the frame at whose time the recording begins
 * @param firstDecodable the first frame that can be decoded
 */
const expectedFrom = (startFrame: number, firstDecodable: number): ExpectedVideo => ({
  seconds: Array.from({ length: FRAMES }, (_, frame) => (frame < firstDecodable ? null : (frame - startFrame) / FPS)),
  endTime: (FRAMES - startFrame) / FPS,
  audioAtZero: startFrame / FPS,
})

const FROM_KEYFRAME = expectedFrom(GOP_FRAMES - 2, GOP_FRAMES)

async function expectLateStart(
  media: Awaited<ReturnType<typeof openBytes>>,
  shownVideo: ExpectedVideo,
  requests: readonly ClipSpec[] = [unscaledRequest, { kind: 'video', height: 48 }],
) {
  const start = shownVideo.seconds.find((time) => time !== null)!
  for (const request of requests) {
    for (const endTime of [start + 1.5, start + 0.5]) {
      const { receipt } = await expectExact(media, shownVideo, { startTime: 0, endTime }, workshop, request)
      expect(receipt.notes).toEqual([{ kind: 'begins_later', seconds: expect.closeTo(start, 2) }])
    }
  }
  const { receipt } = await expectExact(media, shownVideo, { startTime: start + 0.12, endTime: start + 1.3 }, workshop)
  expect(receipt.notes).toBeUndefined()
}

describe('a recording that starts in the middle is cut from its first decodable frame,', () => {
  it.each(['h264', 'hevc'] as const)('in a transport stream of %s with open GOPs', async (video) => {
    const media = await openBytes(recordedFrom(await workshop.video({ ...recipe, video }), KEYFRAME_PACKET))
    await expectLateStart(media, FROM_KEYFRAME)
  })

  it.each([
    ['a Matroska', new MkvOutputFormat()],
    ['an MP4', new Mp4OutputFormat()],
    ['a fragmented MP4', new Mp4OutputFormat({ fastStart: 'fragmented' })],
  ])('in %s', async (_, format) => {
    const stream = recordedFrom(await workshop.video(recipe), KEYFRAME_PACKET)
    const media = await openBytes(await remuxedWithText(stream, format, WEBVTT))
    await expectLateStart(media, { ...FROM_KEYFRAME, roundedToSeconds: 0.001 }, [unscaledRequest])
  })

  it('in a playlist whose first segment is gone', async () => {
    const { videoPath } = await makeStampedMedia({ ...recipe, layout: 'hls' }, workshop.directory, 'playlist')
    const lines = [1, 2].flatMap((index) => ['#EXTINF:1.08,', `index${index}.ts`])
    const text = ['#EXTM3U', '#EXT-X-TARGETDURATION:2', ...lines, '#EXT-X-ENDLIST'].join('\n')
    const source = new PlaylistSite(dirname(videoPath!)).source(text)
    await expectLateStart(await openMedia({ video: source, audio: source }), FROM_KEYFRAME, [unscaledRequest])
  })

  it('with frames before the first keyframe, which refer to missing ones', async () => {
    const closedGops = { ...recipe, openGop: false, bFrames: 0 }
    const media = await openBytes(recordedFrom(await workshop.video(closedGops), 20))
    await expectLateStart(media, expectedFrom(20, GOP_FRAMES))
  })

  it('with half a megabyte before the parameter sets', async () => {
    const heavyRecipe = { ...recipe, openGop: false, bFrames: 0, frameBytes: { key: 60_000, other: 60_000 } }
    const media = await openBytes(recordedFrom(await workshop.video(heavyRecipe), 2))
    expect(media.facts.video).toMatchObject({ codec: 'h264', width: 160, height: 96 })
    await expectLateStart(media, expectedFrom(2, GOP_FRAMES), [unscaledRequest])
    const still = await workshop.cutOnly(media, { startTime: 0, endTime: 2 }, { kind: 'still', height: null })
    expect(still.receipt.firstFrameSeconds).toBeCloseTo((GOP_FRAMES - 2) / FPS, 3)
  })

  it('without keyframes, once a gradual refresh is complete', async () => {
    const refreshRecipe = { ...recipe, openGop: false, bFrames: 0, x264: 'repeat-headers=1:intra-refresh=1' }
    const media = await openBytes(recordedFrom(await workshop.video(refreshRecipe), 20))
    const { receipt } = await workshop.cut(media, { startTime: 0, endTime: media.facts.durationSeconds })
    const firstSeconds = receipt.firstFrameSeconds!
    expect(receipt.notes).toEqual([{ kind: 'begins_later', seconds: expect.closeTo(firstSeconds, 3) }])
    await expectLateStart(media, expectedFrom(20, 20 + Math.round(firstSeconds * FPS)), [unscaledRequest])
    expect(firstSeconds).toBeLessThan(1.5)
  })

  it('in images, too', async () => {
    const media = await openBytes(recordedFrom(await workshop.video(recipe), KEYFRAME_PACKET))
    for (const kind of ['still', 'gif', 'webp'] as const) {
      const request = kind === 'still' ? { kind, height: null } : { kind }
      const { receipt } = await workshop.cutOnly(media, { startTime: 0, endTime: 1 }, request)
      expect(receipt.firstFrameSeconds).toBeCloseTo(2 / FPS, 3)
      expect(receipt.notes).toMatchObject([{ kind: 'begins_later' }])
    }
  })
})

/** Whether a keyframe begins in a packet of video, according to its adaptation field. */
const startsKeyframe = (packet: Buffer) =>
  pidOf(packet) === FFMPEG_PIDS.video && (packet[3]! & 0x20) !== 0 && packet[4]! > 0 && (packet[5]! & 0x40) !== 0

describe('a range before the first decodable frame is refused with the time of that frame,', () => {
  const beginsLaterError = (frame: number) => ({
    code: 'begins_later',
    firstFrameSeconds: expect.closeTo(frame / FPS, 3),
    message: expect.stringContaining('first frame that can be shown'),
  })

  it.each(['h264', 'hevc'] as const)('after leading frames of %s', async (video) => {
    const media = await openBytes(recordedFrom(await workshop.video({ ...recipe, video }), KEYFRAME_PACKET))
    for (const request of [unscaledRequest, { kind: 'still', height: null }] as const) {
      await expect(planCut(media, { startTime: 0, endTime: 0.05 }, request)).rejects.toMatchObject(beginsLaterError(2))
    }
  })

  it('before the first keyframe', async () => {
    const closedGops = { ...recipe, openGop: false, bFrames: 0 }
    const media = await openBytes(recordedFrom(await workshop.video(closedGops), 2))
    await expect(planCut(media, { startTime: 0, endTime: 0.5 }, unscaledRequest)).rejects.toMatchObject(
      beginsLaterError(GOP_FRAMES - 2),
    )
  })

  it('while there is only audio', async () => {
    const closedGops = { ...recipe, openGop: false, bFrames: 0 }
    const packets = packetsOf(await workshop.video(closedGops))
    const keyframe = packets.findLastIndex(startsKeyframe)
    const latePackets = packets.filter((packet, index) => index >= keyframe || pidOf(packet) !== FFMPEG_PIDS.video)
    const media = await openBytes(Buffer.concat(latePackets))
    await expect(planCut(media, { startTime: 0.5, endTime: 1.5 }, unscaledRequest)).rejects.toMatchObject({
      code: 'begins_later',
      firstFrameSeconds: expect.closeTo((2 * GOP_FRAMES) / FPS, 1),
    })
  })
})
