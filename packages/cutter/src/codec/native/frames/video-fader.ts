import type { Frame } from 'node-av/lib'
import type { FadeInput, VideoFader } from '../../frame-tools.ts'
import { emptyFrame } from '../libav/fill-frame.ts'
import { frameOf, NativeFrame } from '../libav/native-frame.ts'

/** Luma values of black in limited and in full range. */
const BLACK_LUMA = { limited: 16, full: 0 } as const
/** Chroma value of grey. */
const GREY_CHROMA = 128
const FULL_RANGE = 2

export function videoFader({ fadeSeconds, lastSeconds }: FadeInput): VideoFader {
  const seconds = Math.min(fadeSeconds, lastSeconds / 2)
  let fadedFrame: Frame | null = null

  const reusableFrame = ({ width, height, format }: Frame): Frame => {
    // The encoder may still use the buffer of the last faded frame.
    if (fadedFrame?.isWritable && fadedFrame.width === width && fadedFrame.height === height) return fadedFrame
    fadedFrame?.free()
    fadedFrame = emptyFrame({ width, height, format })
    return fadedFrame
  }

  return {
    async fade(videoFrame, atSeconds) {
      const gain = Math.max(0, Math.min(atSeconds, lastSeconds - atSeconds) / seconds)
      // For a single frame the gain is NaN, and the frame stays unchanged.
      if (!(gain < 1)) return videoFrame
      const frame = frameOf(videoFrame)
      const darkFrame = reusableFrame(frame)
      const blackLuma = frame.colorRange === FULL_RANGE ? BLACK_LUMA.full : BLACK_LUMA.limited
      for (const [plane, zero] of [blackLuma, GREY_CHROMA, GREY_CHROMA].entries())
        copyDarkened(frame, darkFrame, plane, { gain, zero })
      const { pts, sampleAspectRatio, colorRange, colorPrimaries, colorTrc, colorSpace } = frame
      Object.assign(darkFrame, { pts, sampleAspectRatio, colorRange, colorPrimaries, colorTrc, colorSpace })
      return new NativeFrame(darkFrame)
    },
    close() {
      fadedFrame?.free()
    },
  }
}

function copyDarkened(from: Frame, to: Frame, plane: number, { gain, zero }: { gain: number; zero: number }): void {
  const values = Uint8Array.from({ length: 256 }, (_, value) => Math.round(zero + (value - zero) * gain))
  const width = plane === 0 ? from.width : Math.ceil(from.width / 2)
  const height = plane === 0 ? from.height : Math.ceil(from.height / 2)
  const source = from.data![plane]!
  const target = to.data![plane]!
  const sourceStep = from.linesize[plane]!
  const targetStep = to.linesize[plane]!
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) target[y * targetStep + x] = values[source[y * sourceStep + x]!]!
  }
}
