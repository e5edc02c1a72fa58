import { AV_PIX_FMT_YUV420P, SWS_BICUBIC } from 'node-av/constants'
import { Frame, SoftwareScaleContext } from 'node-av/lib'
import { requireEncoded } from '../codec/codec-result.ts'

/** Brings frames of any size and pixel format to one size and 8-bit 4:2:0, which every player shows. */
export class FrameScaler {
  readonly #width: number
  readonly #height: number
  #context: SoftwareScaleContext | null = null
  #sourceShape = ''
  #scaled: Frame | null = null

  constructor(width: number, height: number) {
    this.#width = width
    this.#height = height
  }

  /** The frame itself when it fits already; else one that is valid until the next call. */
  async scale(frame: Frame): Promise<Frame> {
    const fits = frame.width === this.#width && frame.height === this.#height && frame.format === AV_PIX_FMT_YUV420P
    if (fits) {
      return frame
    }
    const context = this.#contextFor(frame)
    const scaled = this.#newFrame()
    requireEncoded(await context.scaleFrame(scaled, frame), 'scale a frame')
    scaled.pts = frame.pts
    scaled.sampleAspectRatio = frame.sampleAspectRatio
    scaled.colorPrimaries = frame.colorPrimaries
    scaled.colorTrc = frame.colorTrc
    scaled.colorSpace = frame.colorSpace
    return scaled
  }

  close(): void {
    this.#context?.freeContext()
    this.#scaled?.free()
    this.#context = null
    this.#scaled = null
  }

  #contextFor(frame: Frame): SoftwareScaleContext {
    const shape = `${frame.width}x${frame.height}:${frame.format}`
    if (this.#context && shape === this.#sourceShape) {
      return this.#context
    }
    this.#context?.freeContext()
    this.#sourceShape = shape
    this.#context = new SoftwareScaleContext()
    this.#context.getContext(
      frame.width,
      frame.height,
      frame.format as typeof AV_PIX_FMT_YUV420P,
      this.#width,
      this.#height,
      AV_PIX_FMT_YUV420P,
      SWS_BICUBIC,
    )
    return this.#context
  }

  /** The last one's buffer, unless the encoder still holds it: it may keep references to frames that it has not finished with. */
  #newFrame(): Frame {
    if (this.#scaled?.isWritable) {
      return this.#scaled
    }
    this.#scaled?.free()
    const frame = new Frame()
    frame.alloc()
    frame.width = this.#width
    frame.height = this.#height
    frame.format = AV_PIX_FMT_YUV420P
    requireEncoded(frame.allocBuffer(), 'allocate a frame')
    this.#scaled = frame
    return frame
  }
}
