import {
  AV_PIX_FMT_YUV420P,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_SMPTE170M,
} from 'node-av/constants'
import { type Frame, SoftwareScaleContext } from 'node-av/lib'
import { requireEncoded } from '../libav/codec-result.ts'
import { emptyFrame } from '../libav/fill-frame.ts'
import { CONVERTED_COLOURS, namePlainColours } from './upright-scaler.ts'

/**
 * Converts 8-bit 4:2:0 frames of one size to the colours of the first frame, because a clip describes its colours only
 * once.
 */
export function colourMatcher() {
  let firstColours: ReturnType<typeof coloursOf> | null = null
  let context: SoftwareScaleContext | null = null
  let matchedFrame: Frame | null = null

  return {
    /** Gives the frame itself if it has the colours of the first one, or a frame that is valid until the next call. */
    async match(frame: Frame): Promise<Frame> {
      const colours = coloursOf(frame)
      firstColours ??= colours
      const colorSpace = firstColours.colorSpace ?? colours.colorSpace
      const isSameSpace = colorSpace === (colours.colorSpace ?? colorSpace)
      if (colours.colorRange === firstColours.colorRange && isSameSpace) return frame
      if (!context) {
        context = new SoftwareScaleContext()
        context.allocContext()
      }
      // The encoder may still use the buffer of the last matched frame.
      if (!matchedFrame?.isWritable) {
        matchedFrame?.free()
        matchedFrame = emptyFrame({ width: frame.width, height: frame.height, format: AV_PIX_FMT_YUV420P })
      }
      const { pts, sampleAspectRatio } = frame
      namePlainColours(frame)
      Object.assign(matchedFrame, { colorRange: firstColours.colorRange, colorSpace: colorSpace ?? frame.colorSpace })
      requireEncoded(await context.scaleFrame(matchedFrame, frame), 'match the colours of a frame')
      return Object.assign(matchedFrame, { pts, sampleAspectRatio })
    },
    close(): void {
      context?.freeContext()
      matchedFrame?.free()
    },
  }
}

/** Range and matrix of a frame. colorSpace is null if the frame names none, because colours are never guessed. */
function coloursOf(frame: Frame) {
  const colorRange = frame.colorRange === AVCOL_RANGE_JPEG ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
  // SMPTE 170M and BT.470BG are two names of one matrix.
  const space = frame.colorSpace === AVCOL_SPC_SMPTE170M ? AVCOL_SPC_BT470BG : frame.colorSpace
  return { colorRange, colorSpace: CONVERTED_COLOURS.has(space) ? space : null }
}
