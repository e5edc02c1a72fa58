import { createFramePainter } from '@kerf/stamped-media/paint-frame'
import { buildAvcConfiguration } from '../../src/bitstream/h264/avc-configuration.ts'
import { u32 } from '../../src/bitstream/mp4-boxes.ts'

/**
 * A stamped video of coded fields (PAFF), as broadcasters send it: each frame is two fields, of even and of odd rows.
 * No available encoder writes them, so this code writes every bit, in macroblocks of plain samples (I_PCM).
 */
export interface FieldVideo {
  /** The contents of avcC. */
  configuration: Uint8Array
  /** The frames in order. Each field is one NAL unit, prefixed with its length. */
  frames: { isSync: boolean; fields: [Buffer, Buffer] }[]
}

const MACROBLOCK_PIXELS = 16
const FRAME_NUMBER_BITS = 4
const ORDER_BITS = 8
const I_SLICE_TYPE = 7
const P_SLICE_TYPE = 5
const PCM_TYPE_IN_I_SLICE = 25
const PCM_TYPE_IN_P_SLICE = 30

/** @param size the width is a multiple of 16, the height a multiple of 32 */
export function fieldVideo(size: { width: number; height: number }, frames: number, gopFrames: number): FieldVideo {
  const painter = createFramePainter(size, false)
  const sps = nal(0x67, parameterSet(size))
  const pps = nal(0x68, frameParameterSet())
  return {
    configuration: buildAvcConfiguration({
      profile: 77,
      compatibility: 0,
      level: 30,
      lengthBytes: 4,
      sps: [sps],
      pps: [pps],
      extension: new Uint8Array(0),
    }),
    frames: Array.from({ length: frames }, (_, frame) => {
      const videoFrame = painter.paint(frame)
      const indexInGop = frame % gopFrames
      const field = (isBottom: boolean) =>
        prefixLength(slice(videoFrame, size, { indexInGop, isBottom, group: frame / gopFrames }))
      return { isSync: indexInGop === 0, fields: [field(false), field(true)] as [Buffer, Buffer] }
    }),
  }
}

interface FieldPosition {
  indexInGop: number
  isBottom: boolean
  group: number
}

/** One field as a slice. The second field of an IDR frame is not IDR itself (ISO/IEC 14496-10, 7.4.1.2.4). */
function slice(
  videoFrame: Buffer,
  size: { width: number; height: number },
  { indexInGop, isBottom, group }: FieldPosition,
) {
  const isIdr = indexInGop === 0 && !isBottom
  const bits = new BitWriter()
  bits.putGolomb(0)
  bits.putGolomb(isIdr ? I_SLICE_TYPE : P_SLICE_TYPE)
  bits.putGolomb(0)
  bits.put(indexInGop % 2 ** FRAME_NUMBER_BITS, FRAME_NUMBER_BITS)
  bits.put(1, 1)
  bits.put(isBottom ? 1 : 0, 1)
  if (isIdr) bits.putGolomb(Math.floor(group) % 2)
  bits.put((2 * indexInGop + (isBottom ? 1 : 0)) % 2 ** ORDER_BITS, ORDER_BITS)
  // Default reference lists and default marking of references.
  bits.put(0, isIdr ? 2 : 3)
  bits.putGolomb(0)
  bits.putGolomb(1)
  writeMacroblocks(bits, videoFrame, size, isIdr, isBottom)
  return nal(isIdr ? 0x65 : 0x61, bits.finish())
}

function writeMacroblocks(
  bits: BitWriter,
  videoFrame: Buffer,
  { width, height }: { width: number; height: number },
  isIdr: boolean,
  isBottom: boolean,
): void {
  const planes = [
    { from: 0, width, block: MACROBLOCK_PIXELS },
    { from: width * height, width: width / 2, block: MACROBLOCK_PIXELS / 2 },
    { from: (width * height * 5) / 4, width: width / 2, block: MACROBLOCK_PIXELS / 2 },
  ]
  for (let row = 0; row < height / (2 * MACROBLOCK_PIXELS); row++) {
    for (let column = 0; column < width / MACROBLOCK_PIXELS; column++) {
      if (!isIdr) bits.putGolomb(0)
      bits.putGolomb(isIdr ? PCM_TYPE_IN_I_SLICE : PCM_TYPE_IN_P_SLICE)
      bits.align()
      for (const plane of planes) {
        for (let blockRow = 0; blockRow < plane.block; blockRow++) {
          const y = 2 * (row * plane.block + blockRow) + (isBottom ? 1 : 0)
          const at = plane.from + y * plane.width + column * plane.block
          bits.putBytes(videoFrame.subarray(at, at + plane.block))
        }
      }
    }
  }
}

function parameterSet({ width, height }: { width: number; height: number }): Buffer {
  const bits = new BitWriter()
  bits.putBytes(Buffer.from([77, 0, 30]))
  bits.putGolomb(0)
  bits.putGolomb(FRAME_NUMBER_BITS - 4)
  bits.putGolomb(0)
  bits.putGolomb(ORDER_BITS - 4)
  bits.putGolomb(1)
  bits.put(0, 1)
  bits.putGolomb(width / MACROBLOCK_PIXELS - 1)
  bits.putGolomb(height / (2 * MACROBLOCK_PIXELS) - 1)
  // Frames may be fields; no MBAFF; 8x8 direct inference; neither cropping nor VUI.
  bits.put(0b00100, 5)
  return bits.finish()
}

function frameParameterSet(): Buffer {
  const bits = new BitWriter()
  bits.putGolomb(0)
  bits.putGolomb(0)
  bits.put(0, 2)
  for (let field = 0; field < 3; field++) bits.putGolomb(0)
  bits.put(0, 3)
  for (let field = 0; field < 3; field++) bits.putGolomb(0)
  // Each slice states whether it is deblocked.
  bits.put(0b100, 3)
  return bits.finish()
}

function nal(header: number, payload: Buffer): Buffer {
  const bytes = [header]
  let zeros = 0
  for (const byte of payload) {
    if (zeros === 2 && byte <= 3) {
      bytes.push(3)
      zeros = 0
    }
    bytes.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Buffer.from(bytes)
}

function prefixLength(unit: Buffer): Buffer {
  return Buffer.concat([u32(unit.length), unit])
}

class BitWriter {
  #bits = ''
  readonly #parts: Uint8Array[] = []

  put(value: number, count: number): void {
    this.#bits += value.toString(2).padStart(count, '0')
  }

  putGolomb(value: number): void {
    const digits = (value + 1).toString(2)
    this.#bits += '0'.repeat(digits.length - 1) + digits
  }

  align(): void {
    while (this.#bits.length % 8 > 0) this.put(0, 1)
    this.#parts.push(Uint8Array.from(this.#bits.match(/.{8}/g) ?? [], (bits) => Number.parseInt(bits, 2)))
    this.#bits = ''
  }

  /** Appends whole bytes, at the next byte border. */
  putBytes(bytes: Uint8Array): void {
    this.align()
    this.#parts.push(bytes)
  }

  /** All bytes, after the stop bit and padding. */
  finish(): Buffer {
    this.put(1, 1)
    this.align()
    return Buffer.concat(this.#parts)
  }
}
