import { brokenMedia, unsupportedMedia } from '../../api/cutter-error.ts'
import {
  childElements,
  type EbmlElement,
  EBML_IDS as ID,
  LONGEST_HEADER_BYTES,
  readElement,
  readUnsigned,
} from '../../bitstream/ebml.ts'
import type { BlockCache } from '../../io/block-cache.ts'
import type { ReadOptions } from '../../io/part-reader.ts'

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

/** By TrackType. */
const TRACK_KINDS: Record<number, WebmTrackEntry['kind']> = { 1: 'video', 2: 'audio', 17: 'subtitles' }

/** Tags, attached files and chapters may stand before the first cluster. */
const MOST_ELEMENTS = 64
const LARGEST_TRACKS_BYTES = 4 * 1024 * 1024

/** Whether the first bytes of a file are those of Matroska or WebM. */
export function looksLikeWebm(firstBytes: Buffer): boolean {
  return firstBytes.length >= 4 && firstBytes.readUInt32BE(0) === ID.ebml
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
    if (end - bodyStart > LARGEST_TRACKS_BYTES) throw unsupportedMedia(`The index claims ${end - bodyStart} bytes.`)
    const body = await read(bodyStart, end)
    return { body, children: childElements(body) }
  }
  const head = await headerAt(0)
  const segment = head && head.end < blocks.sizeBytes ? await headerAt(head.end) : null
  if (head?.id !== ID.ebml || segment?.id !== ID.segment) return null
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
    if (element.id === ID.cluster) {
      layout.firstCluster = at
      break
    }
    if (element.end > layout.segmentEnd) throw brokenMedia('The media ends before its first frame.')
    if (element.id === ID.seekHead) {
      const { body, children } = await childrenOf(element)
      cuesAt ??= findCues(body, children, segment.bodyStart)
    } else if (element.id === ID.tracks) {
      const { body, children } = await childrenOf(element)
      layout.entries = readEntries(body, children)
    } else if (element.id === ID.cues) {
      cuesAt = at
    }
    at = element.end
  }
  const cues = cuesAt !== null && cuesAt < layout.segmentEnd ? await headerAt(cuesAt) : null
  layout.hasCues = cues?.id === ID.cues && cues.end <= layout.segmentEnd
  return layout
}

function findCues(body: Buffer, seeks: Iterable<EbmlElement>, segmentStart: number): number | null {
  for (const seek of seeks) {
    const fields = seek.id === ID.seek ? fieldsOf(body, seek) : new Map<number, EbmlElement>()
    const id = fields.get(ID.seekId)
    const position = fields.get(ID.seekPosition)
    if (id && position && readUnsigned(body, id) === ID.cues) return segmentStart + readUnsigned(body, position)
  }
  return null
}

function readEntries(body: Buffer, entries: Iterable<EbmlElement>): Map<number, WebmTrackEntry> {
  const found = new Map<number, WebmTrackEntry>()
  for (const entry of entries) {
    if (entry.id !== ID.trackEntry) continue
    const fields = fieldsOf(body, entry)
    const numberIn = (id: number, among = fields) => (among.has(id) ? readUnsigned(body, among.get(id)!) : 0)
    const video = fields.get(ID.video)
    found.set(numberIn(ID.trackNumber), {
      packetSeconds: numberIn(ID.defaultDuration) / 1e9 || null,
      delaySeconds: fields.has(ID.codecDelay) ? numberIn(ID.codecDelay) / 1e9 : null,
      isEncoded: fields.has(ID.contentEncodings),
      isEncrypted: isEncrypted(body, fields.get(ID.contentEncodings)),
      kind: TRACK_KINDS[numberIn(ID.trackType)] ?? null,
      hasAlpha: video !== undefined && numberIn(ID.alphaMode, fieldsOf(body, video)) === 1,
    })
  }
  return found
}

function isEncrypted(body: Buffer, encodings: EbmlElement | undefined): boolean {
  const all = encodings ? [...childElements(body, encodings)] : []
  return all.some(
    (encoding) => encoding.id === ID.contentEncoding && fieldsOf(body, encoding).has(ID.contentEncryption),
  )
}

function fieldsOf(body: Buffer, element: EbmlElement): Map<number, EbmlElement> {
  return new Map([...childElements(body, element)].map((field) => [field.id, field]))
}
