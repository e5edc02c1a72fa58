import { brokenMedia, unsupportedMedia } from '../../api/cutter-error.ts'
import { MAX_CHAPTERS } from '../../api/subtitles.ts'
import {
  childElements,
  type EbmlElement,
  fieldsOf,
  EBML_IDS as ID,
  MAX_HEADER_BYTES,
  readElement,
  readText,
  readUnsigned,
} from '../../bitstream/ebml.ts'
import { languageTag } from '../../bitstream/language.ts'
import type { BlockCache } from '../../io/block-cache.ts'
import type { ReadableBlocks } from '../../io/blocks-view.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import type { NamedChapter } from '../common/chapters.ts'
import { plainTrackName } from '../common/track-names.ts'

/** Facts of a track that mediabunny does not report. */
export interface WebmTrackEntry {
  /** DefaultDuration; null if the file has none. */
  packetSeconds: number | null
  /** CodecDelay, which the timestamps of audio include, in seconds; null if the file has none. */
  delaySeconds: number | null
  /** Whether packets are compressed or encrypted, so that their bytes differ from the bytes in the file. */
  isEncoded: boolean
  isEncrypted: boolean
  kind: 'video' | 'audio' | 'subtitles' | null
  hasAlpha: boolean
  codecId: string
  /** BCP 47. A track without a language is English (RFC 9559, 5.1.4.1.19). */
  language: string | null
  name: string | null
  /** Compression of packets; null if there is none, or if it is not supported. */
  compression: Compression | null
}

/** Compression of packets: zlib, or bytes that are removed from the beginning of each packet. */
export type Compression = 'zlib' | Buffer

/** Facts of a Matroska or WebM file that mediabunny does not report. */
export interface WebmLayout {
  /** Track entries by track number. */
  entries: Map<number, WebmTrackEntry>
  /** Duration of a tick of the file's clock. */
  tickSeconds: number
  /** Position of the cues; null without cues. */
  cues: EbmlBounds | null
  /** Chapters on the file's own clock. */
  chapters: NamedChapter[]
  /** Offset to which positions in the segment are relative. */
  contentStart: number
  /** Offset of the first cluster; -1 if there is none. */
  firstCluster: number
  /** End of the segment, or of the file if the file is shorter. */
  segmentEnd: number
  /** Whether the file ends before its segment. */
  isCutOff: boolean
  /** Whether the segment has an unknown size, as live recorders write it. */
  isOpenEnded: boolean
}

export type EbmlBounds = Pick<EbmlElement, 'bodyStart' | 'end'>

/** Kinds of tracks by TrackType. */
const TRACK_KINDS: Record<number, WebmTrackEntry['kind']> = { 1: 'video', 2: 'audio', 17: 'subtitles' }

/** Maximum number of elements before the first cluster, such as tags, attached files and chapters. */
const MAX_ELEMENTS = 64
const MAX_TRACKS_BYTES = 4 * 1024 * 1024
/** Largest chapters that are read: a thousand long titles in several languages. */
const MAX_CHAPTERS_BYTES = 1024 * 1024

/** Whether a file begins like Matroska or WebM. */
export function looksLikeWebm(firstBytes: Buffer): boolean {
  return firstBytes.length >= 4 && firstBytes.readUInt32BE(0) === ID.ebml
}

async function elementHeaderAt(blocks: ReadableBlocks, at: number, options: ReadOptions): Promise<EbmlElement | null> {
  const bytes = await blocks.read(at, Math.min(blocks.sizeBytes, at + MAX_HEADER_BYTES), options)
  const element = readElement(Buffer.from(bytes), 0)
  return element && { id: element.id, start: at, bodyStart: at + element.bodyStart, end: at + element.end }
}

/**
 * Position of the segment of a file that begins at an offset; null if no file begins there. The end is Infinity for a
 * segment of unknown size.
 */
export async function readSegmentBounds(
  blocks: ReadableBlocks,
  at: number,
  options: ReadOptions,
): Promise<EbmlBounds | null> {
  const head = await elementHeaderAt(blocks, at, options)
  if (head?.id !== ID.ebml || head.end >= blocks.sizeBytes) return null
  const segment = await elementHeaderAt(blocks, head.end, options)
  return segment?.id === ID.segment ? segment : null
}

/**
 * Reads the elements before the first cluster, and the cues and chapters that the seek head lists.
 * @returns null if the file is not Matroska or WebM
 * @throws CutterError broken_media, unsupported_media
 */
export async function readWebmLayout(blocks: BlockCache, options: ReadOptions): Promise<WebmLayout | null> {
  const read = async (start: number, end: number) =>
    end > start ? Buffer.from(await blocks.read(start, end, options)) : Buffer.alloc(0)
  const headerAt = (at: number) => elementHeaderAt(blocks, at, options)
  const childrenOf = async ({ bodyStart, end }: EbmlElement) => {
    if (end - bodyStart > MAX_TRACKS_BYTES) throw unsupportedMedia(`The index claims ${end - bodyStart} bytes.`)
    const body = await read(bodyStart, end)
    return { body, children: childElements(body) }
  }
  const segment = await readSegmentBounds(blocks, 0, options)
  if (!segment) return null
  const layout: WebmLayout = {
    entries: new Map(),
    tickSeconds: 1 / 1000,
    cues: null,
    chapters: [],
    contentStart: segment.bodyStart,
    firstCluster: -1,
    segmentEnd: Math.min(segment.end, blocks.sizeBytes),
    isCutOff: Number.isFinite(segment.end) && segment.end > blocks.sizeBytes,
    isOpenEnded: segment.end === Infinity,
  }
  const offsets: SeekOffsets = { cues: null, chapters: null }
  for (let at = segment.bodyStart, count = 0; at < layout.segmentEnd && count < MAX_ELEMENTS; count++) {
    const element = await headerAt(at)
    if (!element) break
    if (element.id === ID.cluster) {
      layout.firstCluster = at
      break
    }
    if (element.end > layout.segmentEnd) throw brokenMedia('The media ends before its first frame.')
    if (element.id === ID.seekHead) {
      const { body, children } = await childrenOf(element)
      addSeekOffsets(offsets, body, children, segment.bodyStart)
    } else if (element.id === ID.info) {
      const { body, children } = await childrenOf(element)
      const scale = [...children].find(({ id }) => id === ID.timestampScale)
      if (scale) layout.tickSeconds = readUnsigned(body, scale) / 1e9
    } else if (element.id === ID.tracks) {
      const { body, children } = await childrenOf(element)
      layout.entries = readEntries(body, children)
    } else if (element.id === ID.cues) {
      offsets.cues = at
    } else if (element.id === ID.chapters) {
      offsets.chapters = at
    }
    at = element.end
  }
  const listedElement = async (at: number | null, id: number): Promise<EbmlElement | null> => {
    const element = at !== null && at < layout.segmentEnd ? await headerAt(at) : null
    return element?.id === id && element.end <= layout.segmentEnd ? element : null
  }
  layout.cues = await listedElement(offsets.cues, ID.cues)
  const chapters = await listedElement(offsets.chapters, ID.chapters)
  if (chapters && chapters.end - chapters.bodyStart <= MAX_CHAPTERS_BYTES) {
    const { body, children } = await childrenOf(chapters)
    layout.chapters = readChapters(body, children)
  }
  return layout
}

/** Offsets of cues and chapters in the file; null if unknown. */
type SeekOffsets = Record<'cues' | 'chapters', number | null>

function addSeekOffsets(offsets: SeekOffsets, body: Buffer, seeks: Iterable<EbmlElement>, segmentStart: number): void {
  for (const seek of seeks) {
    const fields = seek.id === ID.seek ? fieldsOf(body, seek) : new Map<number, EbmlElement>()
    const id = fields.get(ID.seekId)
    const position = fields.get(ID.seekPosition)
    if (!id || !position) continue
    const offset = segmentStart + readUnsigned(body, position)
    if (readUnsigned(body, id) === ID.cues) offsets.cues ??= offset
    if (readUnsigned(body, id) === ID.chapters) offsets.chapters ??= offset
  }
}

function readEntries(body: Buffer, entries: Iterable<EbmlElement>): Map<number, WebmTrackEntry> {
  const entriesByNumber = new Map<number, WebmTrackEntry>()
  for (const entry of entries) {
    if (entry.id !== ID.trackEntry) continue
    const fields = fieldsOf(body, entry)
    const numberIn = (id: number, elements = fields) => (elements.has(id) ? readUnsigned(body, elements.get(id)!) : 0)
    const textIn = (id: number) => (fields.has(id) ? readText(body, fields.get(id)!) : null)
    const video = fields.get(ID.video)
    entriesByNumber.set(numberIn(ID.trackNumber), {
      packetSeconds: numberIn(ID.defaultDuration) / 1e9 || null,
      delaySeconds: fields.has(ID.codecDelay) ? numberIn(ID.codecDelay) / 1e9 : null,
      isEncoded: fields.has(ID.contentEncodings),
      isEncrypted: isEncrypted(body, fields.get(ID.contentEncodings)),
      kind: TRACK_KINDS[numberIn(ID.trackType)] ?? null,
      codecId: textIn(ID.codecId) ?? '',
      language: languageTag(textIn(ID.languageIetf)) ?? languageTag(textIn(ID.language) ?? 'eng'),
      name: plainTrackName(textIn(ID.name)),
      compression: readCompression(body, fields.get(ID.contentEncodings)),
      hasAlpha: video !== undefined && numberIn(ID.alphaMode, fieldsOf(body, video)) === 1,
    })
  }
  return entriesByNumber
}

function isEncrypted(body: Buffer, encodings: EbmlElement | undefined): boolean {
  const encodingElements = encodings ? [...childElements(body, encodings)] : []
  return encodingElements.some(
    (encoding) => encoding.id === ID.contentEncoding && fieldsOf(body, encoding).has(ID.contentEncryption),
  )
}

const ZLIB = 0
const HEADER_STRIPPING = 3
const PACKETS_SCOPE = 1

/** Reads the compression of a track with one encoding, which is common for text; null for any other encodings. */
function readCompression(body: Buffer, encodings: EbmlElement | undefined): Compression | null {
  const [encoding, ...laterEncodings] = encodings ? [...childElements(body, encodings)] : []
  if (!encoding || laterEncodings.length > 0) return null
  const fields = fieldsOf(body, encoding)
  const compression = fields.get(ID.contentCompression)
  const encodingScope = fields.get(ID.contentEncodingScope)
  if (!compression || (encodingScope && readUnsigned(body, encodingScope) !== PACKETS_SCOPE)) return null
  const parts = fieldsOf(body, compression)
  const algorithm = parts.get(ID.contentCompressionAlgorithm)
  const settings = parts.get(ID.contentCompressionSettings)
  switch (algorithm ? readUnsigned(body, algorithm) : ZLIB) {
    case ZLIB:
      return 'zlib'
    case HEADER_STRIPPING:
      return Buffer.from(settings ? body.subarray(settings.bodyStart, settings.end) : [])
    default:
      return null
  }
}

const NANOSECONDS_PER_SECOND = 1e9

/** Reads the chapters of the first edition, without nested chapters. */
function readChapters(body: Buffer, elements: Iterable<EbmlElement>): NamedChapter[] {
  const edition = [...elements].find(({ id }) => id === ID.editionEntry)
  const chapters: NamedChapter[] = []
  for (const atom of edition ? childElements(body, edition) : []) {
    if (chapters.length === MAX_CHAPTERS) break
    if (atom.id !== ID.chapterAtom) continue
    const fields = fieldsOf(body, atom)
    const timeOf = (id: number) =>
      fields.has(id) ? readUnsigned(body, fields.get(id)!) / NANOSECONDS_PER_SECOND : null
    const isHidden = timeOf(ID.chapterFlagHidden) !== null && timeOf(ID.chapterFlagHidden) !== 0
    const startTime = timeOf(ID.chapterTimeStart)
    const display = [...childElements(body, atom)].find(({ id }) => id === ID.chapterDisplay)
    const text = display && fieldsOf(body, display).get(ID.chapterString)
    if (startTime === null || isHidden) continue
    chapters.push({ startTime, endTime: timeOf(ID.chapterTimeEnd), title: text ? readText(body, text) : '' })
  }
  return chapters
}
