import { decodeMedia } from '@kerf/stamped-media/decode-media'
import type { Frame } from 'node-av/lib'

/** The luma plane of a decoded frame, row by row. */
export interface LumaFrame {
  seconds: number
  width: number
  height: number
  luma: Uint8Array
}

/** Decodes a file to its frames, in order of presentation. */
export async function lumaFrames(path: string): Promise<LumaFrame[]> {
  const frames: LumaFrame[] = []
  const onFrame = (frame: Frame, seconds: number) => void frames.push({ seconds, ...lumaOf(frame) })
  await decodeMedia(path, { ignoreEditLists: false, onFrame, onAudio: () => {} })
  return frames.sort((a, b) => a.seconds - b.seconds)
}

/** @param step bytes per pixel: 1 for a luma plane; in packed RGB, the green byte is used as luma */
export function lumaOf({ data, linesize, width, height }: Frame, step = 1): Omit<LumaFrame, 'seconds'> {
  const luma = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) luma[y * width + x] = data![0]![y * linesize[0]! + x * step + (step > 1 ? 1 : 0)]!
  return { width, height, luma }
}

/** Mean absolute luma difference between `part` and the area of `frame` that begins at `left` and `top`. */
export function differenceFrom(
  frame: Omit<LumaFrame, 'seconds'>,
  { left, top }: { left: number; top: number },
  part: Omit<LumaFrame, 'seconds'>,
): number {
  let sum = 0
  for (let y = 0; y < part.height; y++)
    for (let x = 0; x < part.width; x++)
      sum += Math.abs(part.luma[y * part.width + x]! - frame.luma[(top + y) * frame.width + left + x]!)
  return sum / part.luma.length
}

/** Halves both sides: each pixel is the mean of two by two. */
export function halveSides({ width, height, luma }: Omit<LumaFrame, 'seconds'>): Omit<LumaFrame, 'seconds'> {
  const halfSize = { width: Math.floor(width / 2), height: Math.floor(height / 2) }
  const lumaAt = (x: number, y: number) => luma[y * width + x]!
  const means = Uint8Array.from({ length: halfSize.width * halfSize.height }, (_, index) => {
    const [x, y] = [2 * (index % halfSize.width), 2 * Math.floor(index / halfSize.width)]
    return (lumaAt(x, y) + lumaAt(x + 1, y) + lumaAt(x, y + 1) + lumaAt(x + 1, y + 1)) / 4
  })
  return { ...halfSize, luma: means }
}
