import type { Frame } from 'node-av/lib'
import type { PixelAspect, VideoFrame } from '../../video-frame.ts'

/** Wraps a node-av frame as a VideoFrame, without a copy. Closing it frees the node-av frame. */
export class NativeFrame implements VideoFrame {
  readonly frame: Frame

  constructor(frame: Frame) {
    this.frame = frame
  }

  get timestamp(): number {
    return Number(this.frame.pts)
  }

  get codedWidth(): number {
    return this.frame.width
  }

  get codedHeight(): number {
    return this.frame.height
  }

  get pixelAspect(): PixelAspect {
    const { num, den } = this.frame.sampleAspectRatio
    return { num, den }
  }

  get isDamaged(): boolean {
    return this.frame.decodeErrorFlags !== 0
  }

  clone(): VideoFrame {
    return new NativeFrame(this.frame.clone()!)
  }

  async readPixels(): Promise<Uint8Array> {
    return this.frame.toBuffer()
  }

  close(): void {
    this.frame.free()
  }
}

/** The node-av frame inside a VideoFrame of the native codecs. */
export function frameOf(videoFrame: VideoFrame): Frame {
  if (!(videoFrame instanceof NativeFrame)) throw new TypeError('The frame was made by other codecs.')
  return videoFrame.frame
}
