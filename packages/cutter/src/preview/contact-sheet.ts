import { AV_PIX_FMT_YUVJ420P, AVCOL_RANGE_JPEG, AVCOL_SPC_BT470BG } from 'node-av/constants'
import { Frame, SoftwareScaleContext } from 'node-av/lib'
import type { SheetShape } from '../api/preview.ts'
import { requireDecoded, requireEncoded } from '../codec/codec-result.ts'
import { fillFrame } from '../codec/fill-frame.ts'
import { namePlainColours } from '../codec/plain-colors.ts'
import { type Plane, turned } from '../codec/turned-plane.ts'

/** Small frames side by side, in the colours that JPEG means: BT.601 in full range. */
export class ContactSheet {
  readonly #shape: SheetShape
  readonly #rotation: number
  readonly #planes: Plane[]
  readonly #scaler = new SoftwareScaleContext()

  /** @param rotation by how much frames are turned clockwise to be seen: 0, 90, 180 or 270 */
  constructor(shape: SheetShape, rotation: number) {
    this.#shape = shape
    this.#rotation = rotation
    const width = shape.columns * shape.frameWidth
    const height = shape.rows * shape.frameHeight
    this.#planes = [
      { width, height, values: Buffer.alloc(width * height, 0) },
      { width: width / 2, height: height / 2, values: Buffer.alloc((width * height) / 4, 128) },
      { width: width / 2, height: height / 2, values: Buffer.alloc((width * height) / 4, 128) },
    ]
    this.#scaler.allocContext()
  }

  /** Draws a decoded frame of any size and format into a cell. */
  async put(frame: Frame, cell: number): Promise<void> {
    const { frameWidth, frameHeight } = this.#shape
    const isUpright = this.#rotation % 180 !== 0
    const size = isUpright ? [frameHeight, frameWidth] : [frameWidth, frameHeight]
    const packed = await this.#scaled(frame, size[0]!, size[1]!)
    let at = 0
    for (const [index, plane] of this.#planes.entries()) {
      const [width, height] = index === 0 ? [size[0]!, size[1]!] : [size[0]! / 2, size[1]! / 2]
      const tile = { width, height, values: packed.subarray(at, at + width * height) }
      at += width * height
      this.#draw(turned(tile, this.#rotation), plane, cell)
    }
  }

  copy(from: number, to: number): void {
    for (const plane of this.#planes) {
      const tile = this.#tileSize(plane)
      const source = this.#corner(plane, from)
      const target = this.#corner(plane, to)
      for (let y = 0; y < tile.height; y++) {
        const start = source + y * plane.width
        plane.values.copy(plane.values, target + y * plane.width, start, start + tile.width)
      }
    }
  }

  /** The whole sheet as one frame; whoever takes it frees it. */
  toFrame(): Frame {
    const frame = emptyFrame(this.#planes[0]!.width, this.#planes[0]!.height)
    fillFrame(frame, this.#planes)
    return frame
  }

  close(): void {
    this.#scaler.freeContext()
  }

  async #scaled(frame: Frame, width: number, height: number): Promise<Buffer> {
    namePlainColours(frame)
    const scaled = emptyFrame(width, height)
    try {
      requireDecoded(await this.#scaler.scaleFrame(scaled, frame), 'scale a frame')
      return scaled.toBuffer()
    } finally {
      scaled.free()
    }
  }

  #draw(tile: Plane, plane: Plane, cell: number): void {
    const corner = this.#corner(plane, cell)
    for (let y = 0; y < tile.height; y++) {
      tile.values.copy(plane.values, corner + y * plane.width, y * tile.width, (y + 1) * tile.width)
    }
  }

  #tileSize(plane: Plane): { width: number; height: number } {
    return { width: plane.width / this.#shape.columns, height: plane.height / this.#shape.rows }
  }

  #corner(plane: Plane, cell: number): number {
    const { width, height } = this.#tileSize(plane)
    const column = cell % this.#shape.columns
    const row = Math.floor(cell / this.#shape.columns)
    return row * height * plane.width + column * width
  }
}

function emptyFrame(width: number, height: number): Frame {
  const frame = new Frame()
  frame.alloc()
  frame.width = width
  frame.height = height
  frame.format = AV_PIX_FMT_YUVJ420P
  frame.colorRange = AVCOL_RANGE_JPEG
  frame.colorSpace = AVCOL_SPC_BT470BG
  requireEncoded(frame.allocBuffer(), 'allocate a frame')
  return frame
}
