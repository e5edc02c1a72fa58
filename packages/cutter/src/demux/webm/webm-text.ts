import { CutterError, throwIfCancelled } from '../../api/cutter-error.ts'
import type { TextTrackFacts } from '../../api/media-facts.ts'
import { MAX_STREAMS } from '../../api/media-limits.ts'
import { MAX_CAPTION_BYTES, MAX_CUES, type SubtitleCue } from '../../api/subtitles.ts'
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
import { inflate } from '../../io/inflate.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import { withoutSubripMarkup, withoutWebvttMarkup } from '../common/plain-text.ts'
import { type OpenedText, readByteSpans, shownCues } from '../common/text-track.ts'
import type { Compression, WebmLayout, WebmTrackEntry } from './webm-layout.ts'

/** Text codecs by codec id. `headLines`: lines before the text of a packet (id and settings of the cue in old WebM). */
const TEXT_CODECS: Record<string, { codec: TextTrackFacts['codec']; headLines: number }> = {
  'S_TEXT/UTF8': { codec: 'subrip', headLines: 0 },
  'S_TEXT/ASCII': { codec: 'subrip', headLines: 0 },
  'S_TEXT/WEBVTT': { codec: 'webvtt', headLines: 0 },
  'D_WEBVTT/SUBTITLES': { codec: 'webvtt', headLines: 2 },
  'D_WEBVTT/CAPTIONS': { codec: 'webvtt', headLines: 2 },
}

/** A block of text with its timestamps, in ticks of the file. */
interface TextBlock {
  tick: number
  /** Duration of the text; null: it is shown until the next block. */
  durationTicks: number | null
  payload: Buffer
}

/** Opens the text tracks of a Matroska file. @param originSeconds the file's timestamp at which the timeline begins */
export function openWebmTexts(layout: WebmLayout, reader: PartReader, originSeconds: number): OpenedText[] {
  const entries = [...layout.entries].filter(([, entry]) => entry.kind === 'subtitles' && isReadable(entry))
  return entries.slice(0, MAX_STREAMS).map(([number, entry]) => ({
    facts: { language: entry.language, name: entry.name, codec: TEXT_CODECS[entry.codecId]!.codec },
    async read(options) {
      const blocks = await readBlocks(layout, reader, number, options)
      for (const block of blocks) {
        throwIfCancelled(options.signal)
        if (entry.compression) block.payload = await decompress(block.payload, entry.compression)
      }
      return shownCues(cuesOf(blocks, entry, layout.tickSeconds), originSeconds)
    },
  }))
}

function isReadable({ codecId, isEncoded, compression }: WebmTrackEntry): boolean {
  return codecId in TEXT_CODECS && (!isEncoded || compression !== null)
}

/** Longest display time of text without a duration. */
const MAX_DISPLAY_SECONDS = 5

function* cuesOf(
  blocks: readonly TextBlock[],
  { codecId }: WebmTrackEntry,
  tickSeconds: number,
): Generator<SubtitleCue> {
  const { codec, headLines } = TEXT_CODECS[codecId]!
  const blocksLatestFirst = blocks.toSorted((a, b) => b.tick - a.tick)
  let nextTick = Infinity
  for (const [index, { tick, durationTicks, payload }] of blocksLatestFirst.entries()) {
    const laterTick = blocksLatestFirst[index - 1]?.tick ?? Infinity
    nextTick = laterTick > tick ? laterTick : nextTick
    const displayTicks = Math.min(nextTick - tick, MAX_DISPLAY_SECONDS / tickSeconds)
    const lines = payload.toString('utf8').split('\n')
    const text = lines.slice(headLines).join('\n')
    yield {
      startTime: tick * tickSeconds,
      endTime: (tick + (durationTicks ?? displayTicks)) * tickSeconds,
      text: codec === 'webvtt' ? withoutWebvttMarkup(text) : withoutSubripMarkup(text),
    }
  }
}

/** Largest text of one cue, in bytes. */
const MAX_TEXT_BYTES = 64 * 1024

/** Decompresses a payload; empty if it is damaged. */
async function decompress(payload: Buffer, compression: Compression): Promise<Buffer> {
  if (compression !== 'zlib') return Buffer.concat([compression, payload])
  return (await inflate(payload, MAX_TEXT_BYTES)) ?? Buffer.alloc(0)
}

/**
 * Reads the blocks of a text track. If the file's cues list any block of the track, they list all. Otherwise the blocks
 * are somewhere between the frames, and the whole file is read if it is small.
 * @throws CutterError unsupported_media for a large file without cues
 */
async function readBlocks(layout: WebmLayout, reader: PartReader, number: number, options: ReadOptions) {
  const indexedBlocks = await readIndexedBlocks(layout, reader, number, options)
  if (indexedBlocks) return indexedBlocks
  const { firstCluster, segmentEnd } = layout
  if (firstCluster < 0) return []
  if (segmentEnd - firstCluster > MAX_CAPTION_BYTES) {
    const message = 'The file has no index of its text, and is too large to be searched for it.'
    throw new CutterError('unsupported_media', message)
  }
  const bytes = await reader.read(firstCluster, segmentEnd, options)
  return blocksIn(bytes, number)
}

/** Finds the first blocks of a track in clusters. A cluster of unknown size ends where the next one begins. */
function blocksIn(bytes: Buffer, number: number): TextBlock[] {
  const blocks: TextBlock[] = []
  let clusterTick = 0
  for (let at = 0; at < bytes.length && blocks.length < MAX_CUES; ) {
    const element = readElement(bytes, at)
    const isCluster = element?.id === ID.cluster
    if (!element || (!isCluster && element.end > bytes.length)) break
    if (element.id === ID.timestamp) clusterTick = readUnsigned(bytes, element)
    const block = textBlock(bytes, element, number)
    if (block) blocks.push({ ...block, tick: clusterTick + block.tick })
    at = isCluster ? element.bodyStart : element.end
  }
  return blocks
}

/**
 * Reads a block of the track, with its timestamp relative to its cluster; null if the element is no block of the track.
 */
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
  /** Offset of the block in the contents of its cluster. */
  position: number
}

/** Possible lengths of a cluster's size, in bytes. The size follows the id and precedes the contents. */
const SIZE_LENGTHS = [1, 2, 3, 4, 5, 6, 7, 8]
const ID_BYTES = 4
/** Bytes of a block in the first read. Longer blocks take a second read. */
const USUAL_BLOCK_BYTES = 400

/** Reads the cues of a text track; null if there are none, or if one has no position of its block in the cluster. */
async function readTextCues(
  { cues, contentStart }: WebmLayout,
  reader: PartReader,
  number: number,
  options: ReadOptions,
): Promise<IndexedBlock[] | null> {
  if (!cues || cues.end - cues.bodyStart > MAX_CAPTION_BYTES) return null
  const bytes = await reader.read(cues.bodyStart, cues.end, options)
  const indexedBlocks: IndexedBlock[] = []
  for (const point of childElements(bytes, { bodyStart: 0, end: bytes.length })) {
    if (indexedBlocks.length === MAX_CUES) break
    const time = point.id === ID.cuePoint ? fieldsOf(bytes, point).get(ID.cueTime) : undefined
    for (const track of time ? childElements(bytes, point) : []) {
      const fields = track.id === ID.cueTrackPositions ? fieldsOf(bytes, track) : new Map<number, EbmlElement>()
      const numberIn = (id: number) => (fields.has(id) ? readUnsigned(bytes, fields.get(id)!) : null)
      if (numberIn(ID.cueTrack) !== number) continue
      const cluster = numberIn(ID.cueClusterPosition)
      const position = numberIn(ID.cueRelativePosition)
      if (cluster === null || position === null) return null
      const durationTicks = numberIn(ID.cueDuration)
      const tick = readUnsigned(bytes, time!)
      indexedBlocks.push({ tick, durationTicks, cluster: contentStart + cluster, position })
    }
  }
  return indexedBlocks.length > 0 ? indexedBlocks : null
}

/**
 * Reads the blocks that the cues list; null if the cues list no blocks, or no positions of blocks.
 * @throws CutterError broken_media if a cue points to no block of the track
 */
async function readIndexedBlocks(layout: WebmLayout, reader: PartReader, number: number, options: ReadOptions) {
  const indexedBlocks = await readTextCues(layout, reader, number, options)
  if (!indexedBlocks) return null
  const spans = indexedBlocks.map(({ cluster, position }) =>
    spanWithin(reader, cluster + ID_BYTES + position, USUAL_BLOCK_BYTES),
  )
  const beginnings = await readByteSpans(reader, spans, options)
  const elements = indexedBlocks.map((cue, index) => elementAt(beginnings[index]!, cue, number))
  const longBlocks = elements.flatMap((element, index) => {
    const isCut = element && element.end > beginnings[index]!.length
    return isCut ? [{ index, span: spanWithin(reader, spans[index]!.offset, element.end) }] : []
  })
  const wholeBlocks = await readByteSpans(
    reader,
    longBlocks.map(({ span }) => span),
    options,
  )
  for (const [at, { index }] of longBlocks.entries()) beginnings[index] = wholeBlocks[at]!
  return indexedBlocks.map(({ tick, durationTicks }, index): TextBlock => {
    const element = elements[index]
    const block = element && textBlock(beginnings[index]!, element, number)
    if (!block) throw new CutterError('broken_media', 'There is no text where the index of the media says.')
    return { tick, durationTicks: block.durationTicks ?? durationTicks, payload: block.payload }
  })
}

function spanWithin({ sizeBytes }: PartReader, offset: number, length: number) {
  const from = Math.min(offset, sizeBytes)
  return { offset: from, sizeBytes: Math.min(length, sizeBytes - from) }
}

/**
 * Finds the block of a cue, which may end after the read bytes; null if there is none.
 * @param bytes from the offset that the block would have if the size of its cluster took no bytes. The size takes one
 * to eight bytes, so the block begins later by as many.
 */
function elementAt(bytes: Buffer, { durationTicks }: IndexedBlock, number: number): EbmlElement | null {
  const isBlock = ({ id, start, end }: EbmlElement) =>
    (id === ID.simpleBlock || id === ID.blockGroup) && end - start <= MAX_TEXT_BYTES
  const elements = SIZE_LENGTHS.map((length) => readElement(bytes, length))
  const candidates = elements.filter((element) => element !== null && isBlock(element))
  const matchingElement = candidates.find((element) => {
    const block = textBlock(bytes, element!, number)
    return block && (durationTicks === null || (block.durationTicks ?? durationTicks) === durationTicks)
  })
  return matchingElement ?? candidates.find((element) => element!.end > bytes.length) ?? null
}
