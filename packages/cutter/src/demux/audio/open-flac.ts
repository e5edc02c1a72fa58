import { throwIfCancelled } from '../../api/cutter-error.ts'
import { MAX_BYTES_READ_WHOLE } from '../../api/media-limits.ts'
import { blocksWithin, type ReadableBlocks } from '../../io/blocks-view.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { type FileLink, openChained } from '../common/open-chained.ts'
import type { OpenedPart, WantedTracks } from '../common/opened-part.ts'
import { openSequentialFile } from '../common/sequential-file.ts'

/** The first bytes of a file: its marker and the header of STREAMINFO, the first block, which always has 34 bytes. */
const FLAC_MARKER = 'fLaC'
const FILE_STARTS = [Buffer.from('fLaC\0\0\0\x22', 'latin1'), Buffer.from('fLaC\x80\0\0\x22', 'latin1')]
const START_BYTES = FILE_STARTS[0]!.length
const INFO_BYTES = START_BYTES + 34
/** Bytes that each step of the search for file starts reads. */
const SCAN_STEP_BYTES = 1024 * 1024
/** Number of places at which a large file is read to check whether it is a single FLAC. */
const CHECKED_PLACES = 8
/** Bytes that are read at a place, enough for two frames. */
const PROBE_BYTES = 128 * 1024

/** Opens a FLAC, or several that are joined end to end. */
export async function openFlac(
  blocks: ReadableBlocks,
  wantedTracks: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart> {
  const { sizeBytes } = blocks
  const isSingleFile = sizeBytes > MAX_BYTES_READ_WHOLE && (await looksLikeSingleFile(blocks, options))
  const starts = isSingleFile ? [] : await fileStarts(blocks, options)
  // The first link begins at 0, because tags may precede the marker of the first file.
  const links = [0, ...starts.slice(1)].map(
    (start, index): FileLink => ({ start, end: starts[index + 1] ?? sizeBytes }),
  )
  return openChained(links, options, ({ start, end }, reading) =>
    openSequentialFile(blocksWithin(blocks, start, end), wantedTracks, reading),
  )
}

async function fileStarts(blocks: ReadableBlocks, options: ReadOptions): Promise<number[]> {
  const starts: number[] = []
  for (let from = 0; from < blocks.sizeBytes; from += SCAN_STEP_BYTES) {
    throwIfCancelled(options.signal)
    const bytes = await bytesAt(blocks, from, SCAN_STEP_BYTES + START_BYTES - 1, options)
    for (let at = bytes.indexOf(FLAC_MARKER); at >= 0; at = bytes.indexOf(FLAC_MARKER, at + 1)) {
      if (FILE_STARTS.some((start) => bytes.subarray(at, at + START_BYTES).equals(start))) starts.push(from + at)
    }
  }
  return starts
}

/** Whether a file looks like one FLAC: its frame numbers ascend, and the last frame ends as the header says. */
async function looksLikeSingleFile(blocks: ReadableBlocks, options: ReadOptions): Promise<boolean> {
  const { sizeBytes } = blocks
  const firstBytes = await bytesAt(blocks, 0, PROBE_BYTES, options)
  const start = FILE_STARTS.map((marker) => firstBytes.indexOf(marker)).find((at) => at >= 0)
  if (start === undefined || start + INFO_BYTES > firstBytes.length) return false
  const info = firstBytes.subarray(start + START_BYTES, start + INFO_BYTES)
  const blockSamples = info.readUInt16BE(0)
  const totalSamples = info.readUIntBE(13, 5) % 2 ** 36
  let previousStart = -1
  for (let place = 1; place <= CHECKED_PLACES; place++) {
    const from = Math.floor(((sizeBytes - PROBE_BYTES) * place) / CHECKED_PLACES)
    const frames = framesIn(await bytesAt(blocks, from, PROBE_BYTES, options), blockSamples)
    if (place === CHECKED_PLACES)
      return frames.some(({ startSample, samples }) => startSample + samples === totalSamples)
    // Other bytes may look like a frame header. A frame counts only if another frame follows it.
    const starts = new Set(frames.map(({ startSample }) => startSample))
    const frame = frames.find(({ startSample, samples }) => starts.has(startSample + samples))
    if (!frame || frame.startSample <= previousStart || frame.startSample >= totalSamples) return false
    previousStart = frame.startSample
  }
  return false
}

async function bytesAt(blocks: ReadableBlocks, at: number, bytes: number, options: ReadOptions): Promise<Buffer> {
  return Buffer.from(await blocks.read(at, Math.min(blocks.sizeBytes, at + bytes), options))
}

const SIZE_IN_8_BITS = 6
const SIZE_IN_16_BITS = 7
/** Bytes of an uncommon sample rate after the number of samples, by rate code. */
const RATE_BYTES = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2]

/** Finds frames by their headers (RFC 9639, 9.1) in bytes from any offset of a file. */
function framesIn(bytes: Buffer, blockSamples: number): { startSample: number; samples: number }[] {
  const frames: { startSample: number; samples: number }[] = []
  for (let at = bytes.indexOf(0xff); at >= 0 && at + 16 <= bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const frame = frameAt(bytes, at, blockSamples)
    if (frame) frames.push(frame)
  }
  return frames
}

function frameAt(bytes: Buffer, at: number, blockSamples: number): { startSample: number; samples: number } | null {
  if ((bytes[at + 1]! & 0xfe) !== 0xf8 || (bytes[at + 3]! & 1) !== 0) return null
  const sizeCode = bytes[at + 2]! >> 4
  const rateCode = bytes[at + 2]! & 15
  const rateBytes = RATE_BYTES[rateCode]
  if (sizeCode === 0 || rateBytes === undefined) return null
  // The number is coded like UTF-8: the leading ones of its first byte give the number of bytes.
  const lead = bytes[at + 4]!
  const leadingOnes = Math.clz32(~(lead << 24))
  let number = leadingOnes === 0 ? lead : lead & (0x7f >> leadingOnes)
  const extraBytes = Math.max(0, leadingOnes - 1)
  for (let index = 1; index <= extraBytes; index++) number = number * 64 + (bytes[at + 4 + index]! & 0x3f)
  let end = at + 5 + extraBytes
  let samples = sizeCode === 1 ? 192 : sizeCode < SIZE_IN_8_BITS ? 576 << (sizeCode - 2) : 256 << (sizeCode - 8)
  if (sizeCode === SIZE_IN_8_BITS) samples = bytes[end++]! + 1
  if (sizeCode === SIZE_IN_16_BITS) {
    samples = bytes.readUInt16BE(end) + 1
    end += 2
  }
  end += rateBytes
  if (end >= bytes.length || crc8(bytes.subarray(at, end)) !== bytes[end]) return null
  const hasFixedBlockSize = (bytes[at + 1]! & 1) === 0
  return { startSample: hasFixedBlockSize ? number * blockSamples : number, samples }
}

function crc8(bytes: Buffer): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 7) & 0xff : crc << 1
  }
  return crc
}
