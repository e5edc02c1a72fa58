import { AV_PIX_FMT_YUV420P, SWS_BICUBIC } from 'node-av/constants'
import { type Frame, SoftwareScaleContext } from 'node-av/lib'
import { requireEncoded } from '../codec/codec-result.ts'
import { emptyFrame } from '../codec/fill-frame.ts'
import { isHdr, toneMapper } from '../codec/tone-mapper.ts'

/** Brings frames of any size and pixel format to one size and 8-bit 4:2:0, which every player shows; HDR becomes SDR. */
export function frameScaler(width: number, height: number) {
  let context: SoftwareScaleContext | null = null
  let sourceShape = ''
  let scaled: Frame | null = null
  let mapper: ReturnType<typeof toneMapper> | null = null

  const contextFor = (frame: Frame): SoftwareScaleContext => {
    const shape = `${frame.width}x${frame.height}:${frame.format}`
    if (!context || shape !== sourceShape) {
      context?.freeContext()
      sourceShape = shape
      context = new SoftwareScaleContext()
      const format = frame.format as typeof AV_PIX_FMT_YUV420P
      context.getContext(frame.width, frame.height, format, width, height, AV_PIX_FMT_YUV420P, SWS_BICUBIC)
    }
    return context
  }

  return {
    /** The frame itself when it fits already; else one that is valid until the next call. */
    async scale(frame: Frame): Promise<Frame> {
      if (isHdr(frame)) {
        mapper ??= toneMapper()
        return mapper.map(frame, width, height)
      }
      if (frame.width === width && frame.height === height && frame.format === AV_PIX_FMT_YUV420P) return frame
      // The encoder may still refer to the last one's buffer.
      if (!scaled?.isWritable) {
        scaled?.free()
        scaled = emptyFrame({ width, height, format: AV_PIX_FMT_YUV420P })
      }
      requireEncoded(await contextFor(frame).scaleFrame(scaled, frame), 'scale a frame')
      const { pts, sampleAspectRatio, colorPrimaries, colorTrc, colorSpace } = frame
      return Object.assign(scaled, { pts, sampleAspectRatio, colorPrimaries, colorTrc, colorSpace })
    },
    close(): void {
      context?.freeContext()
      scaled?.free()
      mapper?.close()
    },
  }
}
