import { readFile } from 'node:fs/promises'
import { MkvOutputFormat } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import type { ClipCrop, ClipSpec } from '../../src/api/clip-spec.ts'
import { u32 } from '../../src/bitstream/mp4-boxes.ts'
import { rotationOf } from '../../src/bitstream/turn.ts'
import { frameCropper } from '../../src/codec/native/frames/frame-cropper.ts'
import { emptyFrame } from '../../src/codec/native/libav/fill-frame.ts'
import { imageKind, readImageFile } from '../../src/image-files.ts'
import { pixelArea } from '../../src/plan/frame-shape.ts'
import { openBytes } from '../support/counting-file.ts'
import { fieldVideo } from '../support/field-coded.ts'
import { differenceFrom, halveSides, lumaFrames, lumaOf } from '../support/luma-frames.ts'
import { AV_PIX_FMT_YUV420P10LE, AVCOL_RANGE_MPEG, AVCOL_SPC_BT709, decodeImages } from '../support/native-frames.ts'
import { frameSamples, withTurn } from '../support/odd-mp4.ts'
import { patchAfter } from '../support/patched-mp4.ts'
import { rebuildMp4 } from '../support/rebuilt-mp4.ts'
import { remuxedWithText } from '../support/remuxed-text.ts'
import { smallRecipe, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()
const recipe = smallRecipe({ frames: 60, gopFrames: 25, layout: 'moov-last' })
const bytes = await workshop.video(recipe)
const media = await openBytes(bytes)
const range = { startTime: 0.5, endTime: 1 }
const uprightCrop: ClipCrop = { ratio: 9 / 16 }

/** Maximum mean luma difference after re-encoding. A 4-pixel offset makes more than twice this difference. */
const MAX_LUMA_DIFFERENCE = 3
const uncroppedFrames = await lumaFrames((await workshop.cutOnly(media, range)).path)

async function cutCropped(
  source: typeof media,
  crop: ClipCrop,
  options: Partial<Extract<ClipSpec, { kind: 'video' }>> = {},
) {
  const { plan, receipt, path } = await workshop.cutOnly(source, range, { ...unscaledRequest, crop, ...options })
  const frames = await lumaFrames(path)
  const clip = await openBytes(await readFile(path))
  return { plan, receipt, path, frames, video: clip.video!, size: `${frames[0]!.width}x${frames[0]!.height}` }
}

function expectArea(frames: Awaited<ReturnType<typeof lumaFrames>>, corner: { left: number; top: number }) {
  expect(frames.map(({ seconds }) => seconds)).toEqual(uncroppedFrames.map(({ seconds }) => expect.closeTo(seconds, 2)))
  for (const [index, frame] of frames.entries()) {
    expect(differenceFrom(uncroppedFrames[index]!, corner, frame)).toBeLessThan(MAX_LUMA_DIFFERENCE)
    const wrongCorner = { left: Math.max(0, corner.left - 4), top: Math.max(0, corner.top - 4) }
    if (index === 0)
      expect(differenceFrom(uncroppedFrames[0]!, wrongCorner, frame)).toBeGreaterThan(2 * MAX_LUMA_DIFFERENCE)
  }
}

const QUARTER_TURN = [0, 1, -1, 0]
const WEBVTT = 'WEBVTT\n\n00:00.500 --> 00:01.000\nA line\n'

describe('a cropped clip', () => {
  it('shows the middle of each frame, all re-encoded, with unchanged audio', async () => {
    const { plan, receipt, frames, size } = await cutCropped(media, uprightCrop)
    expect(size).toBe('122x216')
    expectArea(frames, { left: 132, top: 0 })
    expect(plan).toMatchObject({ way: 'transcoded', audio: { how: 'encoded' }, video: { width: 122, height: 216 } })
    expect(plan.video!.pieces).toMatchObject([{ how: 'encode', frames: 15 }])
    expect(receipt).toMatchObject({ framesCopied: 0, framesReencoded: 15, size: { width: 122, height: 216 } })
  })

  it('shows any area, in order over joined ranges', async () => {
    const crop = { left: 0.25, top: 0.5, width: 0.5, height: 0.5 }
    expectArea((await cutCropped(media, crop)).frames, { left: 96, top: 108 })
    const ranges = [
      { startTime: 0.75, endTime: 1 },
      { startTime: 0.5, endTime: 0.75 },
    ]
    const { path } = await workshop.cutOnly(media, ranges, { ...unscaledRequest, crop })
    const frames = await lumaFrames(path)
    const expectedOrder = [8, 9, 10, 11, 12, 13, 14, 0, 1, 2, 3, 4, 5, 6, 7]
    expect(frames).toHaveLength(expectedOrder.length)
    for (const [index, frame] of frames.entries())
      expect(differenceFrom(uncroppedFrames[expectedOrder[index]!]!, { left: 96, top: 108 }, frame)).toBeLessThan(
        MAX_LUMA_DIFFERENCE,
      )
  })

  it('has its share of the scaled-down frame, which is never scaled up', async () => {
    expect((await cutCropped(media, uprightCrop, { height: 144 })).size).toBe('82x144')
    expect((await cutCropped(media, uprightCrop, { height: 1080 })).size).toBe('122x216')
  })

  it('is copied if the crop keeps the whole frame', async () => {
    for (const crop of [{ ratio: 16 / 9 }, { left: 0, top: 0, width: 1, height: 1 }]) {
      const { plan, receipt } = await workshop.cutOnly(media, range, { ...unscaledRequest, crop })
      expect(plan.way).toBe('smart')
      expect(receipt.size).toEqual({ width: 384, height: 216 })
    }
  })

  it.each([
    [90, { left: 0, top: 108 }],
    [180, { left: 192, top: 108 }],
    [270, { left: 192, top: 0 }],
  ] as const)('of frames rotated by %i degrees shows the displayed upper left', async (degrees, corner) => {
    const isSidewaysTurn = degrees !== 180
    const { frames, video, receipt } = await cutCropped(await openBytes(withTurn(bytes, degrees)), {
      left: 0,
      top: 0,
      width: 0.5,
      height: 0.5,
    })
    expectArea(frames, corner)
    expect(rotationOf(video.description.turn)).toEqual({ rotation: degrees, mirrored: false })
    expect(video.description).toMatchObject({ width: 192, height: 108 })
    expect(receipt.size).toEqual(isSidewaysTurn ? { width: 108, height: 192 } : { width: 192, height: 108 })
    // The matrix moves the turned frame back into view by its own size.
    const offsets = [24, 28].map((at) => video.matrix!.readInt32BE(at) / 0x10000)
    expect(offsets).toEqual({ 90: [108, 0], 180: [192, 108], 270: [0, 192] }[degrees])
  })

  it('of a rotated Matroska keeps the rotation, cropped or copied', async () => {
    const mp4 = await workshop.video(smallRecipe({ frames: 60, gopFrames: 25 }))
    const source = await openBytes(await remuxedWithText(mp4, new MkvOutputFormat(), WEBVTT, { rotation: 90 }))
    const { frames, video } = await cutCropped(source, { left: 0, top: 0, width: 0.5, height: 0.5 })
    expectArea(frames, { left: 0, top: 108 })
    expect(video.description).toMatchObject({ turn: QUARTER_TURN, width: 192, height: 108 })
    const { path, plan } = await workshop.cutOnly(source, range)
    expect(plan.way).toBe('smart')
    expect((await openBytes(await readFile(path))).video!.description.turn).toEqual(QUARTER_TURN)
  })

  it('with non-square pixels keeps them, and has the displayed shape', async () => {
    const wideMedia = await openBytes(patchAfter(bytes, 'pasp', 0, Buffer.concat([u32(3), u32(2)])))
    const { frames, size, receipt, video } = await cutCropped(wideMedia, { ratio: 1 })
    expect(size).toBe('144x216')
    expectArea(frames, { left: 120, top: 0 })
    expect(receipt.size).toEqual({ width: 216, height: 216 })
    const aspect = video.description.displayBoxes.find((box) => box.includes('pasp'))!
    expect([aspect.readUInt32BE(8), aspect.readUInt32BE(12)]).toEqual([3, 2])
  })

  it('of field pictures has its lines in place', async () => {
    const fields = {
      ...smallRecipe({ width: 160, height: 96, frameRate: [25, 1], frames: 30, gopFrames: 8, bFrames: 0 }),
    }
    const plainVideo = await workshop.video({ ...fields, audio: null, layout: 'moov-last' })
    const { configuration, frames } = fieldVideo(fields, 30, 8)
    const times = Array.from(frameSamples(plainVideo).samples.pts).sort((a, b) => a - b)
    const samples = frames.map(({ isSync, fields }, frame) => ({
      isSync,
      pts: times[frame]!,
      data: Buffer.concat(fields),
    }))
    const source = await openBytes(rebuildMp4(plainVideo, samples, configuration))
    const allFrames = await lumaFrames((await workshop.cutOnly(source, range)).path)
    const { path } = await workshop.cutOnly(source, range, {
      ...unscaledRequest,
      crop: { left: 0, top: 0.25, width: 0.5, height: 0.5 },
    })
    const partFrames = await lumaFrames(path)
    expect(partFrames).toHaveLength(allFrames.length)
    expect(differenceFrom(allFrames[3]!, { left: 0, top: 24 }, partFrames[3]!)).toBeLessThan(MAX_LUMA_DIFFERENCE)
  })
})

describe.each(['still', 'gif', 'webp'] as const)('a cropped %s', (kind) => {
  const request = (crop?: ClipCrop): ClipSpec =>
    kind === 'still' ? { kind, height: null, ...(crop && { crop }) } : { kind, ...(crop && { crop }) }

  async function images(source: typeof media, crop?: ClipCrop) {
    const { path, receipt } = await workshop.cutOnly(source, range, request(crop))
    const file = await readFile(path)
    const image = readImageFile(imageKind(file)!, file)
    const frames = []
    for await (const frame of decodeImages(image.kind, image.frames))
      frames.push(lumaOf(frame, { png: 3, gif: 4, webp: 1 }[image.kind]))
    return { frames, receipt }
  }

  it('shows the cropped part of the frame, upright', async () => {
    for (const degrees of [0, 90] as const) {
      const source = degrees === 0 ? media : await openBytes(withTurn(bytes, degrees))
      const fullImages = await images(source)
      const croppedImages = await images(source, { left: 0, top: 0.5, width: 0.5, height: 0.5 })
      expect(croppedImages.frames).toHaveLength(fullImages.frames.length)
      const [width, height] = degrees === 0 ? [192, 108] : [108, 192]
      expect(croppedImages.receipt.size).toEqual({ width, height })
      for (const [index, frame] of croppedImages.frames.entries()) {
        expect(frame).toMatchObject({ width, height })
        // Two GIFs dither with two palettes, so the means of two by two pixels are compared.
        const [wholeFrame, partFrame] = [fullImages.frames[index]!, frame].map((luma) =>
          kind === 'gif' ? halveSides(luma) : luma,
        )
        const at = kind === 'gif' ? height / 2 : height
        expect(differenceFrom(wholeFrame!, { left: 0, top: at }, partFrame!)).toBeLessThan(6)
        if (index === 0) expect(differenceFrom(wholeFrame!, { left: 8, top: at - 8 }, partFrame!)).toBeGreaterThan(6)
      }
    }
  })

  it('has its shape in square pixels', async () => {
    const wideMedia = await openBytes(patchAfter(bytes, 'pasp', 0, Buffer.concat([u32(3), u32(2)])))
    expect((await images(wideMedia, { ratio: 1 })).receipt.size).toEqual({ width: 216, height: 216 })
  })
})

describe('a cropped area', () => {
  it('is even and inside the frame, whatever its size', () => {
    const middleArea = { left: 0.25, top: 0.25, width: 0.5, height: 0.5 }
    expect(pixelArea({ width: 853, height: 481 }, middleArea)).toEqual({ left: 214, top: 120, width: 426, height: 240 })
    const corner = { left: 0.95, top: 0.95, width: 0.05, height: 0.05 }
    expect(pixelArea({ width: 853, height: 481 }, corner)).toEqual({ left: 810, top: 456, width: 42, height: 24 })
    expect(pixelArea({ width: 20, height: 1 }, corner)).toEqual({ left: 18, top: 0, width: 2, height: 1 })
  })

  it('follows the size and format of each frame', async () => {
    const cropper = frameCropper()
    for (const [width, height] of [
      [853, 481],
      [427, 241],
    ] as const) {
      const shape = {
        width,
        height,
        format: AV_PIX_FMT_YUV420P10LE,
        colorRange: AVCOL_RANGE_MPEG,
        colorSpace: AVCOL_SPC_BT709,
      }
      const frame = emptyFrame({ ...shape, pts: 7n })
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++)
          frame.data![0]!.writeUInt16LE((x + 3 * y) % 1024, y * frame.linesize[0]! + 2 * x)
      const area = pixelArea(frame, { left: 0.5, top: 0.25, width: 0.25, height: 0.5 })
      const part = await cropper.crop(frame, area)
      expect(part).toMatchObject({ width: area.width, height: area.height, pts: 7n })
      const at = (x: number, y: number) => part.data![0]!.readUInt16LE(y * part.linesize[0]! + 2 * x)
      expect(at(0, 0)).toBe((area.left + 3 * area.top) % 1024)
      expect(at(area.width - 1, area.height - 1)).toBe(
        (area.left + area.width - 1 + 3 * (area.top + area.height - 1)) % 1024,
      )
      frame.free()
    }
    cropper.close()
  })
})
