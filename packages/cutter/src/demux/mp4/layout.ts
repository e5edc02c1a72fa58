import { brokenMedia, CutterError, unsupportedMedia } from '../../api/cutter-error.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import { type BoxHeader, boxesBetween, checkedRowCount, headerAt, readBoxHeader } from './boxes.ts'
import { type Mp4Movie, parseMovie } from './movie.ts'

/** Size of the first read. It contains the whole index of a segmented file and the beginning of most other indexes. */
export const FIRST_READ_BYTES = 64 * 1024
/** Largest index that is read. Ten hours at 60 fps need 40 MB. */
const MAX_INDEX_BYTES = 256 * 1024 * 1024
/** Maximum number of top-level boxes that are skipped in the search for the index. */
const MAX_TOP_LEVEL_BOXES = 64

export interface Mp4Layout {
  movie: Mp4Movie
  /** The bytes of ftyp and moov, from which mediabunny describes the tracks. */
  header: Buffer
  /** The references of the segment index; empty without one. */
  references: SidxReference[]
  fragmentsStart: number
  /** Offset of another file that is joined to this one; null if there is none or if this file is fragmented. */
  nextFile: number | null
}

const TOP_LEVEL_TYPES = new Set([
  'ftyp',
  'styp',
  'moov',
  'moof',
  'mdat',
  'free',
  'skip',
  'wide',
  'sidx',
  'uuid',
  'pdin',
])

/** Brands of HEIF and AVIF. These files have the same boxes as MP4, but no moov if they contain only still images. */
const STILL_IMAGE_BRANDS_PATTERN = /mif1|mif2|heic|heix|avif/

/** Whether the first bytes of a file look like an ISO base media file (MP4, MOV, M4A). */
export function looksLikeMp4(firstBytes: Buffer): boolean {
  const header = readBoxHeader(firstBytes, 0)
  return header !== null && TOP_LEVEL_TYPES.has(header.type)
}

/**
 * Finds and parses the index of a file: moov, which may be first or last, and a sidx after it.
 * @throws CutterError unsupported_media, unfinished_media, broken_media
 */
export async function readMp4Layout(reader: PartReader, firstBytes: Buffer, options: ReadOptions): Promise<Mp4Layout> {
  const walker = topLevelWalker(reader, firstBytes, options)
  let fileType = Buffer.alloc(0)
  let movie: Mp4Movie | null = null
  let references: SidxReference[] = []
  let moov = Buffer.alloc(0)
  let hasMetFragment = false
  let hasMetMediaData = false
  let at = 0
  for (let hops = 0; hops < MAX_TOP_LEVEL_BOXES && at + 8 <= reader.sizeBytes; hops++) {
    const box = await walker.headerAt(at)
    // Writers set the size of media data at its end, so the size in an unfinished file is wrong.
    if (!box && hasMetMediaData && !movie) break
    if (!box) throw brokenMedia(`There is no box at ${at}, where one should be.`)
    hasMetMediaData ||= box.type === 'mdat'
    if (box.type === 'ftyp') {
      fileType = Buffer.from(await walker.bytes(at, at + Math.min(box.sizeBytes, 1024)))
    } else if (box.type === 'moov') {
      const isSmallEnough = box.sizeBytes <= MAX_INDEX_BYTES
      if (isSmallEnough && at + box.sizeBytes > reader.sizeBytes)
        throw unfinishedMedia('It ends within its index (moov).')
      moov = Buffer.from(await walker.bytes(at, at + box.sizeBytes))
      movie = parseMovie(moov)
    } else if (box.type === 'sidx') {
      references = await readReferences(walker, at, box.sizeBytes)
    }
    const isIndexComplete = movie !== null && (!movie.isFragmented || references.length > 0)
    hasMetFragment = box.type === 'moof'
    if (isIndexComplete || hasMetFragment) {
      at = hasMetFragment ? at : at + box.sizeBytes
      break
    }
    at += box.sizeBytes
  }
  if (!movie && hasMetFragment) throw unsupportedMedia('A segment of a stream cannot be cut without its init section.')
  if (!movie && STILL_IMAGE_BRANDS_PATTERN.test(fileType.toString('latin1')))
    throw unsupportedMedia('Still images cannot be cut.')
  if (!movie && hasMetMediaData) throw unfinishedMedia('It has no index (moov).')
  if (!movie) throw brokenMedia('The media has no index (moov).')
  if (movie.tracks.length === 0) throw unsupportedMedia('The media has neither video nor audio.')
  const fragmentsStart = references[0]?.offset ?? at
  const nextFile = movie.isFragmented ? null : await nextFileStart(reader, firstBytes, at, options)
  return { movie, header: Buffer.concat([fileType, moov]), references, fragmentsStart, nextFile }
}

const HEADER_BYTES = 16

/** Offset of the next ftyp; null if there is none. @param from offset of the first box after the index */
async function nextFileStart(reader: PartReader, firstBytes: Buffer, from: number, options: ReadOptions) {
  const { sizeBytes } = reader
  let at = from
  for (let hops = 0; hops < MAX_TOP_LEVEL_BOXES && at + 8 <= sizeBytes; hops++) {
    const end = Math.min(sizeBytes, at + HEADER_BYTES)
    const bytes = end <= firstBytes.length ? firstBytes.subarray(at, end) : await reader.read(at, end, options)
    const box = headerAt(bytes, 0, at, sizeBytes)
    if (box?.type === 'ftyp') return at
    if (!box || !TOP_LEVEL_TYPES.has(box.type)) return null
    at += box.sizeBytes
  }
  return null
}

function unfinishedMedia(reason: string): CutterError {
  return new CutterError('unfinished_media', `The media was not finished. ${reason}`)
}

/** Reads a segment index. It may list further indexes instead of fragments, which are read too. */
async function readReferences(walker: TopLevelWalker, at: number, sizeBytes: number): Promise<SidxReference[]> {
  // The list is reversed, because removing its last item is fast and removing its first item moves all others.
  const pendingReferences = parseSidx(await walker.bytes(at, at + sizeBytes), at).reverse()
  const fragments: SidxReference[] = []
  for (let indexes = 0; pendingReferences.length > 0; ) {
    const reference = pendingReferences.pop()!
    if (!reference.isIndex) {
      // Empty fragments are ignored.
      if (reference.sizeBytes > 0) fragments.push(reference)
      continue
    }
    indexes += 1
    if (indexes > MAX_TOP_LEVEL_BOXES) throw unsupportedMedia('The segment index is nested too deeply.')
    const { offset } = reference
    const innerReferences = parseSidx(await walker.bytes(offset, offset + reference.sizeBytes), offset)
    for (const innerReference of innerReferences.reverse()) pendingReferences.push(innerReference)
  }
  return fragments
}

type TopLevelWalker = ReturnType<typeof topLevelWalker>

/** Reads the top-level boxes of a file. Bytes of the last read are reused. */
function topLevelWalker(reader: PartReader, firstBytes: Buffer, options: ReadOptions) {
  const { sizeBytes: fileBytes } = reader
  let window = { start: 0, bytes: firstBytes }
  const isInWindow = (start: number, end: number): boolean =>
    start >= window.start && end <= window.start + window.bytes.length

  return {
    /** Reads a box header at a file offset; null if there is none. */
    async headerAt(at: number): Promise<(BoxHeader & { sizeBytes: number }) | null> {
      if (!isInWindow(at, Math.min(fileBytes, at + 16))) {
        window = { start: at, bytes: await reader.read(at, Math.min(fileBytes, at + FIRST_READ_BYTES), options) }
      }
      return headerAt(window.bytes, at - window.start, at, fileBytes)
    },
    async bytes(start: number, end: number): Promise<Buffer> {
      if (end - start > MAX_INDEX_BYTES) throw unsupportedMedia(`The index claims ${end - start} bytes.`)
      if (isInWindow(start, end)) return window.bytes.subarray(start - window.start, end - window.start)
      const firstBytes = isInWindow(start, start + 1) ? window.bytes.subarray(start - window.start) : Buffer.alloc(0)
      return Buffer.concat([firstBytes, await reader.read(start + firstBytes.length, end, options)])
    },
  }
}

/** One fragment that a segment index lists, or another index. */
export interface SidxReference {
  offset: number
  sizeBytes: number
  startTime: number
  endTime: number
  isIndex: boolean
  /** Whether the index says how decoding can begin there (SAP type). If so, its writer knew the order of frames. */
  hasSapType: boolean
}

/**
 * Parses a sidx box. Its first reference begins `firstOffset` bytes after the end of the box.
 * @param fileOffset offset of the box in the file
 */
export function parseSidx(bytes: Buffer, fileOffset: number): SidxReference[] {
  const box = boxesBetween(bytes, 0, bytes.length).next().value
  if (box?.type !== 'sidx') throw brokenMedia('A segment index is not where it should be.')
  const is64Bit = bytes[box.bodyStart] === 1
  let at = box.bodyStart + 8
  const timescale = bytes.readUInt32BE(at)
  let time = is64Bit ? Number(bytes.readBigUInt64BE(at + 4)) : bytes.readUInt32BE(at + 4)
  const firstOffset = is64Bit ? Number(bytes.readBigUInt64BE(at + 12)) : bytes.readUInt32BE(at + 8)
  at += is64Bit ? 20 : 12
  const count = checkedRowCount(bytes.readUInt16BE(at + 2), box, at + 4, 12)
  at += 4
  if (timescale === 0) throw brokenMedia('The segment index has no time scale.')
  let offset = fileOffset + box.end + firstOffset
  const references: SidxReference[] = []
  for (let row = 0; row < count; row++, at += 12) {
    const word = bytes.readUInt32BE(at)
    const sizeBytes = word & 0x7fffffff
    const duration = bytes.readUInt32BE(at + 4)
    references.push({
      offset,
      sizeBytes,
      startTime: time / timescale,
      endTime: (time + duration) / timescale,
      isIndex: word >>> 31 === 1,
      hasSapType: ((bytes[at + 8]! >> 4) & 7) > 0,
    })
    offset += sizeBytes
    time += duration
  }
  return references
}
