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
import { isSideways, isUpright } from '../../../bitstream/turn.ts'
import type { UprightScaler, UprightScalerInput } from '../../frame-tools.ts'
import { type PlainFormat, type Plane, planesOf } from '../../planes.ts'
import type { VideoFrame } from '../../video-frame.ts'
import { requireDecoded } from '../libav/codec-result.ts'
import { emptyFrame, fillFrame } from '../libav/fill-frame.ts'
import { frameOf, NativeFrame } from '../libav/native-frame.ts'
import { frameCropper } from './frame-cropper.ts'
import { isHdr, toneMapper } from './tone-mapper.ts'
import { turnPlane } from './turned-plane.ts'

const PLAIN_FORMATS = {
  rgb: { format: AV_PIX_FMT_RGB24, colorRange: AVCOL_RANGE_JPEG, colorSpace: AVCOL_SPC_RGB },
  yuv: { format: AV_PIX_FMT_YUV420P, colorRange: AVCOL_RANGE_MPEG, colorSpace: AVCOL_SPC_BT470BG },
  jpeg: { format: AV_PIX_FMT_YUVJ420P, colorRange: AVCOL_RANGE_JPEG, colorSpace: AVCOL_SPC_BT470BG },
} satisfies Record<PlainFormat, Partial<Frame>>

/** Makes a frame of copied planes. The caller closes it. */
export function imageFrame(
  planes: readonly Plane[],
  { format, width, height }: { format: PlainFormat; width: number; height: number },
): VideoFrame {
  const frame = emptyFrame({ width, height, ...PLAIN_FORMATS[format] })
  try {
    fillFrame(frame, planes)
    return new NativeFrame(frame)
  } catch (error) {
    frame.free()
    throw error
  }
}

export function uprightScaler({ format, turn, sizeOf, areaOf }: UprightScalerInput): UprightScaler {
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

  const crop = async (videoFrame: VideoFrame): Promise<Frame> => {
    const area = areaOf?.(videoFrame)
    const frame = frameOf(videoFrame)
    if (!area) return frame
    cropper ??= frameCropper()
    return cropper.crop(frame, area)
  }

  return {
    size: () => size,
    async draw(codedFrame) {
      size ??= sizeOf(codedFrame.pixelAspect)
      const frame = await crop(codedFrame)
      const { width, height } = size
      const [codedWidth, codedHeight] = isSideways(turn) ? [height, width] : [width, height]
      const scaledFrame = await scale(frame, codedWidth, codedHeight)
      if (isUpright(turn)) return new NativeFrame(scaledFrame)
      try {
        const planes = planesOf(scaledFrame.toBuffer(), format, codedWidth, codedHeight)
        const valueBytes = format === 'rgb' ? 3 : 1
        const turnedPlanes = planes.map((plane) => turnPlane(plane, turn, valueBytes))
        return imageFrame(turnedPlanes, { format, width, height })
      } finally {
        scaledFrame.free()
      }
    },
    close() {
      scaler.freeContext()
      mapper?.close()
      cropper?.close()
    },
  }
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
