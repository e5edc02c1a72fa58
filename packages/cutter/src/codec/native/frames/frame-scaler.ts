import {
  AV_PIX_FMT_YUV420P,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_RGB,
  AVCOL_SPC_SMPTE170M,
  SWS_BICUBIC,
} from 'node-av/constants'
import { avGetPixFmtName, type Frame, SoftwareScaleContext } from 'node-av/lib'
import type { FrameScaler } from '../../frame-tools.ts'
import { requireEncoded } from '../libav/codec-result.ts'
import { emptyFrame } from '../libav/fill-frame.ts'
import { frameOf, NativeFrame } from '../libav/native-frame.ts'
import { colourMatcher } from './colour-matcher.ts'
import { frameCropper } from './frame-cropper.ts'
import { isHdr, toneMapper } from './tone-mapper.ts'

/** Pixel formats of full range, whose values the scaler converts to limited range. */
const FULL_RANGE_FORMATS = /^(yuvj|gray|gbr|rgb)/

function hasFullRange({ format }: Frame): boolean {
  return FULL_RANGE_FORMATS.test(avGetPixFmtName(format as typeof AV_PIX_FMT_YUV420P) ?? '')
}

export function frameScaler({ width, height }: { width: number; height: number }): FrameScaler {
  let context: SoftwareScaleContext | null = null
  let sourceShape = ''
  let isRecolouring = false
  let scaledFrame: Frame | null = null
  let mapper: ReturnType<typeof toneMapper> | null = null
  let cropper: ReturnType<typeof frameCropper> | null = null
  const colours = colourMatcher()

  const contextFor = (frame: Frame): SoftwareScaleContext => {
    const contextKey = `${frame.width}x${frame.height}:${frame.format}`
    if (!context || contextKey !== sourceShape) {
      context?.freeContext()
      sourceShape = contextKey
      isRecolouring ||= hasFullRange(frame)
      context = new SoftwareScaleContext()
      const format = frame.format as typeof AV_PIX_FMT_YUV420P
      context.getContext(frame.width, frame.height, format, width, height, AV_PIX_FMT_YUV420P, SWS_BICUBIC)
    }
    return context
  }

  const toClipSize = async (frame: Frame): Promise<Frame> => {
    if (isHdr(frame)) {
      mapper ??= toneMapper()
      return mapper.map(frame, width, height)
    }
    if (frame.width === width && frame.height === height && frame.format === AV_PIX_FMT_YUV420P) return frame
    // The encoder may still use the buffer of the last scaled frame.
    if (!scaledFrame?.isWritable) {
      scaledFrame?.free()
      scaledFrame = emptyFrame({ width, height, format: AV_PIX_FMT_YUV420P })
    }
    requireEncoded(await contextFor(frame).scaleFrame(scaledFrame, frame), 'scale a frame')
    const { pts, sampleAspectRatio, colorPrimaries, colorTrc } = frame
    const colorRange = hasFullRange(frame) ? AVCOL_RANGE_MPEG : frame.colorRange
    // The scaler converts RGB to BT.601.
    const colorSpace = frame.colorSpace === AVCOL_SPC_RGB ? AVCOL_SPC_SMPTE170M : frame.colorSpace
    return Object.assign(scaledFrame, { pts, sampleAspectRatio, colorRange, colorPrimaries, colorTrc, colorSpace })
  }

  return {
    async scale(videoFrame, area) {
      const codedFrame = frameOf(videoFrame)
      if (area) cropper ??= frameCropper()
      const frame = area && cropper ? await cropper.crop(codedFrame, area) : codedFrame
      return new NativeFrame(await colours.match(await toClipSize(frame)))
    },
    isRecolouring: () => isRecolouring,
    close() {
      context?.freeContext()
      scaledFrame?.free()
      mapper?.close()
      cropper?.close()
      colours.close()
    },
  }
}
