import {
  AV_PIX_FMT_YUV420P,
  AVCOL_RANGE_JPEG,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT470BG,
  AVCOL_SPC_SMPTE170M,
} from 'node-av/constants'
import { type Frame, SoftwareScaleContext } from 'node-av/lib'
import { requireEncoded } from './codec-result.ts'
import { emptyFrame } from './fill-frame.ts'
import { CONVERTED_COLOURS, namePlainColours } from './upright-scaler.ts'

/** Gives frames of 8-bit 4:2:0 and one size the colours of the first: a clip says only once what its values mean. */
export function colourMatcher() {
  let first: ReturnType<typeof meaningOf> | null = null
  let context: SoftwareScaleContext | null = null
  let matched: Frame | null = null

  return {
    /** The frame itself if its values mean what those of the first do; else one that is valid until the next call. */
    async match(frame: Frame): Promise<Frame> {
      const own = meaningOf(frame)
      first ??= own
      const colorSpace = first.colorSpace ?? own.colorSpace
      const isSameSpace = colorSpace === (own.colorSpace ?? colorSpace)
      if (own.colorRange === first.colorRange && isSameSpace) return frame
      if (!context) {
        context = new SoftwareScaleContext()
        context.allocContext()
      }
      // The encoder may still refer to the last one's buffer.
      if (!matched?.isWritable) {
        matched?.free()
        matched = emptyFrame({ width: frame.width, height: frame.height, format: AV_PIX_FMT_YUV420P })
      }
      const { pts, sampleAspectRatio } = frame
      namePlainColours(frame)
      Object.assign(matched, { colorRange: first.colorRange, colorSpace: colorSpace ?? frame.colorSpace })
      requireEncoded(await context.scaleFrame(matched, frame), 'match the colours of a frame')
      return Object.assign(matched, { pts, sampleAspectRatio })
    },
    close(): void {
      context?.freeContext()
      matched?.free()
    },
  }
}

/** colorSpace: null where it is not told; nothing is converted by a guess. */
function meaningOf(frame: Frame) {
  const colorRange = frame.colorRange === AVCOL_RANGE_JPEG ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
  // Two names of one matrix.
  const space = frame.colorSpace === AVCOL_SPC_SMPTE170M ? AVCOL_SPC_BT470BG : frame.colorSpace
  return { colorRange, colorSpace: CONVERTED_COLOURS.has(space) ? space : null }
}
