import { describe, expect, it } from 'vitest'
import { UPRIGHT_TURN } from '../../src/bitstream/turn.ts'
import { NativeFrame } from '../../src/codec/native/libav/native-frame.ts'
import { nativeCodecs } from '../../src/codec/native/native-codecs.ts'
import type { VideoFrame } from '../../src/codec/video-frame.ts'
import { type ContactSheet, contactSheet } from '../../src/preview/contact-sheet.ts'
import {
  AV_PIX_FMT_GBRP,
  AV_PIX_FMT_GRAY8,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV420P10LE,
  AV_PIX_FMT_YUV444P,
  AV_PIX_FMT_YUVJ420P,
  AVCOL_PRI_BT2020,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_RGB,
  AVCOL_SPC_YCGCO,
  AVCOL_TRC_SMPTE2084,
  Frame,
} from '../support/native-frames.ts'

const SHAPE = { columns: 2, rows: 2, frameWidth: 32, frameHeight: 18 }

/** A frame whose planes all have one value, in any format. */
function frameOf(byte: number, changes: Partial<Frame>): VideoFrame {
  const frame = new Frame()
  frame.alloc()
  Object.assign(frame, { width: 64, height: 36, format: AV_PIX_FMT_YUV420P }, changes)
  frame.allocBuffer()
  for (const plane of frame.data ?? []) plane.fill(byte)
  return new NativeFrame(frame)
}

/** The luma in the middle of each cell. */
async function middleLumas(sheet: ContactSheet): Promise<number[]> {
  const sheetFrame = sheet.toFrame()
  const luma = await sheetFrame.readPixels()
  sheetFrame.close()
  return [0, 1, 2, 3].map((cell) => luma[(9 + 18 * (cell >> 1)) * 64 + 16 + 32 * (cell & 1)]!)
}

describe('a contact sheet', () => {
  it('has its frames in their places, and black elsewhere', async () => {
    const sheet = contactSheet(nativeCodecs, SHAPE, UPRIGHT_TURN)
    await sheet.put(frameOf(235, { colorRange: AVCOL_RANGE_MPEG, colorSpace: AVCOL_SPC_BT709 }), 1)
    await sheet.put(frameOf(126, { colorRange: AVCOL_RANGE_MPEG, colorSpace: AVCOL_SPC_BT709 }), 2)
    const [first, second, third, fourth] = await middleLumas(sheet)
    expect([first, fourth]).toEqual([0, 0])
    expect(third).toBeGreaterThan(90)
    expect(third).toBeLessThan(160)
    expect(second).toBeGreaterThan(third!)
    sheet.copyCell(1, 3)
    expect((await middleLumas(sheet))[3]).toBe(second)
    sheet.close()
  })

  it.each<[string, Partial<Frame>]>([
    [
      'ten bits and HDR',
      {
        format: AV_PIX_FMT_YUV420P10LE,
        colorSpace: AVCOL_SPC_BT2020_NCL,
        colorTrc: AVCOL_TRC_SMPTE2084,
        colorPrimaries: AVCOL_PRI_BT2020,
      },
    ],
    ['full range', { format: AV_PIX_FMT_YUVJ420P }],
    ['4:4:4', { format: AV_PIX_FMT_YUV444P }],
    ['RGB', { format: AV_PIX_FMT_GBRP, colorSpace: AVCOL_SPC_RGB }],
    ['grey', { format: AV_PIX_FMT_GRAY8 }],
    ['rare colours', { colorSpace: AVCOL_SPC_YCGCO }],
    ['a single pixel', { width: 1, height: 1 }],
    ['a line', { width: 4000, height: 2 }],
  ])('accepts a frame of %s', async (_name, changes) => {
    const sheet = contactSheet(nativeCodecs, SHAPE, UPRIGHT_TURN)
    await sheet.put(frameOf(3, changes), 0)
    await sheet.put(frameOf(200, {}), 1)
    expect((await middleLumas(sheet))[1]).toBeGreaterThan(150)
    sheet.close()
  })
})
