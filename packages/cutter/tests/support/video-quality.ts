import { decodeMedia } from '@kerf/stamped-media/decode-media'
import { readStamp } from '@kerf/stamped-media/stamp'
import type { CutPlan } from '../../src/plan-cut.ts'

/** Luma of every frame of a video, by the frame's stamped number. */
export type LumaByNumber = Map<number, Uint8Array>

export async function readFrames(path: string): Promise<LumaByNumber> {
  const videoFrames: LumaByNumber = new Map()
  const onFrame: NonNullable<Parameters<typeof decodeMedia>[1]['onFrame']> = (frame) => {
    const { width, height } = frame
    const stride = frame.linesize[0]!
    const luma = new Uint8Array(width * height)
    for (let row = 0; row < height; row++) {
      luma.set(frame.data![0]!.subarray(row * stride, row * stride + width), row * width)
    }
    const number = readStamp(frame, (x, y) => luma[y * width + x]!)
    if (number !== null) videoFrames.set(number, luma)
  }
  await decodeMedia(path, { ignoreEditLists: false, onFrame, onAudio: () => {} })
  return videoFrames
}

/** The peak signal-to-noise ratio of each of these frames, in dB. It is Infinity for equal frames. */
export function signalToNoise(source: LumaByNumber, clip: LumaByNumber, numbers: readonly number[]): number[] {
  return numbers.map((number) => {
    const [a, b] = [source.get(number)!, clip.get(number)!]
    let squares = 0
    for (let at = 0; at < a.length; at++) squares += (a[at]! - b[at]!) ** 2
    return 10 * Math.log10(255 ** 2 / (squares / a.length))
  })
}

const BLOCK_PIXELS = 12

/** Largest error of a block's mean luma in these frames, in levels. An average over frames would hide it. */
export function largestBlockError(
  source: LumaByNumber,
  clip: LumaByNumber,
  numbers: readonly number[],
  width: number,
): number {
  let largestError = 0
  for (const number of numbers) {
    const [a, b] = [source.get(number)!, clip.get(number)!]
    const rowBytes = BLOCK_PIXELS * width
    for (let row = 0; row + rowBytes <= a.length; row += rowBytes) {
      for (let left = 0; left + BLOCK_PIXELS <= width; left += BLOCK_PIXELS) {
        let difference = 0
        for (let rowStart = row + left; rowStart < row + rowBytes; rowStart += width)
          for (let at = rowStart; at < rowStart + BLOCK_PIXELS; at++) difference += a[at]! - b[at]!
        largestError = Math.max(largestError, Math.abs(difference) / BLOCK_PIXELS ** 2)
      }
    }
  }
  return largestError
}

/** The numbers of the frames that a plan re-encodes. */
export function encodedFrames({ video }: CutPlan, frameRate: number): number[] {
  return (video?.pieces ?? [])
    .filter(({ how }) => how === 'encode')
    .flatMap(({ fromSeconds, frames }) =>
      Array.from({ length: frames }, (_, index) => Math.round(fromSeconds * frameRate) + index),
    )
}
