import {
  AV_PIX_FMT_YUV420P10LE,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_BT709,
  AVCOL_TRC_SMPTE2084,
} from 'node-av/constants'
import { describe, expect, it } from 'vitest'
import { emptyFrame } from '../libav/fill-frame.ts'
import { toneMapper } from './tone-mapper.ts'

const TRANSFERS = { pq: AVCOL_TRC_SMPTE2084, hlg: AVCOL_TRC_ARIB_STD_B67 }
const SIZE = { width: 64, height: 64 }

/** Maps greys of 10-bit levels, and gives their 8-bit luma. */
async function mappedLevels(transfer: keyof typeof TRANSFERS, levels: readonly number[]): Promise<number[]> {
  const mapper = toneMapper()
  const lumaValues: number[] = []
  for (const [index, level] of levels.entries()) {
    const frame = greyFrame(transfer, level)
    frame.pts = BigInt(index)
    const sdrFrame = await mapper.map(frame, SIZE.width, SIZE.height)
    expect(sdrFrame).toMatchObject({ ...SIZE, pts: BigInt(index), colorTrc: AVCOL_TRC_BT709 })
    expect(sdrFrame).toMatchObject({ colorPrimaries: AVCOL_PRI_BT709, colorSpace: AVCOL_SPC_BT709 })
    lumaValues.push(sdrFrame.data![0]![32 * sdrFrame.linesize[0]! + 32]!)
    frame.free()
  }
  mapper.close()
  return lumaValues
}

function greyFrame(transfer: keyof typeof TRANSFERS, level: number, size = SIZE) {
  const frame = emptyFrame({
    ...size,
    format: AV_PIX_FMT_YUV420P10LE,
    colorRange: AVCOL_RANGE_MPEG,
    colorSpace: AVCOL_SPC_BT2020_NCL,
  })
  frame.colorTrc = TRANSFERS[transfer]
  for (const [plane, bytes] of frame.data!.entries()) {
    for (let at = 0; at + 1 < bytes.length; at += 2) bytes.writeUInt16LE(plane === 0 ? level : 512, at)
  }
  return frame
}

describe('frames of HDR video', () => {
  // The levels are black, paper white (203 nits) and 1000 nits, coded according to BT.2408 in 10-bit limited range.
  it.each([
    ['pq', [64, 573, 723]],
    ['hlg', [64, 721, 940]],
  ] as const)('of %s have the usual brightness of SDR', async (transfer, levels) => {
    const [black, paper, highlight] = await mappedLevels(transfer, levels)
    expect(black).toBe(16)
    expect(Math.abs(paper! - 182)).toBeLessThanOrEqual(5)
    expect(highlight).toBeGreaterThanOrEqual(230)
  })

  it('may change in size from one to the next', async () => {
    const mapper = toneMapper()
    const frame = greyFrame('pq', 573)
    for (const width of [64, 32, 64]) {
      const sdrFrame = await mapper.map(frame, width, width / 2)
      expect(sdrFrame).toMatchObject({ width, height: width / 2 })
    }
    mapper.close()
    frame.free()
  })

  it('have no visible seams between strips if they are large', async () => {
    const mapper = toneMapper()
    const frame = greyFrame('pq', 573, { width: 3840, height: 2160 })
    const steps = [64, 573, 400]
    // The frame has three bands, each with its own grey and its own chroma.
    for (const [plane, bytes] of frame.data!.entries()) {
      const step = frame.linesize[plane]!
      for (let row = 0; (row + 1) * step <= bytes.length; row += 1) {
        const band = Math.floor(((plane === 0 ? row : 2 * row) * 3) / 2160)
        const level = plane === 0 ? steps[band]! : 480 + 32 * band
        for (let at = 0; at < step; at += 2) bytes.writeUInt16LE(level, row * step + at)
      }
    }
    const { data, linesize } = await mapper.map(frame, 3840, 2160)
    const rows = (plane: number, from: number, to: number) =>
      new Set(Array.from({ length: to - from }, (_, row) => data![plane]![(from + row) * linesize[plane]! + 1000]))
    for (const band of [0, 1, 2]) {
      expect(rows(0, band * 720 + 4, band * 720 + 716).size).toBe(1)
      expect(rows(1, band * 360 + 4, band * 360 + 356).size).toBe(1)
    }
    mapper.close()
    frame.free()
  })
})
