import {
  element,
  EBML_IDS as ID,
  readElement,
  textElement,
  unsignedBytes,
  unsignedElement,
} from '../../src/bitstream/ebml.ts'
import { box, fullBox, table, u16, u32, u64, zeros } from '../../src/bitstream/mp4-boxes.ts'
import { boxesBetween } from '../../src/demux/mp4/boxes.ts'
import { replaceBoxes } from './patched-mp4.ts'

export interface ChapterAt {
  startTime: number
  title: string
}

/** Adds boxes to the end of the moov of an MP4 whose moov comes last. */
export function withBoxesInMovie(mp4: Buffer, ...boxes: Buffer[]): Buffer {
  const moov = [...boxesBetween(mp4, 0, mp4.length)].find(({ type }) => type === 'moov')!
  const newMoov = box('moov', mp4.subarray(moov.bodyStart, moov.end), ...boxes)
  return Buffer.concat([mp4.subarray(0, moov.start), newMoov, mp4.subarray(moov.end)])
}

/** Nero's chapter list (chpl): times in units of 100 ns, each title after its length. */
export function neroChapterList(chapters: readonly ChapterAt[]): Buffer {
  const rows = chapters.map(({ startTime, title }) => {
    const bytes = Buffer.from(title)
    return Buffer.concat([u64(Math.round(startTime * 1e7)), Buffer.from([bytes.length]), bytes])
  })
  return box('udta', fullBox('chpl', 1, 0, u32(0), Buffer.from([chapters.length]), ...rows))
}

/**
 * Adds a chapter track to which the first track refers, as Apple writes it.
 * @param encoding text encoding of the titles
 */
export function withChapterTrack(
  mp4: Buffer,
  chapters: readonly ChapterAt[],
  endTime: number,
  encoding: 'utf8' | 'utf16be' = 'utf8',
): Buffer {
  const samples = chapters.map(({ title }) => {
    const bytes = Buffer.from(title, encoding === 'utf8' ? 'utf8' : 'utf16le')
    const titleBytes = encoding === 'utf8' ? bytes : Buffer.concat([u16(0xfeff), bytes.swap16()])
    return Buffer.concat([u16(titleBytes.length), titleBytes, box('encd', u32(0x100))])
  })
  let isFirst = true
  const referringMp4 = replaceBoxes(mp4, 'trak', (trak) => {
    const reference = isFirst ? box('tref', box('chap', u32(CHAPTER_TRACK))) : Buffer.alloc(0)
    isFirst = false
    return box('trak', trak.subarray(8), reference)
  })
  const moov = [...boxesBetween(referringMp4, 0, referringMp4.length)].find(({ type }) => type === 'moov')!
  const durations = chapters.map(({ startTime }, index) => (chapters[index + 1]?.startTime ?? endTime) - startTime)
  const data = box('mdat', ...samples)
  const trak = textTrak(samples, durations, moov.start + 8)
  return withBoxesInMovie(
    Buffer.concat([referringMp4.subarray(0, moov.start), data, referringMp4.subarray(moov.start)]),
    trak,
  )
}

const CHAPTER_TRACK = 77
const TIMESCALE = 1000

function textTrak(samples: readonly Buffer[], durations: readonly number[], offset: number): Buffer {
  const ticks = durations.map((seconds) => Math.round(seconds * TIMESCALE))
  const handler = fullBox('hdlr', 0, 0, u32(0), Buffer.from('text'), zeros(12), Buffer.from('Chapters\0'))
  const header = fullBox('tkhd', 0, 0, u32(0, 0, CHAPTER_TRACK, 0, 0), zeros(60))
  const entry = box('text', zeros(6), u16(1), zeros(43))
  const tables = [
    fullBox('stsd', 0, 0, u32(1), entry),
    fullBox(
      'stts',
      0,
      0,
      table(
        ticks.length,
        ticks.flatMap((duration) => [1, duration]),
      ),
    ),
    fullBox('stsc', 0, 0, table(1, [1, samples.length, 1])),
    fullBox(
      'stsz',
      0,
      0,
      u32(0),
      table(
        samples.length,
        samples.map(({ length }) => length),
      ),
    ),
    fullBox('stco', 0, 0, table(1, [offset])),
  ]
  const media = fullBox('mdhd', 0, 0, u32(0, 0, TIMESCALE, 0), u16(0x55c4, 0))
  return box('trak', header, box('mdia', media, handler, box('minf', box('stbl', ...tables))))
}

/** Chapters as Matroska stores them, in two editions. Only the first edition counts. */
function matroskaChapters(chapters: readonly ChapterAt[]): Buffer {
  const atom = ({ startTime, title }: ChapterAt, ...children: Buffer[]) =>
    element(
      ID.chapterAtom,
      unsignedElement(ID.chapterTimeStart, Math.round(startTime * 1e9)),
      element(ID.chapterDisplay, textElement(ID.chapterString, title)),
      ...children,
    )
  const innerAtom = atom({ startTime: 0.1, title: 'A part of a chapter' })
  const hiddenAtom = atom({ startTime: 0.2, title: 'Hidden' }, unsignedElement(ID.chapterFlagHidden, 1))
  return element(
    ID.chapters,
    element(ID.editionEntry, ...chapters.map((chapter) => atom(chapter, innerAtom)), hiddenAtom),
    element(ID.editionEntry, atom({ startTime: 0, title: 'Of another edition' })),
  )
}

const TAGS_ID = unsignedBytes(0x1254c367)

/** Overwrites the tags of a Matroska file with chapters. No other byte moves. */
export function withMatroskaChapters(matroska: Buffer, chapters: readonly ChapterAt[]): Buffer {
  const copy = Buffer.from(matroska)
  const seekIdAt = copy.indexOf(TAGS_ID)
  const at = copy.indexOf(TAGS_ID, seekIdAt + 1)
  const tags = readElement(copy, at)!
  const list = matroskaChapters(chapters)
  const freeBytes = tags.end - at - list.length
  if (freeBytes < 9) throw new Error(`The chapters are ${9 - freeBytes} bytes too long.`)
  unsignedBytes(ID.chapters).copy(copy, seekIdAt)
  list.copy(copy, at)
  element(ID.void, zeros(freeBytes - 2 - (freeBytes > 128 ? 1 : 0))).copy(copy, at + list.length)
  return copy
}
