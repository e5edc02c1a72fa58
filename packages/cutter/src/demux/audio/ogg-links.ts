import { throwIfCancelled } from '../../api/cutter-error.ts'
import { MOST_BYTES_READ_WHOLE } from '../../api/media-limits.ts'
import type { ReadableBlocks } from '../../io/blocks-view.ts'
import type { ReadOptions } from '../../io/part-reader.ts'

const CAPTURE = Buffer.from('OggS')
const HEADER_BYTES = 27
const LONGEST_HEADER_BYTES = HEADER_BYTES + 255
const LONGEST_PAGE_BYTES = LONGEST_HEADER_BYTES + 255 * 255
const BEGINS_STREAM = 2
const PLACES = 24

export interface OggLinks {
  /** Streams one behind the other, each a file of its own. */
  links: { start: number; end: number }[]
  /** The file ends in the middle of a page. */
  isCutOff: boolean
}

interface OggPage {
  at: number
  end: number
  flags: number
  serial: number
  sequence: number
}

/**
 * Where the streams of a chained Ogg are, as web radio is recorded. Of a large file, pages all over it show first whether it
 * is just one: of one serial number, in sequence.
 */
export async function findOggLinks(blocks: ReadableBlocks, options: ReadOptions): Promise<OggLinks> {
  const { sizeBytes } = blocks
  const last = sizeBytes > MOST_BYTES_READ_WHOLE ? await lastPageOfOne(blocks, options) : null
  if (last) return { links: [{ start: 0, end: last.end }], isCutOff: last.end < sizeBytes }
  const links: OggLinks['links'] = []
  let areBeginning = false
  let end = 0
  for await (const page of pages(blocks, 0, sizeBytes, options)) {
    const begins = (page.flags & BEGINS_STREAM) !== 0
    // All streams of a link begin before the data of the first.
    if (begins && !areBeginning) links.push({ start: page.at, end: page.end })
    areBeginning = begins
    end = page.end
    const link = links.at(-1)
    if (link) link.end = end
  }
  return { links, isCutOff: end < sizeBytes }
}

/** The last whole page of a file that is one stream, as far as its pages show; null: it may be several. */
async function lastPageOfOne(blocks: ReadableBlocks, options: ReadOptions): Promise<OggPage | null> {
  const { sizeBytes } = blocks
  const found: OggPage[] = []
  for (let place = 0; place < PLACES; place++) {
    const from = Math.floor((sizeBytes * place) / PLACES)
    for await (const page of pages(blocks, from, Math.min(sizeBytes, from + 2 * LONGEST_PAGE_BYTES), options)) {
      found.push(page)
      break
    }
  }
  const [first] = found
  let last: OggPage | null = null
  for await (const page of pages(blocks, sizeBytes - 2 * LONGEST_PAGE_BYTES, sizeBytes, options)) last = page
  if (!first || !last) return null
  const all = [...found, last]
  const isOne = all.every(({ serial, sequence }, index) => {
    return serial === first.serial && (index === 0 || sequence >= all[index - 1]!.sequence)
  })
  return isOne ? last : null
}

/** The whole pages that begin in a part of the file; bytes between them are skipped. */
async function* pages(
  blocks: ReadableBlocks,
  from: number,
  to: number,
  options: ReadOptions,
): AsyncGenerator<OggPage, void> {
  for (let at = from; at + HEADER_BYTES <= to; ) {
    throwIfCancelled(options.signal)
    const end = Math.min(blocks.sizeBytes, at + LONGEST_HEADER_BYTES)
    const page = pageIn(Buffer.from(await blocks.read(at, end, options)), at)
    if (page && page.end <= blocks.sizeBytes) {
      yield page
      at = page.end
      continue
    }
    const searched = Buffer.from(await blocks.read(at + 1, Math.min(to, at + 1 + LONGEST_PAGE_BYTES), options))
    const next = searched.indexOf(CAPTURE)
    at += next < 0 ? Math.max(1, searched.length - CAPTURE.length) : next + 1
  }
}

function pageIn(bytes: Buffer, at: number): OggPage | null {
  if (bytes.length < HEADER_BYTES || !bytes.subarray(0, 4).equals(CAPTURE) || bytes[4] !== 0) return null
  const segments = bytes.subarray(HEADER_BYTES, HEADER_BYTES + bytes[26]!)
  const headerBytes = HEADER_BYTES + bytes[26]!
  return {
    at,
    end: at + headerBytes + segments.reduce((sum, size) => sum + size, 0),
    flags: bytes[5]!,
    serial: bytes.readUInt32LE(14),
    sequence: bytes.readUInt32LE(18),
  }
}
