import type { Frame } from 'node-av/lib'
import type { SheetShape } from '../api/preview.ts'
import type { Turn } from '../bitstream/turn.ts'
import { emptyFrame, fillFrame } from '../codec/fill-frame.ts'
import type { Plane } from '../codec/turned-plane.ts'
import { PLAIN_FORMATS, planesOf, uprightScaler } from '../codec/upright-scaler.ts'

export type ContactSheet = ReturnType<typeof contactSheet>

/**
 * A sheet of thumbnails in the colours of JPEG: BT.601 in full range.
 * @param turn rotation and mirroring of frames for display
 */
export function contactSheet({ columns, rows, frameWidth, frameHeight }: SheetShape, turn: Turn) {
  const width = columns * frameWidth
  const height = rows * frameHeight
  const planes = planesOf(Buffer.alloc(1.5 * width * height, 128), 'jpeg', width, height)
  planes[0]!.values.fill(0)
  const sizeOf = () => ({ width: frameWidth, height: frameHeight })
  const scaler = uprightScaler({ format: 'jpeg', turn, sizeOf })

  const tileSize = (plane: Plane) => ({ width: plane.width / columns, height: plane.height / rows })
  /** Index of the first value of a cell in a plane. */
  const cornerOffset = (plane: Plane, cell: number): number => {
    const tile = tileSize(plane)
    return Math.floor(cell / columns) * tile.height * plane.width + (cell % columns) * tile.width
  }

  return {
    /** Draws a decoded frame of any size and format into a cell. */
    async put(frame: Frame, cell: number): Promise<void> {
      const upright = await scaler.draw(frame)
      const tiles = planesOf(upright.toBuffer(), 'jpeg', frameWidth, frameHeight)
      upright.free()
      for (const [index, tile] of tiles.entries()) {
        const plane = planes[index]!
        for (let y = 0; y < tile.height; y++) {
          tile.values.copy(
            plane.values,
            cornerOffset(plane, cell) + y * plane.width,
            y * tile.width,
            (y + 1) * tile.width,
          )
        }
      }
    },
    copyCell(from: number, to: number): void {
      for (const plane of planes) {
        const tile = tileSize(plane)
        for (let y = 0; y < tile.height; y++) {
          const start = cornerOffset(plane, from) + y * plane.width
          plane.values.copy(plane.values, cornerOffset(plane, to) + y * plane.width, start, start + tile.width)
        }
      }
    },
    /** The whole sheet as one frame; the caller frees it. */
    toFrame(): Frame {
      const frame = emptyFrame({ width, height, ...PLAIN_FORMATS.jpeg })
      fillFrame(frame, planes)
      return frame
    },
    close: scaler.close,
  }
}
