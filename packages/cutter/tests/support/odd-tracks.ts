import { box, fullBox, table, u32 } from '../../src/bitstream/mp4-boxes.ts'
import { patchAfter, replaceBoxes } from './patched-mp4.ts'

/** Before the video's own tracks: a cover, a time code, chapters as text and, not to be shown, as frames. */
export function withTracksBefore(video: Buffer): Buffer {
  let isFirst = true
  return replaceBoxes(video, 'trak', (trak) => {
    if (!isFirst) return trak
    isFirst = false
    const jpeg = asJpeg(trak)
    const cover = withId(withOneSample(jpeg), 90)
    const timeCode = withId(renamed(withOneSample(jpeg), 'vide', 'tmcd'), 91)
    const chapters = withId(renamed(jpeg, 'vide', 'text'), 92)
    const chapterFrames = withFlags(withId(jpeg, 93), 0)
    return Buffer.concat([cover, timeCode, chapters, chapterFrames, trak])
  })
}

/** The only frames are a cover: what people call a song. */
export function withCoverOnly(video: Buffer): Buffer {
  return replaceBoxes(video, 'trak', (trak) => (trak.includes('vide') ? withOneSample(asJpeg(trak)) : trak))
}

/** Audio in a codec that no longer exists. */
export function withUnknownAudio(video: Buffer): Buffer {
  return renamed(renamed(video, 'mp4a', 'QDM2'), 'esds', 'free')
}

/**
 * A second audio track, the first one's packets decoded so many ticks of the movie later; the first one is disabled, or
 * in an unknown codec.
 */
export function withSecondAudio(video: Buffer, delay: number, firstIs: 'disabled' | 'unreadable'): Buffer {
  return replaceBoxes(video, 'trak', (trak) => {
    if (!trak.includes('soun')) return trak
    const first = firstIs === 'disabled' ? withFlags(trak, 2) : withUnknownAudio(trak)
    const later = replaceBoxes(withId(trak, 9), 'elst', (elst) => {
      const empty = Buffer.concat([u32(delay), u32(0xffffffff), u32(0x10000)])
      return fullBox('elst', 0, 0, u32(2), empty, elst.subarray(16, 28))
    })
    return Buffer.concat([first, later])
  })
}

const withId = (trak: Buffer, id: number) => patchAfter(trak, 'tkhd', 12, u32(id))
const withFlags = (trak: Buffer, flags: number) => patchAfter(trak, 'tkhd', 0, u32(flags))
const renamed = (bytes: Buffer, from: string, to: string) => patchAfter(bytes, from, -4, Buffer.from(to))
const asJpeg = (trak: Buffer) => renamed(renamed(trak, 'avc1', 'jpeg'), 'avcC', 'free')

function withOneSample(trak: Buffer): Buffer {
  const tables: [string, Buffer][] = [
    ['stsz', fullBox('stsz', 0, 0, u32(0), u32(1), u32(1))],
    ['stts', fullBox('stts', 0, 0, u32(1), u32(1), u32(1))],
    ['ctts', box('free')],
    ['stss', fullBox('stss', 0, 0, table(1, [1]))],
  ]
  return tables.reduce((changed, [type, replacement]) => replaceBoxes(changed, type, () => replacement), trak)
}
