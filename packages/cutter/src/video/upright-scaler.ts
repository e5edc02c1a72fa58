import {
  AV_PIX_FMT_RGB24,
  AV_PIX_FMT_YUV420P,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_RGB,
} from 'node-av/constants'
import { Frame, SoftwareScaleContext } from 'node-av/lib'
import { requireDecoded, requireEncoded } from '../codec/codec-result.ts'
import { fillFrame } from '../codec/fill-frame.ts'
import { namePlainColours } from '../codec/plain-colors.ts'
import { type Plane, turned } from '../codec/turned-plane.ts'
import type { PixelAspect } from '../plan/display-size.ts'
import type { FrameSize } from '../plan/scaled-size.ts'

/** rgb: 8 bits a colour, as in a PNG. yuv: 4:2:0 in the colours of BT.601, as WebP means them. */
export type PlainFormat = 'rgb' | 'yuv'

export interface UprightScalerInput {
  format: PlainFormat
  /** By how much frames are turned clockwise to be seen: 0, 90, 180 or 270. */
  rotation: number
  /** The size in which they are seen, given the pixel aspect that the first one names. */
  sizeOf(coded: PixelAspect | null): FrameSize
}

/** Brings decoded frames of any size and format to the size, the colours and the side up in which they are shown. */
export class UprightScaler {
  readonly #input: UprightScalerInput
  readonly #scaler = new SoftwareScaleContext()
  #size: FrameSize | null = null

  constructor(input: UprightScalerInput) {
    this.#input = input
    this.#scaler.allocContext()
  }

  /** Known once the first frame was drawn. */
  get size(): FrameSize | null {
    return this.#size
  }

  /** A frame of its own; whoever takes it frees it. */
  async draw(frame: Frame): Promise<Frame> {
    const { format, rotation, sizeOf } = this.#input
    this.#size ??= sizeOf(frame.sampleAspectRatio)
    const { width, height } = this.#size
    namePlainColours(frame)
    if (rotation === 0) {
      return this.#scaled(frame, width, height)
    }
    const isUpright = rotation % 180 !== 0
    const [lyingWidth, lyingHeight] = isUpright ? [height, width] : [width, height]
    const lying = await this.#scaled(frame, lyingWidth, lyingHeight)
    const upright = emptyFrame(format, width, height)
    try {
      const planes = planesOf(lying.toBuffer(), format, lyingWidth, lyingHeight)
      const valueBytes = format === 'rgb' ? 3 : 1
      const turnedPlanes = planes.map((plane) => turned(plane, rotation, valueBytes))
      fillFrame(upright, turnedPlanes)
      return upright
    } catch (error) {
      upright.free()
      throw error
    } finally {
      lying.free()
    }
  }

  close(): void {
    this.#scaler.freeContext()
  }

  async #scaled(frame: Frame, width: number, height: number): Promise<Frame> {
    const scaled = emptyFrame(this.#input.format, width, height)
    try {
      requireDecoded(await this.#scaler.scaleFrame(scaled, frame), 'scale a frame')
      return scaled
    } catch (error) {
      scaled.free()
      throw error
    }
  }
}

function planesOf(packed: Buffer, format: PlainFormat, width: number, height: number): Plane[] {
  if (format === 'rgb') {
    return [{ width, height, values: packed }]
  }
  const area = width * height
  const half = { width: width / 2, height: height / 2 }
  return [
    { width, height, values: packed.subarray(0, area) },
    { ...half, values: packed.subarray(area, area * 1.25) },
    { ...half, values: packed.subarray(area * 1.25, area * 1.5) },
  ]
}

function emptyFrame(format: PlainFormat, width: number, height: number): Frame {
  const frame = new Frame()
  frame.alloc()
  frame.width = width
  frame.height = height
  frame.format = format === 'rgb' ? AV_PIX_FMT_RGB24 : AV_PIX_FMT_YUV420P
  frame.colorRange = format === 'rgb' ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
  frame.colorSpace = format === 'rgb' ? AVCOL_SPC_RGB : AVCOL_SPC_BT470BG
  requireEncoded(frame.allocBuffer(), 'allocate a frame')
  return frame
}
