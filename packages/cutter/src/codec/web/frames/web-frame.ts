import type { PixelAspect, VideoFrame } from '../../video-frame.ts'

/** A frame of WebCodecs. */
export type BrowserFrame = globalThis.VideoFrame

/** Pixel aspects that codecs have a number for (ITU-T H.264, table E-1), and those of DV. */
const USUAL_ASPECTS: readonly (readonly [num: number, den: number])[] = [
  [12, 11],
  [10, 11],
  [16, 11],
  [40, 33],
  [24, 11],
  [20, 11],
  [32, 11],
  [80, 33],
  [18, 11],
  [15, 11],
  [64, 33],
  [160, 99],
  [4, 3],
  [3, 2],
  [2, 1],
  [8, 9],
  [16, 15],
  [32, 27],
  [64, 45],
]

/** A frame of WebCodecs with its time in ticks. Closing it closes the browser's frame. */
export class WebFrame implements VideoFrame {
  readonly isDamaged = false
  readonly frame: BrowserFrame
  readonly timestamp: number
  readonly pixelAspect: PixelAspect

  /** @param pixelAspect absent: the one that the browser displays */
  constructor(frame: BrowserFrame, timestamp: number, pixelAspect = displayedAspect(frame)) {
    this.frame = frame
    this.timestamp = timestamp
    this.pixelAspect = pixelAspect
  }

  /** The size without the padding of the codec, as the native codecs give it. */
  get codedWidth(): number {
    return this.frame.visibleRect!.width
  }

  get codedHeight(): number {
    return this.frame.visibleRect!.height
  }

  clone(): VideoFrame {
    return new WebFrame(this.frame.clone(), this.timestamp, this.pixelAspect)
  }

  async readPixels(): Promise<Uint8Array> {
    const pixels = new Uint8Array(this.frame.allocationSize())
    await this.frame.copyTo(pixels)
    return pixels
  }

  close(): void {
    this.frame.close()
  }
}

/** The frame of WebCodecs in a VideoFrame of these codecs. */
export function webFrameOf(videoFrame: VideoFrame): WebFrame {
  if (!(videoFrame instanceof WebFrame)) throw new TypeError('The frame was made by other codecs.')
  return videoFrame
}

/** The pixel aspect by which a browser displays a frame. The displayed size is rounded to whole pixels. */
function displayedAspect({ visibleRect, displayWidth, displayHeight }: BrowserFrame): PixelAspect {
  const { width, height } = visibleRect!
  if (displayWidth === width && displayHeight === height) return { num: 0, den: 1 }
  const aspect = (displayWidth * height) / (displayHeight * width)
  const precision = 1 / Math.min(displayWidth, displayHeight)
  const usual = USUAL_ASPECTS.find(([num, den]) => Math.abs(num / den / aspect - 1) <= precision)
  const [num, den] = usual ?? [displayWidth * height, displayHeight * width]
  const divisor = greatestDivisor(num, den)
  return { num: num / divisor, den: den / divisor }
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}
