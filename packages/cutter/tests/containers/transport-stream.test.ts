import { describe, expect, it } from 'vitest'
import { probe } from '../../src/index.ts'
import { openBytes } from '../support/counting-file.ts'
import { expectExact, uneditedVideo } from '../support/expect-exact.ts'
import { buildPes, toTsPackets, unitsOf } from '../support/remuxed-segments.ts'
import { smallRecipe, stampedWorkshop } from '../support/stamped-source.ts'
import { FFMPEG_PIDS, packetsOf, pidOf, tablesOf, toProgram, withClockAt } from '../support/ts-tables.ts'

const recipe = smallRecipe({ width: 320, height: 180, layout: 'ts', frameRate: [25, 1], frames: 75, gopFrames: 25 })
const MIDDLE_RANGE = { startTime: 0.52, endTime: 1.48 }
/** Number of bytes at the end of each frame that move into the next packet. Every frame is larger. */
const SHIFTED_BYTES = 20

const workshop = stampedWorkshop()

const sourceVideo = await workshop.video(recipe)

/** Puts a four-byte time code before every packet, as recorders do. */
const withTimeCodes = (stream: Buffer) =>
  Buffer.concat(packetsOf(stream).flatMap((packet, index) => [Buffer.from([0, 0, index >> 8, index & 255]), packet]))

describe('a transport stream', () => {
  it('is described by its content', async () => {
    expect((await openBytes(sourceVideo)).facts).toMatchObject({
      container: 'mpegts',
      video: { codec: 'h264', width: 320, height: 180, frameRate: 25, copyable: true },
      audio: { codec: 'aac', sampleRate: 44_100, channels: 2 },
    })
    expect((await openBytes(sourceVideo)).facts.durationSeconds).toBeCloseTo(3, 1)
  })

  it.each([
    ['interlaced', { x264: 'tff=1' }],
    ['interlaced, with scaling lists', { x264: 'bff=1:cqm=jvt' }],
    ['with scaling lists', { x264: 'cqm=jvt', width: 318, height: 178 }],
  ])('has frames of their full size: %s', async (_, changes) => {
    const oddRecipe = { ...recipe, ...changes, audio: null, frames: 30 }
    const { width, height } = oddRecipe
    const media = await openBytes(await workshop.video(oddRecipe))
    expect(media.facts.video).toMatchObject({ width, height })
    await expectExact(media, uneditedVideo(oddRecipe), { startTime: 0.32, endTime: 1.12 }, workshop)
    const stillPath = (await workshop.cutOnly(media, { startTime: 0.52, endTime: 1 }, { kind: 'still', height: null }))
      .path
    expect(await probe(stillPath)).toMatchObject({ width, height })
    const { clip } = await workshop.cut(media, { startTime: 0.52, endTime: 1 }, { kind: 'video', height: 90 })
    expect(clip.height).toBe(90)
  })

  it('lasts until its last frame ends, even if each frame is larger than one read', async () => {
    const largeRecipe = { ...recipe, frames: 12, audioToSeconds: 0.2, frameBytes: { key: 200_000, other: 180_000 } }
    expect((await openBytes(await workshop.video(largeRecipe))).facts.durationSeconds).toBeCloseTo(12 / 25, 2)
  })

  it.each([
    ['from a keyframe to a keyframe', { startTime: 1, endTime: 2 }],
    ['from inside a group to inside another', { startTime: 0.52, endTime: 2.48 }],
    ['of one frame', { startTime: 1.2, endTime: 1.24 }],
    ['of everything', { startTime: 0, endTime: 3 }],
  ])('gives exactly the frames and the audio %s, copied if possible', async (_, range) => {
    const { receipt } = await expectExact(await openBytes(sourceVideo), uneditedVideo(recipe), range, workshop)
    expect(receipt.framesReencoded).toBeLessThan(25)
  })

  it('is read only around the range', async () => {
    const longRecipe = { ...recipe, frames: 250, videoBitrate: 2_000_000, audio: null }
    const { media, files, bytesRead } = await workshop.make(longRecipe, 'long')
    const indexBytes = bytesRead()
    const { receipt } = await workshop.cut(media, { startTime: 4.4, endTime: 7.2 })
    expect(bytesRead() - indexBytes).toBe(receipt.bytesFetched)
    // The allowance covers reads that look for a time and a keyframe, and the headers of packets.
    expect(receipt.bytesFetched).toBeLessThan(1.06 * receipt.bytesCovered + 400 * 1024)
    expect(receipt.bytesFetched).toBeLessThan(0.6 * files[0]!.sizeBytes)
  })

  it('may start in the middle of a packet, and have longer packets', async () => {
    const recording = Buffer.concat([sourceVideo.subarray(100, 188), withTimeCodes(sourceVideo)])
    await expectExact(await openBytes(recording), uneditedVideo(recipe), { startTime: 0.9, endTime: 1.5 }, workshop)
  })

  it('may have a clock that wraps around', async () => {
    const wrappingStream = withClockAt(sourceVideo, 2 ** 33 - 90_000)
    await expectExact(
      await openBytes(wrappingStream),
      uneditedVideo(recipe),
      { startTime: 0.3, endTime: 2.2 },
      workshop,
    )
  })

  const ownPids = { number: 1, ...FFMPEG_PIDS }

  it('may have late tables', async () => {
    const packets = toProgram(packetsOf(sourceVideo), ownPids)
    const padding = Buffer.alloc(188, 0xff)
    padding.writeUInt32BE(0x471fff10, 0)
    const latePackets = [
      ...packets.slice(0, 100),
      ...Array<Buffer>(3200).fill(padding),
      ...tablesOf([ownPids]),
      ...packets.slice(100),
    ]
    await expectExact(await openBytes(Buffer.concat(latePackets)), uneditedVideo(recipe), MIDDLE_RANGE, workshop)
  })

  it.each([
    ['private data, as FFmpeg writes it for discs', 0x06],
    ['an unknown type', 0xa5],
  ])('has audio even if its PMT calls the stream %s', async (_, type) => {
    const tables = tablesOf([ownPids], type, { program: 'HDMV' })
    const stream = Buffer.concat([...tables, ...toProgram(packetsOf(sourceVideo), ownPids)])
    await expectExact(await openBytes(stream), uneditedVideo(recipe), MIDDLE_RANGE, workshop)
  })

  it('may start its frames in the middle of a packet', async () => {
    const frames = unitsOf(sourceVideo, ownPids.video)
    const audio = toProgram(packetsOf(sourceVideo), ownPids).filter((packet) => pidOf(packet) === ownPids.audio)
    const audioPacketsPerFrame = audio.length / frames.length
    const stream = frames.flatMap(({ pts, data }, index) => {
      // Each packet begins with the last bytes of the frame before, but has the timestamp of its own frame.
      const previousEnd = frames[index - 1]?.data.subarray(-SHIFTED_BYTES) ?? Buffer.alloc(0)
      const isLast = index === frames.length - 1
      const pes = buildPes(
        0xe0,
        pts,
        Buffer.concat([previousEnd, isLast ? data : data.subarray(0, -SHIFTED_BYTES)]),
        false,
      )
      const frameAudio = audio.slice(
        Math.round(index * audioPacketsPerFrame),
        Math.round((index + 1) * audioPacketsPerFrame),
      )
      return [...toTsPackets(ownPids.video, pes), ...frameAudio]
    })
    await expectExact(
      await openBytes(Buffer.concat([...tablesOf([ownPids]), ...stream])),
      uneditedVideo(recipe),
      MIDDLE_RANGE,
      workshop,
    )
  })

  it("with an unsupported codec is refused with the codec's name", async () => {
    const tables = tablesOf([ownPids]).map((packet) =>
      pidOf(packet) === ownPids.pmt ? withVideoType(packet, 2) : packet,
    )
    const mpeg2 = Buffer.concat([...tables, ...toProgram(packetsOf(sourceVideo), ownPids)])
    await expect(openBytes(mpeg2)).rejects.toMatchObject({
      code: 'unsupported_media',
      message: expect.stringContaining('MPEG-2'),
    })
  })

  it('may have several programs, of which the first one with video is used', async () => {
    const audioProgram = { number: 1, pmt: 0x1010, video: 0x110, audio: 0x111 }
    const secondProgram = { number: 2, pmt: 0x1020, video: 0x120, audio: 0x121 }
    const packets = toProgram(packetsOf(sourceVideo), secondProgram)
    // Only the audio of the first program is there, an hour later.
    const otherAudio = toProgram(packetsOf(withClockAt(sourceVideo, 3600 * 90_000)), audioProgram).filter(
      (packet) => pidOf(packet) === audioProgram.audio,
    )
    const mixedPackets = packets.flatMap((packet, index) => [packet, ...otherAudio.slice(index, index + 1)])
    const tables = tablesOf([{ ...audioProgram, video: 0x1fff }, secondProgram])
    const tablesWithoutVideo = tables.map((packet) =>
      pidOf(packet) === audioProgram.pmt ? withVideoType(packet, 0x7f) : packet,
    )
    const stream = mixedPackets.flatMap((packet, index) =>
      index % 40 === 0 ? [...tablesWithoutVideo, packet] : [packet],
    )
    const media = await openBytes(Buffer.concat(stream))
    expect(media.facts.video).toMatchObject({ width: 320, height: 180 })
    await expectExact(media, uneditedVideo(recipe), MIDDLE_RANGE, workshop)
  })

  it('may change its packet ids', async () => {
    const laterPids = { ...ownPids, video: 0x140, audio: 0x141 }
    const packets = packetsOf(sourceVideo)
    const keyframePackets = packets.flatMap((packet, index) =>
      pidOf(packet) === 0x100 && startsKeyframe(packet) ? [index] : [],
    )
    const changeAt = keyframePackets[1]!
    const withTables = (tables: Buffer[], programPackets: Buffer[]) =>
      programPackets.flatMap((packet, index) => (index % 40 === 0 ? [...tables, packet] : [packet]))
    const stream = [
      ...withTables(tablesOf([ownPids]), toProgram(packets.slice(0, changeAt), ownPids)),
      ...withTables(tablesOf([laterPids]), toProgram(packets.slice(changeAt), laterPids)),
    ]
    const media = await openBytes(Buffer.concat(stream))
    expect(media.facts.durationSeconds).toBeCloseTo(3, 1)
    await expectExact(media, uneditedVideo(recipe), { startTime: 0.52, endTime: 2.48 }, workshop)
    await expectExact(media, uneditedVideo(recipe), { startTime: 2.2, endTime: 2.6 }, workshop)
  })
})

/** A copy of a PMT in which the video stream has another type. */
function withVideoType(pmt: Buffer, type: number): Buffer {
  const copy = Buffer.from(pmt)
  copy.writeUInt8(type, 5 + 12)
  return copy
}

/** Whether a keyframe begins in a packet: FFmpeg's muxer sets its random access indicator. */
function startsKeyframe(packet: Buffer): boolean {
  return (packet[1]! & 0x40) !== 0 && (packet[3]! & 0x20) !== 0 && packet[4]! > 0 && (packet[5]! & 0x40) !== 0
}
