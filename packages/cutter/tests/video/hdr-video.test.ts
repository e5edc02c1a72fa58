import { readFile } from 'node:fs/promises'
import { decodeMedia } from '@kerf/stamped-media/decode-media'
import type { StampedRecipe } from '@kerf/stamped-media/stamped-recipe'
import { describe, expect, it } from 'vitest'
import { readImageFile } from '../../src/image-files.ts'
import { openBytes } from '../support/counting-file.ts'
import { expectExact, uneditedVideo } from '../support/expect-exact.ts'
import { differenceFrom, lumaFrames } from '../support/luma-frames.ts'
import {
  AVCOL_PRI_BT709,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  decodeImages,
  type Frame,
} from '../support/native-frames.ts'
import { stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'

const workshop = stampedWorkshop()
const RANGE = { startTime: 0.45, endTime: 1.5 }

const hdr: StampedRecipe = {
  width: 160,
  height: 96,
  frameRate: [30, 1],
  frames: 60,
  gopFrames: 20,
  bFrames: 0,
  video: 'hevc',
  pixelFormat: 'yuv420p10',
  hdr: 'pq',
  audio: null,
  layout: 'moov-last',
}

const coloursOf = ({ colorPrimaries, colorTrc, colorSpace }: Frame) => ({ colorPrimaries, colorTrc, colorSpace })
const SDR = { colorPrimaries: AVCOL_PRI_BT709, colorTrc: AVCOL_TRC_BT709, colorSpace: AVCOL_SPC_BT709 }

/** The distinct colour descriptions of a clip's frames, and the mean luma of its first frame. */
async function coloursAndBrightness(path: string) {
  const colours = new Set<string>()
  let brightness: number | null = null
  await decodeMedia(path, {
    ignoreEditLists: false,
    onFrame(frame) {
      colours.add(JSON.stringify(coloursOf(frame)))
      brightness ??= mean(frame, 1)
    },
    onAudio() {},
  })
  return { colours: [...colours].map((text) => JSON.parse(text)), brightness: brightness! }
}

/** Mean of the luma, in which black is 16 and white is 235, or of the green of packed colours. */
function mean({ data, linesize, width, height }: Frame, pixelBytes: 1 | 3 | 4): number {
  let sum = 0
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) sum += data![0]![y * linesize[0]! + x * pixelBytes + (pixelBytes > 1 ? 1 : 0)]!
  return sum / (width * height)
}

describe('a range of an HDR video', () => {
  it.each([
    ['HEVC in PQ', hdr],
    ['HEVC in HLG', { ...hdr, hdr: 'hlg', layout: 'webm' }],
    ['10-bit H.264 in HLG', { ...hdr, hdr: 'hlg', video: 'h264', bFrames: 2 }],
    ['VP9 in PQ, declared only in its container', { ...hdr, video: 'vp9', layout: 'webm' }],
  ] satisfies [string, StampedRecipe][])(
    'in %s becomes SDR, exactly and with its colours declared',
    async (_, recipe) => {
      const media = await openBytes(await workshop.video(recipe))
      const isWebm = recipe.layout === 'webm'
      const video = { ...uneditedVideo(recipe), ...(isWebm && { roundedToSeconds: 0.001 }) }
      for (const range of [RANGE, { startTime: 1.41, endTime: 1.49 }]) {
        const { path } = await expectExact(media, video, range, workshop)
        expect((await coloursAndBrightness(path)).colours).toEqual([SDR])
        const clip = await openBytes(await readFile(path))
        expect(clip.video!.description.colours).toMatchObject({ primaries: 1, transfer: 1, matrix: 1 })
      }
    },
  )

  it('is cropped to the pixel', async () => {
    const media = await openBytes(await workshop.video(hdr))
    const wholeFrames = await lumaFrames((await workshop.cutOnly(media, RANGE)).path)
    const crop = { left: 0.0625, top: 0.25, width: 0.5, height: 0.5 }
    const croppedFrames = await lumaFrames((await workshop.cutOnly(media, RANGE, { ...unscaledRequest, crop })).path)
    expect(croppedFrames).toHaveLength(wholeFrames.length)
    for (const index of [0, 15])
      expect(differenceFrom(wholeFrames[index]!, { left: 10, top: 24 }, croppedFrames[index]!)).toBeLessThan(5)
  })

  it('has the same brightness in a still and a GIF', async () => {
    const media = await openBytes(await workshop.video(hdr))
    const { brightness } = await coloursAndBrightness((await workshop.cutOnly(media, RANGE)).path)
    for (const request of [{ kind: 'still', height: null }, { kind: 'gif' }] as const) {
      const bytes = await readFile((await workshop.cutOnly(media, RANGE, request)).path)
      const image = readImageFile(request.kind === 'still' ? 'png' : 'gif', bytes)
      for await (const frame of decodeImages(image.kind, image.frames.slice(0, 1))) {
        const level = 16 + (mean(frame, request.kind === 'still' ? 3 : 4) * 219) / 255
        expect(Math.abs(level - brightness)).toBeLessThan(4)
      }
    }
  })

  it('stays HDR in its own codec', async () => {
    const media = await openBytes(await workshop.video({ ...hdr, video: 'vp9', layout: 'webm' }))
    const { path } = await workshop.cutOnly(media, RANGE, { kind: 'original' })
    const clip = await openBytes(await readFile(path))
    expect(clip.video!.description.colours).toEqual({ primaries: 9, transfer: 16, matrix: 9, isFullRange: false })
  })
})
