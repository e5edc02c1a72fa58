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
import { isSideways, isUpright, type Turn } from '../bitstream/turn.ts'
import { requireDecoded } from './codec-result.ts'
import { emptyFrame, fillFrame } from './fill-frame.ts'
import { frameCropper, type Rectangle } from './frame-cropper.ts'
import { isHdr, toneMapper } from './tone-mapper.ts'
import { type Plane, turnPlane } from './turned-plane.ts'

/**
 * Formats of images: `rgb` is 8-bit RGB for PNG, `yuv` is 4:2:0 of BT.601 for WebP, `jpeg` is the same in full range.
 */
export const PLAIN_FORMATS = {
  rgb: { format: AV_PIX_FMT_RGB24, colorRange: AVCOL_RANGE_JPEG, colorSpace: AVCOL_SPC_RGB },
  yuv: { format: AV_PIX_FMT_YUV420P, colorRange: AVCOL_RANGE_MPEG, colorSpace: AVCOL_SPC_BT470BG },
  jpeg: { format: AV_PIX_FMT_YUVJ420P, colorRange: AVCOL_RANGE_JPEG, colorSpace: AVCOL_SPC_BT470BG },
}
export type PlainFormat = keyof typeof PLAIN_FORMATS

export interface UprightScalerInput {
  format: PlainFormat
  /** Rotation and mirroring of frames for display. */
  turn: Turn
  /** Gives the displayed size for the pixel aspect of the first frame. */
  sizeOf(codedAspect: Frame['sampleAspectRatio']): { width: number; height: number }
  /** Gives the area of a coded frame to crop; null or absent: all of it. */
  areaOf?(frame: Frame): Rectangle | null
}

export type UprightScaler = ReturnType<typeof uprightScaler>

/**
 * Converts decoded frames of any size and format to displayed ones: cropped, scaled, rotated upright. HDR becomes SDR.
 */
export function uprightScaler({ format, turn, sizeOf, areaOf }: UprightScalerInput) {
  const scaler = new SoftwareScaleContext()
  scaler.allocContext()
  let mapper: ReturnType<typeof toneMapper> | null = null
  let cropper: ReturnType<typeof frameCropper> | null = null
  let size: ReturnType<typeof sizeOf> | null = null

  /**
   * Prepares the colours of a frame for the scaler. The result is the frame itself, or a frame that is valid until the
   * next call.
   */
  const withPlainColours = async (frame: Frame, width: number, height: number): Promise<Frame> => {
    if (isHdr(frame)) mapper ??= toneMapper()
    const sdrFrame = mapper && isHdr(frame) ? await mapper.map(frame, width, height) : frame
    namePlainColours(sdrFrame)
    return sdrFrame
  }

  const scale = async (frame: Frame, width: number, height: number): Promise<Frame> => {
    const target = emptyFrame({ width, height, ...PLAIN_FORMATS[format] })
    try {
      requireDecoded(await scaler.scaleFrame(target, await withPlainColours(frame, width, height)), 'scale a frame')
      return target
    } catch (error) {
      target.free()
      throw error
    }
  }

  const crop = async (frame: Frame): Promise<Frame> => {
    const area = areaOf?.(frame)
    if (!area) return frame
    cropper ??= frameCropper()
    return cropper.crop(frame, area)
  }

  return {
    /** Displayed size; null before the first frame was drawn. */
    size: () => size,
    /** Draws a frame in its displayed form. The caller frees the new frame. */
    async draw(codedFrame: Frame): Promise<Frame> {
      size ??= sizeOf(codedFrame.sampleAspectRatio)
      const frame = await crop(codedFrame)
      const { width, height } = size
      const [codedWidth, codedHeight] = isSideways(turn) ? [height, width] : [width, height]
      const scaledFrame = await scale(frame, codedWidth, codedHeight)
      if (isUpright(turn)) return scaledFrame
      const upright = emptyFrame({ width, height, ...PLAIN_FORMATS[format] })
      try {
        const planes = planesOf(scaledFrame.toBuffer(), format, codedWidth, codedHeight)
        const valueBytes = format === 'rgb' ? 3 : 1
        fillFrame(
          upright,
          planes.map((plane) => turnPlane(plane, turn, valueBytes)),
        )
        return upright
      } catch (error) {
        upright.free()
        throw error
      } finally {
        scaledFrame.free()
      }
    },
    close(): void {
      scaler.freeContext()
      mapper?.close()
      cropper?.close()
    },
  }
}

/** Splits the values of a frame, without padding, into its planes. */
export function planesOf(packedPixels: Buffer, format: PlainFormat, width: number, height: number): Plane[] {
  if (format === 'rgb') return [{ width, height, values: packedPixels }]
  const area = width * height
  const halfSize = { width: width / 2, height: height / 2 }
  return [
    { width, height, values: packedPixels.subarray(0, area) },
    { ...halfSize, values: packedPixels.subarray(area, area * 1.25) },
    { ...halfSize, values: packedPixels.subarray(area * 1.25, area * 1.5) },
  ]
}

/** Colour spaces that the scaler can convert. Frames with another one, or with none, are taken as BT.709 or BT.601. */
export const CONVERTED_COLOURS = new Set<AVColorSpace>([
  AVCOL_SPC_BT709,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_SMPTE240M,
  AVCOL_SPC_FCC,
  AVCOL_SPC_BT2020_NCL,
  AVCOL_SPC_RGB,
])
/** Height from which frames without a known colour space are taken as BT.709. */
const HD_ROWS = 720

/** Gives a frame colour properties that the scaler converts quickly. */
export function namePlainColours(frame: Frame): void {
  if (!CONVERTED_COLOURS.has(frame.colorSpace)) {
    frame.colorSpace = frame.height >= HD_ROWS ? AVCOL_SPC_BT709 : AVCOL_SPC_BT470BG
  }
  // The target is progressive, and the scaler refuses to convert an interlaced frame to a progressive one.
  frame.clearFlags(AV_FRAME_FLAG_INTERLACED)
  // With transfer and primaries the scaler would compute tables for the whole gamut, which takes seconds.
  frame.colorTrc = AVCOL_TRC_UNSPECIFIED
  frame.colorPrimaries = AVCOL_PRI_UNSPECIFIED
}
