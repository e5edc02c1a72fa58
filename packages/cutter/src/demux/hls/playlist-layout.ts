import { CutterError } from '../../cutter-error.ts'

/**
 * A playlist as one source of bytes: a table, and then each segment in a slot of its own, which is much larger than any
 * segment. So a segment has a place before anybody knows its size; the last bytes of its slot tell that.
 */
export const SLOT_BYTES = 2 ** 32
/** A segment's size stands in so many bytes at the end of its slot. */
export const SIZE_BYTES = 8
/**
 * Parts of a segment whose size nobody knows yet: reading a few bytes here, far behind any segment, has a part fetched and tells
 * what there is of it. Where such bytes stand says which part is meant: from one unit to another, or so many at the end.
 */
const SPANS_AT = 2 ** 30
const TAILS_AT = 2 ** 31
const PART_BYTES = 16
export const PART_UNIT_BYTES = 8192
/** Ten seconds at 50 megabits. */
export const LARGEST_SEGMENT_BYTES = 64 * 1024 * 1024

const MOST_UNITS = LARGEST_SEGMENT_BYTES / PART_UNIT_BYTES

/** Which part of a segment is to be fetched. */
export type WantedPart = { start: number; end: number } | { lastBytes: number }

/** What there is of a segment around the part that was asked for. */
export interface FetchedPart {
  from: number
  to: number
  /** Of the whole segment; of one that is encrypted, until its end was seen, up to 16 bytes too much. */
  sizeBytes: number
}

/** Where in a slot to ask for a part: it is widened to whole units. */
export function partPlace(wanted: WantedPart): { start: number; end: number } {
  const units = (bytes: number) => Math.min(MOST_UNITS, Math.ceil(bytes / PART_UNIT_BYTES))
  const index =
    'lastBytes' in wanted
      ? units(wanted.lastBytes)
      : Math.floor(Math.min(wanted.start, LARGEST_SEGMENT_BYTES - 1) / PART_UNIT_BYTES) * (MOST_UNITS + 1) +
        units(wanted.end)
  const start = ('lastBytes' in wanted ? TAILS_AT : SPANS_AT) + index * PART_BYTES
  return { start, end: start + PART_BYTES }
}

/** Which part is asked for at a place in a slot; null when none is. */
export function partAt(start: number, end: number): WantedPart | null {
  const isTail = start >= TAILS_AT
  const index = (start - (isTail ? TAILS_AT : SPANS_AT)) / PART_BYTES
  if (!(index >= 0 && Number.isInteger(index)) || end !== start + PART_BYTES) {
    return null
  }
  if (isTail) {
    return index <= MOST_UNITS ? { lastBytes: index * PART_UNIT_BYTES } : null
  }
  const firstUnit = Math.floor(index / (MOST_UNITS + 1))
  return { start: firstUnit * PART_UNIT_BYTES, end: (index % (MOST_UNITS + 1)) * PART_UNIT_BYTES }
}

export function encodePart({ from, to, sizeBytes }: FetchedPart): Buffer {
  const bytes = Buffer.alloc(PART_BYTES)
  for (const [index, value] of [from, to, sizeBytes].entries()) {
    bytes.writeUInt32BE(value, 4 * index)
  }
  return bytes
}

export function decodePart(bytes: Buffer): FetchedPart {
  const [from, to, sizeBytes] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4), bytes.readUInt32BE(8)]
  if (!(from <= to && to <= sizeBytes && sizeBytes <= LARGEST_SEGMENT_BYTES)) {
    throw new CutterError('broken_media', `A segment of ${sizeBytes} bytes makes no sense.`)
  }
  return { from, to, sizeBytes }
}

/** What the table says: no addresses, which only who made the source knows. */
export interface PlaylistTable {
  segments: TableSegment[]
  maps: number
}

export interface TableSegment {
  durationSeconds: number
  map: number | null
  /** Ascending; whatever has the same number goes by one clock. */
  recording: number
  isGap: boolean
}

const MAGIC = Buffer.from('KERF-HLS\0\0\0\x02', 'latin1')
const LARGEST_TABLE_BYTES = 2 * 1024 * 1024

export function encodeTable({ segments, maps }: PlaylistTable): Buffer {
  const rows = segments.map(({ durationSeconds, map, recording, isGap }) => [
    durationSeconds,
    map ?? -1,
    recording,
    isGap ? 1 : 0,
  ])
  const body = Buffer.from(JSON.stringify({ segments: rows, maps }))
  const size = Buffer.alloc(4)
  size.writeUInt32BE(body.length)
  return Buffer.concat([MAGIC, size, body])
}

/** Whether bytes begin with the table of a playlist. */
export function looksLikeTable(firstBytes: Buffer): boolean {
  return firstBytes.subarray(0, MAGIC.length).equals(MAGIC)
}

/** How long the table is, its own beginning included. */
export function tableBytes(firstBytes: Buffer): number {
  const size = MAGIC.length + 4 + firstBytes.readUInt32BE(MAGIC.length)
  if (size > LARGEST_TABLE_BYTES) {
    throw new CutterError('broken_media', `The playlist's table claims ${size} bytes.`)
  }
  return size
}

/** The table may have been made up by a stranger's file: it is believed only as far as it makes sense. */
export function decodeTable(bytes: Buffer): PlaylistTable {
  const { segments, maps } = JSON.parse(bytes.subarray(MAGIC.length + 4).toString()) as Record<string, unknown>
  if (!Array.isArray(segments) || segments.length === 0 || typeof maps !== 'number') {
    throw new CutterError('broken_media', 'The playlist has no segments.')
  }
  let before = 0
  const rows = segments.map((row: unknown) => {
    const [durationSeconds, map, recording, isGap] = Array.isArray(row) ? row.map(Number) : []
    if (!(durationSeconds! >= 0) || !(map! >= -1) || map! >= maps || !(recording! >= before)) {
      throw new CutterError('broken_media', "The playlist's table makes no sense.")
    }
    before = recording!
    return { durationSeconds: durationSeconds!, map: map! < 0 ? null : map!, recording: before, isGap: isGap === 1 }
  })
  return { segments: rows, maps }
}

export function segmentSlot(index: number): number {
  return 1 + index
}

export function mapSlot({ segments }: PlaylistTable, map: number): number {
  return 1 + segments.length + map
}
