import type { SheetShape } from '../api/preview.ts'
import type { Turn } from '../bitstream/turn.ts'
import type { Codecs } from '../codec/codecs.ts'
import { type Plane, planesOf } from '../codec/planes.ts'
import type { VideoFrame } from '../codec/video-frame.ts'

export type ContactSheet = ReturnType<typeof contactSheet>

/**
 * A sheet of thumbnails in JPEG's colours: full-range BT.601.
 * @param turn rotation and mirroring of frames for display
 */
export function contactSheet(
  codecs: Pick<Codecs, 'uprightScaler' | 'imageFrame'>,
  { columns, rows, frameWidth, frameHeight }: SheetShape,
  turn: Turn,
) {
  const width = columns * frameWidth
  const height = rows * frameHeight
  const planes = planesOf(new Uint8Array(1.5 * width * height).fill(128), 'jpeg', width, height)
  planes[0]!.values.fill(0)
  const sizeOf = () => ({ width: frameWidth, height: frameHeight })
  const scaler = codecs.uprightScaler({ format: 'jpeg', turn, sizeOf })

  const tileSize = (plane: Plane) => ({ width: plane.width / columns, height: plane.height / rows })
  /** Index of the first value of a cell in a plane. */
  const cornerOffset = (plane: Plane, cell: number): number => {
    const tile = tileSize(plane)
    return Math.floor(cell / columns) * tile.height * plane.width + (cell % columns) * tile.width
  }

  return {
    /** Draws a decoded frame of any size and format into a cell. */
    async put(frame: VideoFrame, cell: number): Promise<void> {
      const upright = await scaler.draw(frame)
      const tiles = planesOf(await upright.readPixels(), 'jpeg', frameWidth, frameHeight)
      upright.close()
      for (const [index, tile] of tiles.entries()) {
        const plane = planes[index]!
        for (let y = 0; y < tile.height; y++) {
          const row = tile.values.subarray(y * tile.width, (y + 1) * tile.width)
          plane.values.set(row, cornerOffset(plane, cell) + y * plane.width)
        }
      }
    },
    copyCell(from: number, to: number): void {
      for (const plane of planes) {
        const tile = tileSize(plane)
        for (let y = 0; y < tile.height; y++) {
          const start = cornerOffset(plane, from) + y * plane.width
          plane.values.copyWithin(cornerOffset(plane, to) + y * plane.width, start, start + tile.width)
        }
      }
    },
    /** The whole sheet as one frame; the caller closes it. */
    toFrame: () => codecs.imageFrame(planes, { format: 'jpeg', width, height }),
    close: scaler.close,
  }
}
