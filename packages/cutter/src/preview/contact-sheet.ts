import { AV_PIX_FMT_YUVJ420P, AVCOL_RANGE_JPEG, AVCOL_SPC_BT470BG } from 'node-av/constants'
import { type Frame, SoftwareScaleContext } from 'node-av/lib'
import type { SheetShape } from '../api/preview.ts'
import { requireDecoded } from '../codec/codec-result.ts'
import { emptyFrame, fillFrame } from '../codec/fill-frame.ts'
import { plainFrames } from '../codec/plain-colors.ts'
import { type Plane, turned } from '../codec/turned-plane.ts'

const JPEG_COLOURS = { format: AV_PIX_FMT_YUVJ420P, colorRange: AVCOL_RANGE_JPEG, colorSpace: AVCOL_SPC_BT470BG }

export type ContactSheet = ReturnType<typeof contactSheet>

/**
 * Small frames side by side, in the colours that JPEG means: BT.601 in full range.
 * @param rotation by how much frames are turned clockwise to be seen: 0, 90, 180 or 270
 */
export function contactSheet({ columns, rows, frameWidth, frameHeight }: SheetShape, rotation: number) {
  const width = columns * frameWidth
  const height = rows * frameHeight
  const planes: Plane[] = [
    { width, height, values: Buffer.alloc(width * height, 0) },
    { width: width / 2, height: height / 2, values: Buffer.alloc((width * height) / 4, 128) },
    { width: width / 2, height: height / 2, values: Buffer.alloc((width * height) / 4, 128) },
  ]
  const plain = plainFrames()
  const scaler = new SoftwareScaleContext()
  scaler.allocContext()

  const scaledPixels = async (frame: Frame, width: number, height: number): Promise<Buffer> => {
    const scaled = emptyFrame({ width, height, ...JPEG_COLOURS })
    try {
      requireDecoded(await scaler.scaleFrame(scaled, await plain.of(frame, width, height)), 'scale a frame')
      return scaled.toBuffer()
    } finally {
      scaled.free()
    }
  }

  const tileSize = (plane: Plane) => ({ width: plane.width / columns, height: plane.height / rows })
  /** Where a cell begins in the values of a plane. */
  const corner = (plane: Plane, cell: number): number => {
    const tile = tileSize(plane)
    return Math.floor(cell / columns) * tile.height * plane.width + (cell % columns) * tile.width
  }

  return {
    /** Draws a decoded frame of any size and format into a cell. */
    async put(frame: Frame, cell: number): Promise<void> {
      const isUpright = rotation % 180 !== 0
      const [lyingWidth, lyingHeight] = isUpright ? [frameHeight, frameWidth] : [frameWidth, frameHeight]
      const packed = await scaledPixels(frame, lyingWidth, lyingHeight)
      let at = 0
      for (const [index, plane] of planes.entries()) {
        const share = index === 0 ? 1 : 2
        const lying = { width: lyingWidth / share, height: lyingHeight / share }
        const area = lying.width * lying.height
        const tile = turned({ ...lying, values: packed.subarray(at, at + area) }, rotation)
        at += area
        for (let y = 0; y < tile.height; y++) {
          tile.values.copy(plane.values, corner(plane, cell) + y * plane.width, y * tile.width, (y + 1) * tile.width)
        }
      }
    },
    copy(from: number, to: number): void {
      for (const plane of planes) {
        const tile = tileSize(plane)
        for (let y = 0; y < tile.height; y++) {
          const start = corner(plane, from) + y * plane.width
          plane.values.copy(plane.values, corner(plane, to) + y * plane.width, start, start + tile.width)
        }
      }
    },
    /** The whole sheet as one frame; the caller frees it. */
    toFrame(): Frame {
      const frame = emptyFrame({ width, height, ...JPEG_COLOURS })
      fillFrame(frame, planes)
      return frame
    },
    close(): void {
      scaler.freeContext()
      plain.close()
    },
  }
}
