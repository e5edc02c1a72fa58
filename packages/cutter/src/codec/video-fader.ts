import type { Frame } from 'node-av/lib'
import { emptyFrame } from './fill-frame.ts'

export interface FadeInput {
  /** Seconds over which frames come from black, and go to it: at most half of the time between the two below. */
  fadeSeconds: number
  /** When the last frame is shown, counted from the first. */
  lastSeconds: number
}

/** Values of black: of limited and of full range; colours are grey. */
const BLACK = { limited: 16, full: 0 } as const
const GREY = 128
const FULL_RANGE = 2

/**
 * Fades frames of 8-bit 4:2:0 in from black and out to it: the first and the last are black. A frame's time decides how bright it
 * is.
 */
export function videoFader({ fadeSeconds, lastSeconds }: FadeInput) {
  const seconds = Math.min(fadeSeconds, lastSeconds / 2)
  let faded: Frame | null = null

  const frameLike = ({ width, height, format }: Frame): Frame => {
    // The encoder may still refer to the last one's buffer.
    if (faded?.isWritable && faded.width === width && faded.height === height) return faded
    faded?.free()
    faded = emptyFrame({ width, height, format })
    return faded
  }

  return {
    /** The frame itself where nothing fades, else a darker one that is valid until the next call. */
    fade(frame: Frame, atSeconds: number): Frame {
      const gain = Math.max(0, Math.min(atSeconds, lastSeconds - atSeconds) / seconds)
      // A single frame, which is first and last, stays.
      if (!(gain < 1)) return frame
      const dark = frameLike(frame)
      const black = frame.colorRange === FULL_RANGE ? BLACK.full : BLACK.limited
      for (const [plane, zero] of [black, GREY, GREY].entries()) copyDarkened(frame, dark, plane, { gain, zero })
      const { pts, sampleAspectRatio, colorRange, colorPrimaries, colorTrc, colorSpace } = frame
      return Object.assign(dark, { pts, sampleAspectRatio, colorRange, colorPrimaries, colorTrc, colorSpace })
    },
    close(): void {
      faded?.free()
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
