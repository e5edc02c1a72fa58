import { throwIfCancelled } from '../../api/cutter-error.ts'
import { MAX_BYTES_READ_WHOLE } from '../../api/media-limits.ts'
import type { ReadableBlocks } from '../../io/blocks-view.ts'
import type { ReadOptions } from '../../io/part-reader.ts'

const CAPTURE_PATTERN = Buffer.from('OggS')
const HEADER_BYTES = 27
const MAX_HEADER_BYTES = HEADER_BYTES + 255
const MAX_PAGE_BYTES = MAX_HEADER_BYTES + 255 * 255
const BEGIN_OF_STREAM_FLAG = 2
/** Number of places at which a large file is read to check whether it is a single stream. */
const CHECKED_PLACES = 24

export interface OggLinks {
  /** Byte ranges of the streams that follow each other in the file. */
  links: { start: number; end: number }[]
  /** Whether the file ends in the middle of a page. */
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
 * Finds the streams of a chained Ogg, such as a recording of web radio. A large file is first checked at several
 * places: if their pages have one serial number and ascending sequence numbers, the file is one stream.
 */
export async function findOggLinks(blocks: ReadableBlocks, options: ReadOptions): Promise<OggLinks> {
  const { sizeBytes } = blocks
  const lastPage = sizeBytes > MAX_BYTES_READ_WHOLE ? await lastPageOfSingleStream(blocks, options) : null
  if (lastPage) return { links: [{ start: 0, end: lastPage.end }], isCutOff: lastPage.end < sizeBytes }
  const links: OggLinks['links'] = []
  let wasFirstPage = false
  let end = 0
  for await (const page of readPages(blocks, 0, sizeBytes, options)) {
    const isFirstPage = (page.flags & BEGIN_OF_STREAM_FLAG) !== 0
    // The first pages of all streams of a link precede the data, so only the first of them begins a link.
    if (isFirstPage && !wasFirstPage) links.push({ start: page.at, end: page.end })
    wasFirstPage = isFirstPage
    end = page.end
    const link = links.at(-1)
    if (link) link.end = end
  }
  return { links, isCutOff: end < sizeBytes }
}

/** The last whole page of a file whose pages look like one stream; null if there may be several streams. */
async function lastPageOfSingleStream(blocks: ReadableBlocks, options: ReadOptions): Promise<OggPage | null> {
  const { sizeBytes } = blocks
  const checkedPages: OggPage[] = []
  for (let place = 0; place < CHECKED_PLACES; place++) {
    const from = Math.floor((sizeBytes * place) / CHECKED_PLACES)
    for await (const page of readPages(blocks, from, Math.min(sizeBytes, from + 2 * MAX_PAGE_BYTES), options)) {
      checkedPages.push(page)
      break
    }
  }
  const [firstPage] = checkedPages
  let lastPage: OggPage | null = null
  for await (const page of readPages(blocks, sizeBytes - 2 * MAX_PAGE_BYTES, sizeBytes, options)) lastPage = page
  if (!firstPage || !lastPage) return null
  const allPages = [...checkedPages, lastPage]
  const isSingleStream = allPages.every(({ serial, sequence }, index) => {
    return serial === firstPage.serial && (index === 0 || sequence >= allPages[index - 1]!.sequence)
  })
  return isSingleStream ? lastPage : null
}

/** Yields the whole pages that begin in [from, to). Other bytes between them are skipped. */
async function* readPages(
  blocks: ReadableBlocks,
  from: number,
  to: number,
  options: ReadOptions,
): AsyncGenerator<OggPage, void> {
  for (let at = from; at + HEADER_BYTES <= to; ) {
    throwIfCancelled(options.signal)
    const end = Math.min(blocks.sizeBytes, at + MAX_HEADER_BYTES)
    const page = parsePage(Buffer.from(await blocks.read(at, end, options)), at)
    if (page && page.end <= blocks.sizeBytes) {
      yield page
      at = page.end
      continue
    }
    const searchBytes = Buffer.from(await blocks.read(at + 1, Math.min(to, at + 1 + MAX_PAGE_BYTES), options))
    const captureIndex = searchBytes.indexOf(CAPTURE_PATTERN)
    at += captureIndex < 0 ? Math.max(1, searchBytes.length - CAPTURE_PATTERN.length) : captureIndex + 1
  }
}

function parsePage(bytes: Buffer, at: number): OggPage | null {
  if (bytes.length < HEADER_BYTES || !bytes.subarray(0, 4).equals(CAPTURE_PATTERN) || bytes[4] !== 0) return null
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
