import { brokenMedia } from '../../api/cutter-error.ts'

/** One box of an ISO base media file, as positions inside a buffer. */
export interface Box {
  type: string
  start: number
  bodyStart: number
  end: number
}

export interface BoxHeader {
  type: string
  headerBytes: number
  /** The whole box with its header; null: it reaches to the end of the file. */
  sizeBytes: number | null
}

/** Reads a box's header; null when fewer bytes are there than it needs. */
export function readBoxHeader(bytes: Buffer, at: number): BoxHeader | null {
  if (at + 8 > bytes.length) return null
  const type = bytes.toString('latin1', at + 4, at + 8)
  const short = bytes.readUInt32BE(at)
  if (short === 0) return { type, headerBytes: 8, sizeBytes: null }
  if (short !== 1) return { type, headerBytes: 8, sizeBytes: short }
  if (at + 16 > bytes.length) return null
  return { type, headerBytes: 16, sizeBytes: Number(bytes.readBigUInt64BE(at + 8)) }
}

/**
 * The header of a box that begins at an offset of the file; null: none does.
 * @param at where the bytes have it
 * @param fileEnd up to where the last box may reach
 */
export function headerAt(bytes: Buffer, at: number, fileOffset: number, fileEnd: number) {
  const header = readBoxHeader(bytes, at)
  const sizeBytes = header?.sizeBytes ?? fileEnd - fileOffset
  return header && sizeBytes >= header.headerBytes ? { ...header, sizeBytes } : null
}

/** The same; throws broken_media if no box begins there. */
export function requireHeader(bytes: Buffer, at: number, fileOffset: number, fileEnd: number) {
  const header = headerAt(bytes, at, fileOffset, fileEnd)
  if (!header) throw brokenMedia(`There is no box at ${fileOffset}, where one should be.`)
  return header
}

/** The boxes between two positions. A box that claims more than its parent holds is broken media. */
export function* boxesBetween(bytes: Buffer, start: number, end: number): Generator<Box> {
  let at = start
  while (at + 8 <= end) {
    const header = readBoxHeader(bytes, at)
    const size = header?.sizeBytes ?? end - at
    if (!header || size < header.headerBytes || at + size > end) {
      throw brokenMedia(`The box at ${at} does not fit into its parent.`)
    }
    yield { type: header.type, start: at, bodyStart: at + header.headerBytes, end: at + size }
    at += size
  }
}

export function childBoxes(bytes: Buffer, parent: Box): Generator<Box> {
  return boxesBetween(bytes, parent.bodyStart, parent.end)
}

/** The first box at a path of types below a parent, or null. */
export function findBox(bytes: Buffer, parent: Box, ...path: string[]): Box | null {
  let current: Box | null = parent
  for (const type of path) current = current && findChild(bytes, current, type)
  return current
}

function findChild(bytes: Buffer, parent: Box, type: string): Box | null {
  for (const box of childBoxes(bytes, parent)) {
    if (box.type === type) return box
  }
  return null
}

export function requireBox(bytes: Buffer, parent: Box, ...path: string[]): Box {
  const found = findBox(bytes, parent, ...path)
  if (!found) throw brokenMedia(`The media lacks its ${path.join('/')} table.`)
  return found
}

/** The rows of a table that says how many there are right after its version and flags. */
export function rowsOf(bytes: Buffer, box: Box, rowBytes: number): { start: number; count: number } {
  const start = box.bodyStart + 8
  return { start, count: checkedRowCount(bytes.readUInt32BE(box.bodyStart + 4), box, start, rowBytes) }
}

/** How many rows of a table really fit into its box, even if its count field claims more. */
export function checkedRowCount(claimed: number, box: Box, rowsStart: number, rowBytes: number): number {
  if (claimed * rowBytes > box.end - rowsStart) {
    throw brokenMedia(`The ${box.type} table claims ${claimed} rows but is too short for them.`)
  }
  return claimed
}
