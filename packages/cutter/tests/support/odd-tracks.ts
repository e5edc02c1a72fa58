import { box, fullBox, table, u32 } from '../../src/bitstream/mp4-boxes.ts'
import { patchAfter, replaceBoxes } from './patched-mp4.ts'

/** Adds tracks before the tracks of the video: a cover, a time code, chapters as text, and disabled chapter frames. */
export function withTracksBefore(video: Buffer): Buffer {
  let isFirst = true
  return replaceBoxes(video, 'trak', (trak) => {
    if (!isFirst) return trak
    isFirst = false
    const jpeg = toJpegTrack(trak)
    const cover = withId(withOneSample(jpeg), 90)
    const timeCode = withId(rename(withOneSample(jpeg), 'vide', 'tmcd'), 91)
    const chapters = withId(rename(jpeg, 'vide', 'text'), 92)
    const chapterFrames = withFlags(withId(jpeg, 93), 0)
    return Buffer.concat([cover, timeCode, chapters, chapterFrames, trak])
  })
}

/** Turns the video track into a cover, as in the file of a song. */
export function withCoverOnly(video: Buffer): Buffer {
  return replaceBoxes(video, 'trak', (trak) => (trak.includes('vide') ? withOneSample(toJpegTrack(trak)) : trak))
}

/** Labels the audio as QDesign Music 2, which no decoder of the cutter reads. */
export function withUnknownAudio(video: Buffer): Buffer {
  return rename(rename(video, 'mp4a', 'QDM2'), 'esds', 'free')
}

/**
 * Adds a second audio track: the packets of the first one, `delay` ticks of the movie later. The first one becomes
 * disabled, or gets an unknown codec.
 */
export function withSecondAudio(video: Buffer, delay: number, firstIs: 'disabled' | 'unreadable'): Buffer {
  return replaceBoxes(video, 'trak', (trak) => {
    if (!trak.includes('soun')) return trak
    const firstTrack = firstIs === 'disabled' ? withFlags(trak, 2) : withUnknownAudio(trak)
    const secondTrack = replaceBoxes(withId(trak, 9), 'elst', (elst) => {
      const emptyEdit = Buffer.concat([u32(delay), u32(0xffffffff), u32(0x10000)])
      return fullBox('elst', 0, 0, u32(2), emptyEdit, elst.subarray(16, 28))
    })
    return Buffer.concat([firstTrack, secondTrack])
  })
}

const withId = (trak: Buffer, id: number) => patchAfter(trak, 'tkhd', 12, u32(id))
const withFlags = (trak: Buffer, flags: number) => patchAfter(trak, 'tkhd', 0, u32(flags))
const rename = (bytes: Buffer, from: string, to: string) => patchAfter(bytes, from, -4, Buffer.from(to))
const toJpegTrack = (trak: Buffer) => rename(rename(trak, 'avc1', 'jpeg'), 'avcC', 'free')

function withOneSample(trak: Buffer): Buffer {
  const tables: [string, Buffer][] = [
    ['stsz', fullBox('stsz', 0, 0, u32(0), u32(1), u32(1))],
    ['stts', fullBox('stts', 0, 0, u32(1), u32(1), u32(1))],
    ['ctts', box('free')],
    ['stss', fullBox('stss', 0, 0, table(1, [1]))],
  ]
  return tables.reduce((trakCopy, [type, replacement]) => replaceBoxes(trakCopy, type, () => replacement), trak)
}
