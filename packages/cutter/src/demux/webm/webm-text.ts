import { inflateSync } from 'node:zlib'
import { CutterError } from '../../api/cutter-error.ts'
import type { TextTrackFacts } from '../../api/media-facts.ts'
import { MOST_STREAMS } from '../../api/media-limits.ts'
import { MOST_CAPTION_BYTES, MOST_CUES, type SubtitleCue } from '../../api/subtitles.ts'
import {
  childElements,
  type EbmlElement,
  fieldsOf,
  EBML_IDS as ID,
  readElement,
  readUnsigned,
  readVint,
  vintBytes,
} from '../../bitstream/ebml.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import { withoutSubripMarkup, withoutWebvttMarkup } from '../common/plain-text.ts'
import { type OpenedText, readPlaces, shownCues } from '../common/text-track.ts'
import { unlessDamaged } from '../common/unless-damaged.ts'
import type { Compression, WebmLayout, WebmTrackEntry } from './webm-layout.ts'

/** `headLines`: what stands before the text in each packet, as WebM had it first: the cue's id and its settings. */
const TEXT_CODECS: Record<string, { codec: TextTrackFacts['codec']; headLines: number }> = {
  'S_TEXT/UTF8': { codec: 'subrip', headLines: 0 },
  'S_TEXT/ASCII': { codec: 'subrip', headLines: 0 },
  'S_TEXT/WEBVTT': { codec: 'webvtt', headLines: 0 },
  'D_WEBVTT/SUBTITLES': { codec: 'webvtt', headLines: 2 },
  'D_WEBVTT/CAPTIONS': { codec: 'webvtt', headLines: 2 },
}

/** A block of text: when it is shown, and what it holds. */
interface TextBlock {
  /** In ticks of the file. */
  tick: number
  /** null: until the next one. */
  durationTicks: number | null
  payload: Buffer
}

/** The text tracks of a Matroska file. @param originSeconds where the part's timeline begins by the file's clock */
export function openWebmTexts(layout: WebmLayout, reader: PartReader, originSeconds: number): OpenedText[] {
  const entries = [...layout.entries].filter(([, entry]) => entry.kind === 'subtitles' && isReadable(entry))
  return entries.slice(0, MOST_STREAMS).map(([number, entry]) => ({
    facts: { language: entry.language, name: entry.name, codec: TEXT_CODECS[entry.codecId]!.codec },
    async read(options) {
      const blocks = await readBlocks(layout, reader, number, options)
      return shownCues(cuesOf(blocks, entry, layout.tickSeconds), originSeconds)
    },
  }))
}

function isReadable({ codecId, isEncoded, compression }: WebmTrackEntry): boolean {
  return codecId in TEXT_CODECS && (!isEncoded || compression !== null)
}

/** How long text is shown that does not say for how long, unless other text follows earlier. */
const USUAL_SECONDS = 5

function* cuesOf(
  blocks: readonly TextBlock[],
  { codecId, compression }: WebmTrackEntry,
  tickSeconds: number,
): Generator<SubtitleCue> {
  const { codec, headLines } = TEXT_CODECS[codecId]!
  const inOrder = blocks.toSorted((a, b) => b.tick - a.tick)
  let next = Infinity
  for (const [index, { tick, durationTicks, payload }] of inOrder.entries()) {
    const later = inOrder[index - 1]?.tick ?? Infinity
    next = later > tick ? later : next
    const usualTicks = Math.min(next - tick, USUAL_SECONDS / tickSeconds)
    const lines = decompressed(payload, compression).toString('utf8').split('\n')
    const text = lines.slice(headLines).join('\n')
    yield {
      startTime: tick * tickSeconds,
      endTime: (tick + (durationTicks ?? usualTicks)) * tickSeconds,
      text: codec === 'webvtt' ? withoutWebvttMarkup(text) : withoutSubripMarkup(text),
    }
  }
}

/** Of a single cue. */
const LARGEST_TEXT_BYTES = 64 * 1024

function decompressed(payload: Buffer, compression: Compression | null): Buffer {
  if (compression === null) return payload
  if (compression !== 'zlib') return Buffer.concat([compression, payload])
  return unlessDamaged(() => inflateSync(payload, { maxOutputLength: LARGEST_TEXT_BYTES })) ?? Buffer.alloc(0)
}

/**
 * The file's cues name every block of text where they name them at all. Without them the text is somewhere between the
 * frames: it is read only if the whole file is small.
 */
async function readBlocks(layout: WebmLayout, reader: PartReader, number: number, options: ReadOptions) {
  const indexed = await readIndexed(layout, reader, number, options)
  if (indexed) return indexed
  const { firstCluster, segmentEnd } = layout
  if (firstCluster < 0) return []
  if (segmentEnd - firstCluster > MOST_CAPTION_BYTES) {
    const why = 'The file has no index of its text, and is too large to be searched for it.'
    throw new CutterError('unsupported_media', why)
  }
  const bytes = await reader.read(firstCluster, segmentEnd, options)
  return blocksIn(bytes, number)
}

/** The first blocks of text in clusters; a cluster whose size is unknown ends where another begins. */
function blocksIn(bytes: Buffer, number: number): TextBlock[] {
  const found: TextBlock[] = []
  let clusterTick = 0
  for (let at = 0; at < bytes.length && found.length < MOST_CUES; ) {
    const element = readElement(bytes, at)
    const isCluster = element?.id === ID.cluster
    if (!element || (!isCluster && element.end > bytes.length)) break
    if (element.id === ID.timestamp) clusterTick = readUnsigned(bytes, element)
    const block = textBlock(bytes, element, number)
    if (block) found.push({ ...block, tick: clusterTick + block.tick })
    at = isCluster ? element.bodyStart : element.end
  }
  return found
}

/** A block of the track, its time counted from that of its cluster; null if the element is none. */
function textBlock(bytes: Buffer, element: EbmlElement, number: number): TextBlock | null {
  if (element.id !== ID.simpleBlock && element.id !== ID.blockGroup) return null
  const fields = element.id === ID.blockGroup ? fieldsOf(bytes, element) : null
  const block = fields ? fields.get(ID.block) : element
  const duration = fields?.get(ID.blockDuration)
  if (!block) return null
  const numberBytes = vintBytes(bytes[block.bodyStart] ?? 0)
  const payloadAt = block.bodyStart + numberBytes + 3
  if (payloadAt > block.end || readVint(bytes, block.bodyStart, numberBytes) !== number) return null
  return {
    tick: bytes.readInt16BE(block.bodyStart + numberBytes),
    durationTicks: duration ? readUnsigned(bytes, duration) : null,
    payload: bytes.subarray(payloadAt, block.end),
  }
}

interface IndexedBlock {
  tick: number
  durationTicks: number | null
  cluster: number
  /** Counted from where the contents of the cluster begin. */
  position: number
}

/** A cluster's contents begin behind its id of four bytes and its size of one to eight. */
const SIZE_LENGTHS = [1, 2, 3, 4, 5, 6, 7, 8]
const ID_BYTES = 4
/** Most text is shorter; what is not is read in a second step. */
const USUAL_BLOCK_BYTES = 400

/** The text cues of a file; null if it has none, or if one of them does not say where its block is. */
async function readTextCues(
  { cues, contentStart }: WebmLayout,
  reader: PartReader,
  number: number,
  options: ReadOptions,
): Promise<IndexedBlock[] | null> {
  if (!cues || cues.end - cues.bodyStart > MOST_CAPTION_BYTES) return null
  const bytes = await reader.read(cues.bodyStart, cues.end, options)
  const found: IndexedBlock[] = []
  for (const point of childElements(bytes, { bodyStart: 0, end: bytes.length })) {
    if (found.length === MOST_CUES) break
    const time = point.id === ID.cuePoint ? fieldsOf(bytes, point).get(ID.cueTime) : undefined
    for (const track of time ? childElements(bytes, point) : []) {
      const fields = track.id === ID.cueTrackPositions ? fieldsOf(bytes, track) : new Map<number, EbmlElement>()
      const numberIn = (id: number) => (fields.has(id) ? readUnsigned(bytes, fields.get(id)!) : null)
      if (numberIn(ID.cueTrack) !== number) continue
      const cluster = numberIn(ID.cueClusterPosition)
      const position = numberIn(ID.cueRelativePosition)
      if (cluster === null || position === null) return null
      const durationTicks = numberIn(ID.cueDuration)
      found.push({ tick: readUnsigned(bytes, time!), durationTicks, cluster: contentStart + cluster, position })
    }
  }
  return found.length > 0 ? found : null
}

/** The blocks that the cues name; null if they name none, or do not say where in their cluster they are. */
async function readIndexed(layout: WebmLayout, reader: PartReader, number: number, options: ReadOptions) {
  const indexed = await readTextCues(layout, reader, number, options)
  if (!indexed) return null
  const places = indexed.map(({ cluster, position }) =>
    placeIn(reader, cluster + ID_BYTES + position, USUAL_BLOCK_BYTES),
  )
  const beginnings = await readPlaces(reader, places, options)
  const found = indexed.map((cue, index) => elementAt(beginnings[index]!, cue, number))
  const longer = found.flatMap((element, index) => {
    const isCut = element && element.end > beginnings[index]!.length
    return isCut ? [{ index, place: placeIn(reader, places[index]!.offset, element.end) }] : []
  })
  const whole = await readPlaces(
    reader,
    longer.map(({ place }) => place),
    options,
  )
  for (const [at, { index }] of longer.entries()) beginnings[index] = whole[at]!
  return indexed.map(({ tick, durationTicks }, index): TextBlock => {
    const element = found[index]
    const block = element && textBlock(beginnings[index]!, element, number)
    if (!block) throw new CutterError('broken_media', 'There is no text where the index of the media says.')
    return { tick, durationTicks: block.durationTicks ?? durationTicks, payload: block.payload }
  })
}

function placeIn({ sizeBytes }: PartReader, offset: number, length: number) {
  const from = Math.min(offset, sizeBytes)
  return { offset: from, sizeBytes: Math.min(length, sizeBytes - from) }
}

/** The block that a cue names, whose end may not have been read. @param bytes from the cluster's size on, plus the position */
function elementAt(bytes: Buffer, { durationTicks }: IndexedBlock, number: number): EbmlElement | null {
  const isBlock = ({ id, start, end }: EbmlElement) =>
    (id === ID.simpleBlock || id === ID.blockGroup) && end - start <= LARGEST_TEXT_BYTES
  const all = SIZE_LENGTHS.map((length) => readElement(bytes, length))
  const candidates = all.filter((element) => element !== null && isBlock(element))
  const meant = candidates.find((element) => {
    const block = textBlock(bytes, element!, number)
    return block && (durationTicks === null || (block.durationTicks ?? durationTicks) === durationTicks)
  })
  return meant ?? candidates.find((element) => element!.end > bytes.length) ?? null
}
