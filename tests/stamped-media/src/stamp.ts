/**
 * The stamp: the frame's number as a row of large blocks across the top of the frame, and the inverted row below it. A
 * bit is 1 if the upper block is brighter than the lower one. So re-encoding, scaling from 1080p to 144p and a changed
 * brightness range cannot silently change a bit.
 */
const numberBits = 20
const leadingGuard = [1, 0] as const
const trailingGuard = [0, 1] as const
const checkBits = 4
const blockCount = leadingGuard.length + numberBits + checkBits + trailingGuard.length

/** First number that does not fit into a stamp. */
export const stampLimit = 2 ** numberBits

/** Height of each of the two rows, as a share of the frame's height. */
const rowShare = 1 / 12

/** Minimum difference in luma (of 219 or 255) between the blocks of a readable bit. */
const minDifference = 60

function checksum(number: number): number {
  let sum = 0b1010
  for (let bits = number; bits > 0; bits >>= checkBits) sum ^= bits & (2 ** checkBits - 1)
  return sum
}

function bitsOf(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => (value >> (count - 1 - index)) & 1)
}

function numberFromBits(bits: readonly number[]): number {
  return bits.reduce((value, bit) => value * 2 + bit, 0)
}

/** Blocks of the upper row from left to right, 1 for white. @throws RangeError for other numbers */
export function stampBlocks(number: number): number[] {
  if (!Number.isInteger(number) || number < 0 || number >= stampLimit) {
    throw new RangeError(`A stamp holds whole numbers from 0 to ${stampLimit - 1}, not ${number}`)
  }
  return [...leadingGuard, ...bitsOf(number, numberBits), ...bitsOf(checksum(number), checkBits), ...trailingGuard]
}

function numberOfStamp(bits: readonly number[]): number | null {
  const number = numberFromBits(bits.slice(leadingGuard.length, leadingGuard.length + numberBits))
  return stampBlocks(number).every((block, index) => block === bits[index]) ? number : null
}

/** Height of both rows in pixels; even, so that chroma planes of half the height fit. */
export function stampHeight(height: number): number {
  return 2 * Math.max(2, Math.round(height * rowShare))
}

/** Draws the stamp into a luma plane. `blackLuma` and `white` are luma values. */
export function drawStamp(
  luma: Uint8Array,
  size: { width: number; height: number },
  number: number,
  [blackLuma, white]: readonly [number, number] = [16, 235],
): void {
  const bits = stampBlocks(number)
  const rowHeight = stampHeight(size.height) / 2
  const upperRow = Uint8Array.from({ length: size.width }, (_, x) =>
    bits[Math.floor((x * blockCount) / size.width)] ? white : blackLuma,
  )
  const lowerRow = upperRow.map((value) => blackLuma + white - value)
  for (let y = 0; y < 2 * rowHeight; y++) luma.set(y < rowHeight ? upperRow : lowerRow, y * size.width)
}

/**
 * Reads the number from a frame of any size; null if it is not readable.
 * @param lumaAt luma (0..255) of a pixel
 */
export function readStamp(
  size: { width: number; height: number },
  lumaAt: (x: number, y: number) => number,
): number | null {
  const rowHeight = stampHeight(size.height) / 2
  const bits: number[] = []
  for (let block = 0; block < blockCount; block++) {
    const upperMean = blockMean(size.width, block, 0, rowHeight, lumaAt)
    const lowerMean = blockMean(size.width, block, rowHeight, rowHeight, lumaAt)
    if (Math.abs(upperMean - lowerMean) < minDifference) return null
    bits.push(upperMean > lowerMean ? 1 : 0)
  }
  return numberOfStamp(bits)
}

/** Horizontal part of a frame that a crop leaves, as fractions of its width. */
export interface CroppedWidth {
  left: number
  width: number
}

/**
 * Whether a frame with cropped sides shows the visible part of this number's stamp. At least two blocks must be
 * visible.
 */
export function showsStamp(
  size: { width: number; height: number },
  lumaAt: (x: number, y: number) => number,
  number: number,
  { left, width }: CroppedWidth,
): boolean {
  const wholeWidth = size.width / width
  const cutOff = Math.round(left * wholeWidth)
  const rowHeight = stampHeight(size.height) / 2
  const isVisible = (block: number): boolean =>
    ((block + 0.25) * wholeWidth) / blockCount >= cutOff + 1 &&
    ((block + 0.75) * wholeWidth) / blockCount <= cutOff + size.width - 1
  const visibleBlocks = stampBlocks(number).flatMap((bit, block) => (isVisible(block) ? [{ bit, block }] : []))
  const mean = (block: number, top: number): number =>
    blockMean(wholeWidth, block, top, rowHeight, (x, y) => lumaAt(x - cutOff, y))
  return (
    visibleBlocks.length > 1 &&
    visibleBlocks.every(({ bit, block }) => {
      const difference = mean(block, 0) - mean(block, rowHeight)
      return bit === 1 ? difference >= minDifference : difference <= -minDifference
    })
  )
}

/** Mean luma of the inner part of a block. Its borders are left out, because scaling blends them with neighbours. */
function blockMean(
  width: number,
  block: number,
  top: number,
  rowHeight: number,
  lumaAt: (x: number, y: number) => number,
): number {
  const blockWidth = width / blockCount
  const left = Math.floor((block + 0.25) * blockWidth)
  const rightPixel = Math.max(left + 1, Math.ceil((block + 0.75) * blockWidth))
  const upperPixel = Math.floor(top + rowHeight * 0.25)
  const lowerPixel = Math.max(upperPixel + 1, Math.ceil(top + rowHeight * 0.75))
  let sum = 0
  for (let y = upperPixel; y < lowerPixel; y++) {
    for (let x = left; x < rightPixel; x++) sum += lumaAt(x, y)
  }
  return sum / ((lowerPixel - upperPixel) * (rightPixel - left))
}
