import {
  AV_PIX_FMT_YUV420P,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_UNSPECIFIED,
  type AVColorSpace,
} from 'node-av/constants'
import { describe, expect, it } from 'vitest'
import { emptyFrame, fillFrame } from '../libav/fill-frame.ts'
import { colourMatcher } from './colour-matcher.ts'

const SIZE = { width: 64, height: 48 }
/** Y, U and V of red in limited range, with the matrices of HD and SD. */
const RED_OF_HD = [63, 102, 240]
const RED_OF_SD = [81, 90, 240]

function frameOf(values: readonly number[], colorSpace: AVColorSpace) {
  const frame = emptyFrame({ ...SIZE, format: AV_PIX_FMT_YUV420P, colorRange: AVCOL_RANGE_MPEG, colorSpace })
  const planes = values.map((value, plane) => {
    const share = plane === 0 ? 1 : 2
    const [width, height] = [SIZE.width / share, SIZE.height / share]
    return { width, height, values: Buffer.alloc(width * height, value) }
  })
  fillFrame(frame, planes)
  return frame
}

async function matchedValues(first: ReturnType<typeof frameOf>, second: ReturnType<typeof frameOf>) {
  const colours = colourMatcher()
  expect(await colours.match(first)).toBe(first)
  const frame = await colours.match(second)
  const values = frame.data!.slice(0, 3).map((plane) => plane[0]!)
  colours.close()
  return values
}

describe('frames of a clip whose colours change', () => {
  it('keep their colours when SD follows HD', async () => {
    const red = await matchedValues(frameOf(RED_OF_HD, AVCOL_SPC_BT709), frameOf(RED_OF_SD, AVCOL_SPC_SMPTE170M))
    for (const [plane, value] of red.entries()) expect(Math.abs(value - RED_OF_HD[plane]!)).toBeLessThan(3)
  })

  it('are not converted if one of them has unknown colours', async () => {
    const red = await matchedValues(frameOf(RED_OF_HD, AVCOL_SPC_BT709), frameOf(RED_OF_SD, AVCOL_SPC_UNSPECIFIED))
    expect(red).toEqual(RED_OF_SD)
  })
})
