import { box, fullBox, table, u32 } from '../../src/bitstream/mp4-boxes.ts'
import { replaceBoxes } from './patched-mp4.ts'

const ID_AT = 20
const FLAGS_AT = 11

/** Before the video's own tracks: a cover, a time code, chapters as text and, not to be shown, as frames. */
export function withTracksBefore(video: Buffer): Buffer {
  let isFirst = true
  return replaceBoxes(video, 'trak', (trak) => {
    if (!isFirst) return trak
    isFirst = false
    const renamed = (from: string, to: string) => (bytes: Buffer) =>
      Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1')
    const jpeg = [renamed('avc1', 'jpeg'), renamed('avcC', 'free')].reduce((bytes, change) => change(bytes), trak)
    const cover = withId(withOneSample(jpeg), 90)
    const timeCode = withId(renamed('vide', 'tmcd')(withOneSample(jpeg)), 91)
    const chapters = withId(renamed('vide', 'text')(jpeg), 92)
    const chapterFrames = replaceBoxes(withId(jpeg, 93), 'tkhd', patched(FLAGS_AT, 0))
    return Buffer.concat([cover, timeCode, chapters, chapterFrames, trak])
  })
}

/** The only frames are a cover: what people call a song. */
export function withCoverOnly(video: Buffer): Buffer {
  return replaceBoxes(video, 'trak', (trak) =>
    trak.includes('vide')
      ? withOneSample(Buffer.from(trak.toString('latin1').replace('avc1', 'jpeg').replace('avcC', 'free'), 'latin1'))
      : trak,
  )
}

/** Audio in a code that nobody knows any more. */
export function withUnknownAudio(video: Buffer): Buffer {
  return Buffer.from(video.toString('latin1').replace('mp4a', 'QDM2').replace('esds', 'free'), 'latin1')
}

function withId(trak: Buffer, id: number): Buffer {
  return replaceBoxes(trak, 'tkhd', patched(ID_AT + 3, id))
}

function withOneSample(trak: Buffer): Buffer {
  const tables: [string, Buffer][] = [
    ['stsz', fullBox('stsz', 0, 0, u32(0), u32(1), u32(1))],
    ['stts', fullBox('stts', 0, 0, u32(1), u32(1), u32(1))],
    ['ctts', box('free')],
    ['stss', fullBox('stss', 0, 0, table(1, [1]))],
  ]
  return tables.reduce((changed, [type, replacement]) => replaceBoxes(changed, type, () => replacement), trak)
}

const patched = (at: number, value: number) => (old: Buffer) => {
  const changed = Buffer.from(old)
  changed[at] = value
  return changed
}
