/**
 * The stamp: a frame's number as a row of large blocks across the top of the frame, and the same row inverted right
 * below it. A bit is read as "upper block brighter than lower block", so neither re-encoding, nor scaling from 1080p to
 * 144p, nor a changed brightness range can turn it into another bit unnoticed.
 */
const numberBits = 20
const leadingGuard = [1, 0] as const
const trailingGuard = [0, 1] as const
const checkBits = 4
const blocks = leadingGuard.length + numberBits + checkBits + trailingGuard.length

/** Numbers from 0 up to and without this one fit into a stamp. */
export const stampLimit = 2 ** numberBits

/** Height of each of the two rows as a share of the frame's height. */
const rowShare = 1 / 12

/** Differences in luma smaller than this (of 219 or 255) are no clear answer. */
const clearDifference = 60

function checksum(number: number): number {
  let sum = 0b1010
  for (let rest = number; rest > 0; rest >>= checkBits) sum ^= rest & (2 ** checkBits - 1)
  return sum
}

function bitsOf(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => (value >> (count - 1 - index)) & 1)
}

function numberFromBits(bits: readonly number[]): number {
  return bits.reduce((value, bit) => value * 2 + bit, 0)
}

/** The blocks of a number's upper row from left to right, 1 for white. */
export function stampBlocks(number: number): number[] {
  if (!Number.isInteger(number) || number < 0 || number >= stampLimit) {
    throw new RangeError(`A stamp holds whole numbers from 0 to ${stampLimit - 1}, not ${number}`)
  }
  return [...leadingGuard, ...bitsOf(number, numberBits), ...bitsOf(checksum(number), checkBits), ...trailingGuard]
}

function numberOf(bits: readonly number[]): number | null {
  const number = numberFromBits(bits.slice(leadingGuard.length, leadingGuard.length + numberBits))
  return stampBlocks(number).every((block, index) => block === bits[index]) ? number : null
}

/** Height in pixels of the two rows together; even, so that chroma planes of half the height fit. */
export function stampHeight(height: number): number {
  return 2 * Math.max(2, Math.round(height * rowShare))
}

/** Draws the stamp into a luma plane of the given width; `black` and `white` are the luma values to use. */
export function drawStamp(
  luma: Uint8Array,
  size: { width: number; height: number },
  number: number,
  [black, white]: readonly [number, number] = [16, 235],
): void {
  const bits = stampBlocks(number)
  const rowHeight = stampHeight(size.height) / 2
  const upper = Uint8Array.from({ length: size.width }, (_, x) =>
    bits[Math.floor((x * blocks) / size.width)] ? white : black,
  )
  const lower = upper.map((value) => black + white - value)
  for (let y = 0; y < 2 * rowHeight; y++) luma.set(y < rowHeight ? upper : lower, y * size.width)
}

/**
 * Reads the number back from a frame of any size, or null when it is not clearly there.
 * `lumaAt` gives the brightness (0..255) of a pixel.
 */
export function readStamp(
  size: { width: number; height: number },
  lumaAt: (x: number, y: number) => number,
): number | null {
  const rowHeight = stampHeight(size.height) / 2
  const bits: number[] = []
  for (let block = 0; block < blocks; block++) {
    const upper = blockMean(size.width, block, 0, rowHeight, lumaAt)
    const lower = blockMean(size.width, block, rowHeight, rowHeight, lumaAt)
    if (Math.abs(upper - lower) < clearDifference) return null
    bits.push(upper > lower ? 1 : 0)
  }
  return numberOf(bits)
}

/** What is left of the width of a frame, in shares. */
export interface CroppedWidth {
  left: number
  width: number
}

/** Whether a frame that was cropped at its sides shows what is left of the stamp of this number: two blocks at least. */
export function showsStamp(
  size: { width: number; height: number },
  lumaAt: (x: number, y: number) => number,
  number: number,
  { left, width }: CroppedWidth,
): boolean {
  const whole = size.width / width
  const cutOff = Math.round(left * whole)
  const rowHeight = stampHeight(size.height) / 2
  const isSeen = (block: number): boolean =>
    ((block + 0.25) * whole) / blocks >= cutOff + 1 && ((block + 0.75) * whole) / blocks <= cutOff + size.width - 1
  const seen = stampBlocks(number).flatMap((bit, block) => (isSeen(block) ? [{ bit, block }] : []))
  const mean = (block: number, top: number): number =>
    blockMean(whole, block, top, rowHeight, (x, y) => lumaAt(x - cutOff, y))
  return (
    seen.length > 1 &&
    seen.every(({ bit, block }) => {
      const difference = mean(block, 0) - mean(block, rowHeight)
      return bit === 1 ? difference >= clearDifference : difference <= -clearDifference
    })
  )
}

/** The mean of the inner half of a block: its borders bleed into their neighbours when a frame is scaled. */
function blockMean(
  width: number,
  block: number,
  top: number,
  rowHeight: number,
  lumaAt: (x: number, y: number) => number,
): number {
  const blockWidth = width / blocks
  const left = Math.floor((block + 0.25) * blockWidth)
  const right = Math.max(left + 1, Math.ceil((block + 0.75) * blockWidth))
  const upper = Math.floor(top + rowHeight * 0.25)
  const lower = Math.max(upper + 1, Math.ceil(top + rowHeight * 0.75))
  let sum = 0
  for (let y = upper; y < lower; y++) {
    for (let x = left; x < right; x++) sum += lumaAt(x, y)
  }
  return sum / ((lower - upper) * (right - left))
}
