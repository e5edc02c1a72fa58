import type { FadeInput, VideoFader } from '../../frame-tools.ts'
import type { Plane } from '../../planes.ts'
import { copyPlanes, frameOfPlanes } from './planes-of-frame.ts'
import { WebFrame, webFrameOf } from './web-frame.ts'

/** Luma values of black in limited and in full range. */
const BLACK_LUMA = { limited: 16, full: 0 } as const
/** Chroma value of grey. */
const GREY_CHROMA = 128

export function videoFader({ fadeSeconds, lastSeconds }: FadeInput): VideoFader {
  const seconds = Math.min(fadeSeconds, lastSeconds / 2)
  let fadedFrame: WebFrame | null = null

  return {
    async fade(videoFrame, atSeconds) {
      fadedFrame?.close()
      fadedFrame = null
      const gain = Math.max(0, Math.min(atSeconds, lastSeconds - atSeconds) / seconds)
      // The gain of a single frame is not a number, and the frame stays unchanged.
      if (!(gain < 1)) return videoFrame
      const source = webFrameOf(videoFrame)
      const { timestamp, colorSpace } = source.frame
      const black = colorSpace.fullRange === true ? BLACK_LUMA.full : BLACK_LUMA.limited
      const [luma, ...chroma] = await copyPlanes(source)
      const planes = [fadedPlane(luma, gain, black), ...chroma.map((plane) => fadedPlane(plane, gain, GREY_CHROMA))]
      const frame = frameOfPlanes(planes, { timestamp, colorSpace: colorSpace.toJSON() })
      fadedFrame = new WebFrame(frame, source.timestamp, source.pixelAspect)
      return fadedFrame
    },
    close() {
      fadedFrame?.close()
    },
  }
}

/** Moves the values of a plane towards `zero`. */
function fadedPlane(plane: Plane, gain: number, zero: number): Plane {
  const table = Uint8Array.from({ length: 256 }, (_, value) => Math.round(zero + (value - zero) * gain))
  return { ...plane, values: plane.values.map((value) => table[value]!) }
}
