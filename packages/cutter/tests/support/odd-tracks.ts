import { box, fullBox, table, u32 } from '../../src/bitstream/mp4-boxes.ts'
import { replaceBoxes } from './patched-mp4.ts'

const ID_AT = 20
const FLAGS_AT = 11

/** Before the film's own tracks: a cover, a time code, chapters as text and, not to be shown, as pictures. */
export function withTracksBefore(film: Buffer): Buffer {
  let isFirst = true
  return replaceBoxes(film, 'trak', (trak) => {
    if (!isFirst) {
      return trak
    }
    isFirst = false
    const renamed = (from: string, to: string) => (bytes: Buffer) =>
      Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1')
    const jpeg = [renamed('avc1', 'jpeg'), renamed('avcC', 'free')].reduce((bytes, change) => change(bytes), trak)
    const cover = withId(withOneSample(jpeg), 90)
    const timeCode = withId(renamed('vide', 'tmcd')(withOneSample(jpeg)), 91)
    const chapters = withId(renamed('vide', 'text')(jpeg), 92)
    const chapterPictures = replaceBoxes(withId(jpeg, 93), 'tkhd', patched(FLAGS_AT, 0))
    return Buffer.concat([cover, timeCode, chapters, chapterPictures, trak])
  })
}

/** The only pictures are a cover: what people call a song. */
export function withCoverOnly(film: Buffer): Buffer {
  return replaceBoxes(film, 'trak', (trak) =>
    trak.includes('vide')
      ? withOneSample(Buffer.from(trak.toString('latin1').replace('avc1', 'jpeg').replace('avcC', 'free'), 'latin1'))
      : trak,
  )
}

/** Sound in a code that nobody knows any more. */
export function withUnknownSound(film: Buffer): Buffer {
  return Buffer.from(film.toString('latin1').replace('mp4a', 'QDM2').replace('esds', 'free'), 'latin1')
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
