import { decodeMedia } from '@kerf/stamped-media/decode-media'
import type { Frame } from 'node-av/lib'

/** The brightness of a frame as it is coded, row by row. */
export interface LumaFrame {
  seconds: number
  width: number
  height: number
  luma: Uint8Array
}

/** The frames of a file in their order. */
export async function lumaFrames(path: string): Promise<LumaFrame[]> {
  const frames: LumaFrame[] = []
  const onFrame = (frame: Frame, seconds: number) => void frames.push({ seconds, ...lumaOf(frame) })
  await decodeMedia(path, { ignoreEditLists: false, onFrame, onAudio: () => {} })
  return frames.sort((a, b) => a.seconds - b.seconds)
}

/** @param step bytes of a pixel: in packed colours, green is taken as brightness */
export function lumaOf({ data, linesize, width, height }: Frame, step = 1): Omit<LumaFrame, 'seconds'> {
  const luma = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) luma[y * width + x] = data![0]![y * linesize[0]! + x * step + (step > 1 ? 1 : 0)]!
  return { width, height, luma }
}

/** By how much a frame differs, in the mean of its pixels, from the part of another that begins at a place. */
export function differenceFrom(
  whole: Omit<LumaFrame, 'seconds'>,
  { left, top }: { left: number; top: number },
  part: Omit<LumaFrame, 'seconds'>,
): number {
  let sum = 0
  for (let y = 0; y < part.height; y++)
    for (let x = 0; x < part.width; x++)
      sum += Math.abs(part.luma[y * part.width + x]! - whole.luma[(top + y) * whole.width + left + x]!)
  return sum / part.luma.length
}

/** Each pixel is the mean of two by two. */
export function halved({ width, height, luma }: Omit<LumaFrame, 'seconds'>): Omit<LumaFrame, 'seconds'> {
  const half = { width: Math.floor(width / 2), height: Math.floor(height / 2) }
  const at = (x: number, y: number) => luma[y * width + x]!
  const means = Uint8Array.from({ length: half.width * half.height }, (_, index) => {
    const [x, y] = [2 * (index % half.width), 2 * Math.floor(index / half.width)]
    return (at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1)) / 4
  })
  return { ...half, luma: means }
}
