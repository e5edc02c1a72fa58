import {
  AV_FRAME_FLAG_INTERLACED,
  AV_PIX_FMT_RGB24,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AVCOL_PRI_UNSPECIFIED,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_FCC,
  AVCOL_SPC_RGB,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_SMPTE240M,
  AVCOL_TRC_UNSPECIFIED,
  type AVColorSpace,
} from 'node-av/constants'
import { type Frame, SoftwareScaleContext } from 'node-av/lib'
import { isLying, isUpright, type Turn } from '../bitstream/turn.ts'
import { requireDecoded } from './codec-result.ts'
import { emptyFrame, fillFrame } from './fill-frame.ts'
import { frameCropper, type Rectangle } from './frame-cropper.ts'
import { isHdr, toneMapper } from './tone-mapper.ts'
import { type Plane, turned } from './turned-plane.ts'

/** rgb: 8 bits a colour, as in a PNG. yuv and jpeg: 4:2:0 in the colours of BT.601, as WebP means them, and in full range. */
export const PLAIN_FORMATS = {
  rgb: { format: AV_PIX_FMT_RGB24, colorRange: AVCOL_RANGE_JPEG, colorSpace: AVCOL_SPC_RGB },
  yuv: { format: AV_PIX_FMT_YUV420P, colorRange: AVCOL_RANGE_MPEG, colorSpace: AVCOL_SPC_BT470BG },
  jpeg: { format: AV_PIX_FMT_YUVJ420P, colorRange: AVCOL_RANGE_JPEG, colorSpace: AVCOL_SPC_BT470BG },
}
export type PlainFormat = keyof typeof PLAIN_FORMATS

export interface UprightScalerInput {
  format: PlainFormat
  /** How frames are turned and mirrored to be seen. */
  turn: Turn
  /** The size in which they are seen, given the pixel aspect that the first one names. */
  sizeOf(coded: Frame['sampleAspectRatio']): { width: number; height: number }
  /** What is left of a frame as it is coded; null, or left out: all of it. */
  areaOf?(frame: Frame): Rectangle | null
}

export type UprightScaler = ReturnType<typeof uprightScaler>

/** Brings decoded frames of any size and format to the size, colours and turn in which they are shown; HDR becomes SDR. */
export function uprightScaler({ format, turn, sizeOf, areaOf }: UprightScalerInput) {
  const scaler = new SoftwareScaleContext()
  scaler.allocContext()
  let mapper: ReturnType<typeof toneMapper> | null = null
  let cropper: ReturnType<typeof frameCropper> | null = null
  let size: ReturnType<typeof sizeOf> | null = null

  /** The frame as the scaler can turn it into other colours, and quickly: itself, or one that is valid until the next call. */
  const plain = async (frame: Frame, width: number, height: number): Promise<Frame> => {
    if (isHdr(frame)) mapper ??= toneMapper()
    const sdr = mapper && isHdr(frame) ? await mapper.map(frame, width, height) : frame
    namePlainColours(sdr)
    return sdr
  }

  const scaled = async (frame: Frame, width: number, height: number): Promise<Frame> => {
    const target = emptyFrame({ width, height, ...PLAIN_FORMATS[format] })
    try {
      requireDecoded(await scaler.scaleFrame(target, await plain(frame, width, height)), 'scale a frame')
      return target
    } catch (error) {
      target.free()
      throw error
    }
  }

  const cropped = async (frame: Frame): Promise<Frame> => {
    const area = areaOf?.(frame)
    if (!area) return frame
    cropper ??= frameCropper()
    return cropper.crop(frame, area)
  }

  return {
    /** Known once the first frame was drawn. */
    size: () => size,
    /** The caller frees the new frame. */
    async draw(whole: Frame): Promise<Frame> {
      size ??= sizeOf(whole.sampleAspectRatio)
      const frame = await cropped(whole)
      const { width, height } = size
      const [lyingWidth, lyingHeight] = isLying(turn) ? [height, width] : [width, height]
      const lying = await scaled(frame, lyingWidth, lyingHeight)
      if (isUpright(turn)) return lying
      const upright = emptyFrame({ width, height, ...PLAIN_FORMATS[format] })
      try {
        const planes = planesOf(lying.toBuffer(), format, lyingWidth, lyingHeight)
        const valueBytes = format === 'rgb' ? 3 : 1
        fillFrame(
          upright,
          planes.map((plane) => turned(plane, turn, valueBytes)),
        )
        return upright
      } catch (error) {
        upright.free()
        throw error
      } finally {
        lying.free()
      }
    },
    close(): void {
      scaler.freeContext()
      mapper?.close()
      cropper?.close()
    },
  }
}

/** The planes of a frame's values without padding. */
export function planesOf(packed: Buffer, format: PlainFormat, width: number, height: number): Plane[] {
  if (format === 'rgb') return [{ width, height, values: packed }]
  const area = width * height
  const half = { width: width / 2, height: height / 2 }
  return [
    { width, height, values: packed.subarray(0, area) },
    { ...half, values: packed.subarray(area, area * 1.25) },
    { ...half, values: packed.subarray(area * 1.25, area * 1.5) },
  ]
}

/** Those that the scaler knows how to leave; what names others, or none, is taken for the usual ones. */
export const CONVERTED_COLOURS = new Set<AVColorSpace>([
  AVCOL_SPC_BT709,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_SMPTE240M,
  AVCOL_SPC_FCC,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_RGB,
])
/** From here on, frames that do not name their colours mean those of HD. */
const HD_LINES = 720

export function namePlainColours(frame: Frame): void {
  if (!CONVERTED_COLOURS.has(frame.colorSpace)) {
    frame.colorSpace = frame.height >= HD_LINES ? AVCOL_SPC_BT709 : AVCOL_SPC_BT470BG
  }
  // Its target is progressive, and the scaler refuses to make that of an interlaced frame.
  frame.clearFlags(AV_FRAME_FLAG_INTERLACED)
  // With these the scaler would first compute tables for the whole gamut, for seconds.
  frame.colorTrc = AVCOL_TRC_UNSPECIFIED
  frame.colorPrimaries = AVCOL_PRI_UNSPECIFIED
}
