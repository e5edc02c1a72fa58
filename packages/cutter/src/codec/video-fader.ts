import type { Frame } from 'node-av/lib'
import { emptyFrame } from './fill-frame.ts'

export interface FadeInput {
  /** Length of each fade in seconds; at most half of `lastSeconds` is used. */
  fadeSeconds: number
  /** Start of the last frame, in seconds from the first one. */
  lastSeconds: number
}

/** Luma values of black in limited and in full range. */
const BLACK_LUMA = { limited: 16, full: 0 } as const
/** Chroma value of grey. */
const GREY_CHROMA = 128
const FULL_RANGE = 2

/**
 * Fades 8-bit 4:2:0 frames in from black and out to black. The brightness of a frame depends on its time; the first and
 * the last frame are black.
 */
export function videoFader({ fadeSeconds, lastSeconds }: FadeInput) {
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
    /** Gives the frame itself outside the fades, or a darker one that is valid until the next call. */
    fade(frame: Frame, atSeconds: number): Frame {
      const gain = Math.max(0, Math.min(atSeconds, lastSeconds - atSeconds) / seconds)
      // The gain of a single frame is not a number, and the frame stays unchanged.
      if (!(gain < 1)) return frame
      const darkFrame = reusableFrame(frame)
      const blackLuma = frame.colorRange === FULL_RANGE ? BLACK_LUMA.full : BLACK_LUMA.limited
      for (const [plane, zero] of [blackLuma, GREY_CHROMA, GREY_CHROMA].entries())
        copyDarkened(frame, darkFrame, plane, { gain, zero })
      const { pts, sampleAspectRatio, colorRange, colorPrimaries, colorTrc, colorSpace } = frame
      return Object.assign(darkFrame, { pts, sampleAspectRatio, colorRange, colorPrimaries, colorTrc, colorSpace })
    },
    close(): void {
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
