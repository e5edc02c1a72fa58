import { brokenMedia } from '../../api/cutter-error.ts'

/** One box of an ISO base media file, as offsets in a buffer. */
export interface Box {
  type: string
  start: number
  bodyStart: number
  end: number
}

export interface BoxHeader {
  type: string
  headerBytes: number
  /** Size of the box with its header; null: the box extends to the end of the file. */
  sizeBytes: number | null
}

/** Reads the header of a box; null if the bytes end inside it. */
export function readBoxHeader(bytes: Buffer, at: number): BoxHeader | null {
  if (at + 8 > bytes.length) return null
  const type = bytes.toString('latin1', at + 4, at + 8)
  const shortSize = bytes.readUInt32BE(at)
  if (shortSize === 0) return { type, headerBytes: 8, sizeBytes: null }
  if (shortSize !== 1) return { type, headerBytes: 8, sizeBytes: shortSize }
  if (at + 16 > bytes.length) return null
  return { type, headerBytes: 16, sizeBytes: Number(bytes.readBigUInt64BE(at + 8)) }
}

/**
 * Reads the header of the box at a file offset; null if the bytes there are no box header.
 * @param at index of that offset in `bytes`
 * @param fileEnd end of a box that extends to the end of the file
 */
export function headerAt(bytes: Buffer, at: number, fileOffset: number, fileEnd: number) {
  const header = readBoxHeader(bytes, at)
  const sizeBytes = header?.sizeBytes ?? fileEnd - fileOffset
  return header && sizeBytes >= header.headerBytes ? { ...header, sizeBytes } : null
}

/**
 * Reads the header of the box at a file offset.
 * @throws CutterError broken_media if the bytes there are no box header
 */
export function requireHeader(bytes: Buffer, at: number, fileOffset: number, fileEnd: number) {
  const header = headerAt(bytes, at, fileOffset, fileEnd)
  if (!header) throw brokenMedia(`There is no box at ${fileOffset}, where one should be.`)
  return header
}

/** Yields the boxes between two offsets. @throws CutterError broken_media for a box that ends after `end` */
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

/** The first box at a path of types below a parent; null if there is none. */
export function findBox(bytes: Buffer, parent: Box, ...path: string[]): Box | null {
  let currentBox: Box | null = parent
  for (const type of path) currentBox = currentBox && findChild(bytes, currentBox, type)
  return currentBox
}

function findChild(bytes: Buffer, parent: Box, type: string): Box | null {
  for (const box of childBoxes(bytes, parent)) {
    if (box.type === type) return box
  }
  return null
}

export function requireBox(bytes: Buffer, parent: Box, ...path: string[]): Box {
  const box = findBox(bytes, parent, ...path)
  if (!box) throw brokenMedia(`The media lacks its ${path.join('/')} table.`)
  return box
}

/** Offset of the first row and number of rows, for a table whose row count follows its version and flags. */
export function tableRowsOf(bytes: Buffer, box: Box, rowBytes: number): { start: number; count: number } {
  const start = box.bodyStart + 8
  return { start, count: checkedRowCount(bytes.readUInt32BE(box.bodyStart + 4), box, start, rowBytes) }
}

/** Returns the row count that a table claims. @throws CutterError broken_media if its box is too short for the rows */
export function checkedRowCount(claimedRowCount: number, box: Box, rowsStart: number, rowBytes: number): number {
  if (claimedRowCount * rowBytes > box.end - rowsStart) {
    throw brokenMedia(`The ${box.type} table claims ${claimedRowCount} rows but is too short for them.`)
  }
  return claimedRowCount
}
