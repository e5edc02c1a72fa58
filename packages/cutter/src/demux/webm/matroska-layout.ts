import type { BlockCache } from '../../bytes/block-cache.ts'
import type { ReadOptions } from '../../bytes/part-reader.ts'
import { CutterError } from '../../cutter-error.ts'
import { childElements, type EbmlElement, LONGEST_HEADER_BYTES, readElement, readFloat, readUnsigned } from './ebml.ts'

export interface MatroskaTrack {
  number: number
  kind: 'video' | 'sound'
  /** How long each packet lasts; null when the file does not say. */
  packetSeconds: number | null
  /** How much later than it is heard its sound is stamped: what only primes the decoder counts. null: it does not say. */
  delaySeconds: number | null
  /** Packets are compressed or encrypted. */
  isEncoded: boolean
  /** Players take it if nobody says otherwise. */
  isDefault: boolean
}

/** Where a key picture is found. */
export interface MatroskaCue {
  seconds: number
  cluster: number
}

/** What a Matroska file (WebM) says of itself before its first cluster, and where its cues are. */
export interface MatroskaLayout {
  /** The length of a tick in seconds: a millisecond, usually. */
  tickSeconds: number
  /** null: it does not say. */
  durationSeconds: number | null
  tracks: MatroskaTrack[]
  /** By time; empty when there are none. */
  cues: MatroskaCue[]
  firstCluster: number
  /** Where the last cluster can end at the latest. */
  segmentEnd: number
  /** The file is shorter than it says. */
  isCutOff: boolean
}

const EBML = 0x1a45dfa3
const SEGMENT = 0x18538067
const SEEK_HEAD = 0x114d9b74
const SEEK = 0x4dbb
const SEEK_ID = 0x53ab
const SEEK_POSITION = 0x53ac
const INFO = 0x1549a966
const TICK_NANOSECONDS = 0x2ad7b1
const DURATION = 0x4489
const TRACKS = 0x1654ae6b
const TRACK_ENTRY = 0xae
const TRACK_NUMBER = 0xd7
const TRACK_TYPE = 0x83
const DEFAULT_DURATION = 0x23e383
const CODEC_DELAY = 0x56aa
const FLAG_DEFAULT = 0x88
const CONTENT_ENCODINGS = 0x6d80
const CUES = 0x1c53bb6b
const CUE_POINT = 0xbb
const CUE_TIME = 0xb3
const CUE_TRACK_POSITIONS = 0xb7
const CUE_CLUSTER_POSITION = 0xf1
export const CLUSTER = 0x1f43b675

/** Elements that are hopped over before the first cluster: tags, attached pictures, chapters. */
const MOST_ELEMENTS = 64
/** Ten hours of a key picture each second take less. */
const LARGEST_INDEX_BYTES = 4 * 1024 * 1024

/** Whether the first bytes of a file are those of Matroska or WebM. */
export function looksLikeMatroska(firstBytes: Buffer): boolean {
  return firstBytes.length >= 4 && firstBytes.readUInt32BE(0) === EBML
}

/** Reads everything before the first cluster, and the cues wherever they are; null for what is no Matroska. */
export async function readMatroskaLayout(blocks: BlockCache, options: ReadOptions): Promise<MatroskaLayout | null> {
  const reader = new ElementReader(blocks, options)
  const head = await reader.headerAt(0)
  const segment = head && head.end < blocks.sizeBytes ? await reader.headerAt(head.end) : null
  if (head?.id !== EBML || segment?.id !== SEGMENT) {
    return null
  }
  const layout: MatroskaLayout = {
    tickSeconds: 1e-3,
    durationSeconds: null,
    tracks: [],
    cues: [],
    firstCluster: -1,
    segmentEnd: Math.min(segment.end, blocks.sizeBytes),
    isCutOff: Number.isFinite(segment.end) && segment.end > blocks.sizeBytes,
  }
  let cuesAt: number | null = null
  let claimedTicks: number | null = null
  for (let at = segment.bodyStart, count = 0; at < layout.segmentEnd && count < MOST_ELEMENTS; count++) {
    const element = await reader.headerAt(at)
    if (!element) {
      break
    }
    if (element.id === CLUSTER) {
      layout.firstCluster = at
      break
    }
    if (element.end > layout.segmentEnd) {
      throw new CutterError('broken_media', 'The media ends before its first picture.')
    }
    if (element.id === SEEK_HEAD) {
      cuesAt ??= findCues(await reader.body(element), segment.bodyStart)
    } else if (element.id === INFO) {
      const info = readInfo(await reader.body(element))
      layout.tickSeconds = info.tickSeconds
      claimedTicks = info.ticks
    } else if (element.id === TRACKS) {
      layout.tracks = readTracks(await reader.body(element))
    } else if (element.id === CUES) {
      cuesAt = at
    }
    at = element.end
  }
  layout.durationSeconds = claimedTicks && claimedTicks * layout.tickSeconds
  const cues = cuesAt !== null && cuesAt < layout.segmentEnd ? await reader.headerAt(cuesAt) : null
  if (cues?.id === CUES && cues.end <= layout.segmentEnd) {
    layout.cues = readCues(await reader.body(cues), layout.tickSeconds, segment.bodyStart, layout.firstCluster)
  }
  return layout
}

class ElementReader {
  readonly #blocks: BlockCache
  readonly #options: ReadOptions

  constructor(blocks: BlockCache, options: ReadOptions) {
    this.#blocks = blocks
    this.#options = options
  }

  /** In the file's own offsets. */
  async headerAt(at: number): Promise<EbmlElement | null> {
    const bytes = await this.#read(at, Math.min(this.#blocks.sizeBytes, at + LONGEST_HEADER_BYTES))
    const element = readElement(bytes, 0)
    return element && { id: element.id, start: at, bodyStart: at + element.bodyStart, end: at + element.end }
  }

  async body({ bodyStart, end }: EbmlElement): Promise<Buffer> {
    if (end - bodyStart > LARGEST_INDEX_BYTES) {
      throw new CutterError('unsupported_media', `The index claims ${end - bodyStart} bytes.`)
    }
    return this.#read(bodyStart, end)
  }

  async #read(start: number, end: number): Promise<Buffer> {
    return end > start ? Buffer.from(await this.#blocks.read(start, end, this.#options)) : Buffer.alloc(0)
  }
}

function children(body: Buffer): Generator<EbmlElement> {
  return childElements(body, { id: 0, start: 0, bodyStart: 0, end: body.length })
}

function findCues(body: Buffer, segmentStart: number): number | null {
  for (const seek of children(body)) {
    const fields = new Map(seek.id === SEEK ? [...childElements(body, seek)].map((field) => [field.id, field]) : [])
    const id = fields.get(SEEK_ID)
    const position = fields.get(SEEK_POSITION)
    if (id && position && readUnsigned(body, id) === CUES) {
      return segmentStart + readUnsigned(body, position)
    }
  }
  return null
}

function readInfo(body: Buffer): { tickSeconds: number; ticks: number | null } {
  const info = { tickSeconds: 1e-3, ticks: null as number | null }
  for (const element of children(body)) {
    if (element.id === TICK_NANOSECONDS) {
      info.tickSeconds = (readUnsigned(body, element) || 1e6) / 1e9
    } else if (element.id === DURATION) {
      const ticks = readFloat(body, element)
      // Some recorders leave a number there that is none.
      info.ticks = ticks > 0 && Number.isFinite(ticks) ? ticks : null
    }
  }
  return info
}

function readTracks(body: Buffer): MatroskaTrack[] {
  const tracks: MatroskaTrack[] = []
  for (const entry of children(body)) {
    if (entry.id !== TRACK_ENTRY) {
      continue
    }
    const fields = new Map([...childElements(body, entry)].map((field) => [field.id, field]))
    const numberIn = (id: number) => (fields.has(id) ? readUnsigned(body, fields.get(id)!) : 0)
    const type = numberIn(TRACK_TYPE)
    if (type === 1 || type === 2) {
      tracks.push({
        number: numberIn(TRACK_NUMBER),
        kind: type === 1 ? 'video' : 'sound',
        packetSeconds: numberIn(DEFAULT_DURATION) / 1e9 || null,
        delaySeconds: fields.has(CODEC_DELAY) ? numberIn(CODEC_DELAY) / 1e9 : null,
        isEncoded: fields.has(CONTENT_ENCODINGS),
        isDefault: !fields.has(FLAG_DEFAULT) || numberIn(FLAG_DEFAULT) === 1,
      })
    }
  }
  return tracks
}

function readCues(body: Buffer, tickSeconds: number, segmentStart: number, firstCluster: number): MatroskaCue[] {
  const cues: MatroskaCue[] = []
  for (const point of children(body)) {
    const fields = point.id === CUE_POINT ? [...childElements(body, point)] : []
    const time = fields.find(({ id }) => id === CUE_TIME)
    const positions = fields.find(({ id }) => id === CUE_TRACK_POSITIONS)
    const cluster = positions && [...childElements(body, positions)].find(({ id }) => id === CUE_CLUSTER_POSITION)
    if (time && cluster) {
      cues.push({
        seconds: readUnsigned(body, time) * tickSeconds,
        cluster: segmentStart + readUnsigned(body, cluster),
      })
    }
  }
  return cues.filter(({ cluster }) => cluster >= firstCluster).sort((a, b) => a.seconds - b.seconds)
}
