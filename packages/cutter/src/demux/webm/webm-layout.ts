import { CutterError } from '../../api/cutter-error.ts'
import type { BlockCache } from '../../io/block-cache.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { childElements, type EbmlElement, LONGEST_HEADER_BYTES, readElement, readUnsigned } from './ebml.ts'

/** Facts of a track that mediabunny does not report. */
export interface WebmTrackEntry {
  /** From the DefaultDuration; null when the file does not say. */
  packetSeconds: number | null
  /** CodecDelay: by how much audio is stamped later than it is decoded; null when the file does not say. */
  delaySeconds: number | null
  /** Packets are compressed: their bytes are not those of the file. */
  isEncoded: boolean
  isEncrypted: boolean
  kind: 'video' | 'audio' | 'subtitles' | null
  /** The frames are partly transparent. */
  hasAlpha: boolean
}

/** Facts of a Matroska or WebM file that mediabunny does not report. */
export interface WebmLayout {
  /** By track number. */
  entries: Map<number, WebmTrackEntry>
  hasCues: boolean
  /** -1: there is none. */
  firstCluster: number
  /** Where the last cluster ends at the latest. */
  segmentEnd: number
  /** The file is shorter than it says. */
  isCutOff: boolean
  /** As a live recorder writes it: the segment does not say how long it is. */
  isOpenEnded: boolean
}

const EBML = 0x1a45dfa3
const SEGMENT = 0x18538067
const SEEK_HEAD = 0x114d9b74
const SEEK = 0x4dbb
const SEEK_ID = 0x53ab
const SEEK_POSITION = 0x53ac
const TRACKS = 0x1654ae6b
const TRACK_ENTRY = 0xae
const TRACK_NUMBER = 0xd7
const TRACK_TYPE = 0x83
const TRACK_KINDS: Record<number, WebmTrackEntry['kind']> = { 1: 'video', 2: 'audio', 17: 'subtitles' }
const VIDEO = 0xe0
const ALPHA_MODE = 0x53c0
const DEFAULT_DURATION = 0x23e383
const CODEC_DELAY = 0x56aa
const CONTENT_ENCODINGS = 0x6d80
const CONTENT_ENCODING = 0x6240
const CONTENT_ENCRYPTION = 0x5035
const CUES = 0x1c53bb6b
export const CLUSTER = 0x1f43b675

/** Tags, attached files and chapters may stand before the first cluster. */
const MOST_ELEMENTS = 64
const LARGEST_TRACKS_BYTES = 4 * 1024 * 1024

/** Whether the first bytes of a file are those of Matroska or WebM. */
export function looksLikeWebm(firstBytes: Buffer): boolean {
  return firstBytes.length >= 4 && firstBytes.readUInt32BE(0) === EBML
}

/** Reads the elements before the first cluster; null if the file is not Matroska. */
export async function readWebmLayout(blocks: BlockCache, options: ReadOptions): Promise<WebmLayout | null> {
  const read = async (start: number, end: number) =>
    end > start ? Buffer.from(await blocks.read(start, end, options)) : Buffer.alloc(0)
  const headerAt = async (at: number): Promise<EbmlElement | null> => {
    const element = readElement(await read(at, Math.min(blocks.sizeBytes, at + LONGEST_HEADER_BYTES)), 0)
    return element && { id: element.id, start: at, bodyStart: at + element.bodyStart, end: at + element.end }
  }
  const childrenOf = async ({ bodyStart, end }: EbmlElement) => {
    if (end - bodyStart > LARGEST_TRACKS_BYTES) {
      throw new CutterError('unsupported_media', `The index claims ${end - bodyStart} bytes.`)
    }
    const body = await read(bodyStart, end)
    return { body, children: childElements(body, { id: 0, start: 0, bodyStart: 0, end: body.length }) }
  }
  const head = await headerAt(0)
  const segment = head && head.end < blocks.sizeBytes ? await headerAt(head.end) : null
  if (head?.id !== EBML || segment?.id !== SEGMENT) return null
  const layout: WebmLayout = {
    entries: new Map(),
    hasCues: false,
    firstCluster: -1,
    segmentEnd: Math.min(segment.end, blocks.sizeBytes),
    isCutOff: Number.isFinite(segment.end) && segment.end > blocks.sizeBytes,
    isOpenEnded: segment.end === Infinity,
  }
  let cuesAt: number | null = null
  for (let at = segment.bodyStart, count = 0; at < layout.segmentEnd && count < MOST_ELEMENTS; count++) {
    const element = await headerAt(at)
    if (!element) break
    if (element.id === CLUSTER) {
      layout.firstCluster = at
      break
    }
    if (element.end > layout.segmentEnd) throw new CutterError('broken_media', 'The media ends before its first frame.')
    if (element.id === SEEK_HEAD) {
      const { body, children } = await childrenOf(element)
      cuesAt ??= findCues(body, children, segment.bodyStart)
    } else if (element.id === TRACKS) {
      const { body, children } = await childrenOf(element)
      layout.entries = readEntries(body, children)
    } else if (element.id === CUES) {
      cuesAt = at
    }
    at = element.end
  }
  const cues = cuesAt !== null && cuesAt < layout.segmentEnd ? await headerAt(cuesAt) : null
  layout.hasCues = cues?.id === CUES && cues.end <= layout.segmentEnd
  return layout
}

function findCues(body: Buffer, seeks: Iterable<EbmlElement>, segmentStart: number): number | null {
  for (const seek of seeks) {
    const fields = seek.id === SEEK ? fieldsOf(body, seek) : new Map<number, EbmlElement>()
    const id = fields.get(SEEK_ID)
    const position = fields.get(SEEK_POSITION)
    if (id && position && readUnsigned(body, id) === CUES) return segmentStart + readUnsigned(body, position)
  }
  return null
}

function readEntries(body: Buffer, entries: Iterable<EbmlElement>): Map<number, WebmTrackEntry> {
  const found = new Map<number, WebmTrackEntry>()
  for (const entry of entries) {
    if (entry.id !== TRACK_ENTRY) continue
    const fields = fieldsOf(body, entry)
    const numberIn = (id: number, among = fields) => (among.has(id) ? readUnsigned(body, among.get(id)!) : 0)
    const video = fields.get(VIDEO)
    found.set(numberIn(TRACK_NUMBER), {
      packetSeconds: numberIn(DEFAULT_DURATION) / 1e9 || null,
      delaySeconds: fields.has(CODEC_DELAY) ? numberIn(CODEC_DELAY) / 1e9 : null,
      isEncoded: fields.has(CONTENT_ENCODINGS),
      isEncrypted: isEncrypted(body, fields.get(CONTENT_ENCODINGS)),
      kind: TRACK_KINDS[numberIn(TRACK_TYPE)] ?? null,
      hasAlpha: video !== undefined && numberIn(ALPHA_MODE, fieldsOf(body, video)) === 1,
    })
  }
  return found
}

function isEncrypted(body: Buffer, encodings: EbmlElement | undefined): boolean {
  const all = encodings ? [...childElements(body, encodings)] : []
  return all.some((encoding) => encoding.id === CONTENT_ENCODING && fieldsOf(body, encoding).has(CONTENT_ENCRYPTION))
}

function fieldsOf(body: Buffer, element: EbmlElement): Map<number, EbmlElement> {
  return new Map([...childElements(body, element)].map((field) => [field.id, field]))
}
