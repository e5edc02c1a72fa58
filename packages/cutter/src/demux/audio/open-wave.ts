import { blocksWithin, patchedBlocks, type ReadableBlocks } from '../../io/blocks-view.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { type FileLink, openChained } from '../common/open-chained.ts'
import type { OpenedPart, WantedTracks } from '../common/opened-part.ts'
import { openSequentialFile } from '../common/sequential-file.ts'

const HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
const UNKNOWN = 0xffff_ffff
/** Sizes from here on, if the file is smaller, stand for an end that its writer did not know. */
const LEAST_PLACEHOLDER = 0x7fff_0000
/** Behind the header of RF64's own chunk: the sizes of the file and of its data. */
const DATA_SIZE_AT = 8
/** More chunks than this come before no data. */
const MOST_CHUNKS = 256
const KINDS = new Set(['RIFF', 'RIFX', 'RF64', 'BW64'])

export function isWave(firstBytes: Buffer): boolean {
  return KINDS.has(firstBytes.toString('latin1', 0, 4)) && firstBytes.toString('latin1', 8, 12) === 'WAVE'
}

/** Opens a WAV, or several joined end to end. */
export async function openWave(
  blocks: ReadableBlocks,
  wanted: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart> {
  const links = await findWaveLinks(blocks, options)
  return openChained(links, options, async ({ start, end }, reading) => {
    const wave = await withWaveSizes(blocksWithin(blocks, start, end), reading)
    const part = await openSequentialFile(wave.blocks, wanted, reading)
    return wave.isCutOff ? { ...part, breaksOffSeconds: part.durationSeconds } : part
  })
}

/** A file begins where the chunk before it ends. One that does not know its size has all that follows. */
async function findWaveLinks(blocks: ReadableBlocks, options: ReadOptions): Promise<FileLink[]> {
  const { sizeBytes } = blocks
  const links: FileLink[] = []
  for (let start = 0; start < sizeBytes; ) {
    const isBig = (await readAt(blocks, start, 4, options)).toString('latin1') === 'RIFX'
    let next = sizeBytes
    for await (const { at, header } of chunks(blocks, start + HEADER_BYTES, isBig, options)) {
      if (!isWave(header)) continue
      next = at
      break
    }
    links.push({ start, end: next })
    start = next
  }
  return links
}

const readAt = async (blocks: ReadableBlocks, at: number, bytes: number, options: ReadOptions) =>
  Buffer.from(await blocks.read(at, Math.min(blocks.sizeBytes, at + bytes), options))

async function* chunks(blocks: ReadableBlocks, from: number, isBig: boolean, options: ReadOptions) {
  let at = from
  for (let count = 0; count < MOST_CHUNKS && at + CHUNK_HEADER_BYTES <= blocks.sizeBytes; count++) {
    const header = await readAt(blocks, at, CHUNK_HEADER_BYTES + 2 * DATA_SIZE_AT, options)
    const size = isBig ? header.readUInt32BE(4) : header.readUInt32LE(4)
    yield { name: header.toString('latin1', 0, 4), size, at, header }
    at += CHUNK_HEADER_BYTES + size + (size & 1)
  }
}

/**
 * A WAV whose sizes are those of its bytes. A recorder writes them last: of a crash they are 0 or -1, and of a download that was
 * cut off larger than the file. BW64 is RF64 by another name.
 */
async function withWaveSizes(
  blocks: ReadableBlocks,
  options: ReadOptions,
): Promise<{ blocks: ReadableBlocks; isCutOff: boolean }> {
  const { sizeBytes } = blocks
  const isBig = (await readAt(blocks, 0, 4, options)).toString('latin1') === 'RIFX'
  const u32 = (value: number) => {
    const bytes = Buffer.alloc(4)
    if (isBig) bytes.writeUInt32BE(value)
    else bytes.writeUInt32LE(value)
    return bytes
  }
  let long: { at: number; dataBytes: number } | null = null
  for await (const { name, size, at, header } of chunks(blocks, HEADER_BYTES, isBig, options)) {
    if (name === 'ds64' && header.length === CHUNK_HEADER_BYTES + 2 * DATA_SIZE_AT) {
      const dataBytes = Number(header.readBigUInt64LE(CHUNK_HEADER_BYTES + DATA_SIZE_AT))
      long = { at: at + CHUNK_HEADER_BYTES, dataBytes }
    }
    if (name !== 'data') continue
    const start = at + CHUNK_HEADER_BYTES
    const room = sizeBytes - start
    const stated = long && size === UNKNOWN ? long.dataBytes : size
    const isStated = stated > 0 && (stated <= room || stated < LEAST_PLACEHOLDER)
    const data = isStated ? Math.min(stated, room) : room
    const patches = [
      { at: 0, bytes: Buffer.from(long ? 'RF64' : isBig ? 'RIFX' : 'RIFF') },
      { at: 4, bytes: u32(UNKNOWN) },
      long
        ? { at: long.at, bytes: longSizes(sizeBytes, data) }
        : { at: start - 4, bytes: u32(Math.min(data, UNKNOWN)) },
    ]
    return { blocks: patchedBlocks(blocks, patches), isCutOff: isStated && stated > room }
  }
  return { blocks, isCutOff: false }
}

function longSizes(fileBytes: number, dataBytes: number): Buffer {
  const sizes = Buffer.alloc(2 * DATA_SIZE_AT)
  sizes.writeBigUInt64LE(BigInt(fileBytes - CHUNK_HEADER_BYTES))
  sizes.writeBigUInt64LE(BigInt(dataBytes), DATA_SIZE_AT)
  return sizes
}
