import { decodeMedia } from '@kerf/stamped-media/decode-media'
import { readStamp } from '@kerf/stamped-media/stamp'
import type { CutPlan } from '../../src/plan-cut.ts'

/** The brightness of every picture of a film, by its stamped number. */
export type Pictures = Map<number, Uint8Array>

export async function readPictures(path: string): Promise<Pictures> {
  const pictures: Pictures = new Map()
  const onPicture: NonNullable<Parameters<typeof decodeMedia>[1]['onPicture']> = (frame) => {
    const { width, height } = frame
    const stride = frame.linesize[0]!
    const luma = new Uint8Array(width * height)
    for (let row = 0; row < height; row++) {
      luma.set(frame.data![0]!.subarray(row * stride, row * stride + width), row * width)
    }
    const number = readStamp(frame, (x, y) => luma[y * width + x]!)
    if (number !== null) {
      pictures.set(number, luma)
    }
  }
  await decodeMedia(path, { ignoreEditLists: false, onPicture, onSound: () => {} })
  return pictures
}

/** The peak signal-to-noise ratio of each of these pictures, in decibels; Infinity for equal ones. */
export function signalToNoise(source: Pictures, clip: Pictures, numbers: readonly number[]): number[] {
  return numbers.map((number) => {
    const [a, b] = [source.get(number)!, clip.get(number)!]
    let squares = 0
    for (let at = 0; at < a.length; at++) {
      squares += (a[at]! - b[at]!) ** 2
    }
    return 10 * Math.log10(255 ** 2 / (squares / a.length))
  })
}

/** The numbers of the frames that a plan encodes anew. */
export function encodedFrames({ picture }: CutPlan, frameRate: number): number[] {
  return (picture?.pieces ?? [])
    .filter(({ how }) => how === 'encode')
    .flatMap(({ fromSeconds, frames }) =>
      Array.from({ length: frames }, (_, index) => Math.round(fromSeconds * frameRate) + index),
    )
}
