import type { BlockCache } from '../../io/block-cache.ts'
import { patchedBlocks, type ReadableBlocks } from '../../io/blocks-view.ts'
import type { ReadOptions } from '../../io/part-reader.ts'

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

/**
 * A WAV whose sizes are those of its bytes. A recorder writes them last: of a crash they are 0 or -1, and of a download that was
 * cut off larger than the file. BW64 is RF64 by another name.
 */
export async function withWaveSizes(
  blocks: BlockCache,
  options: ReadOptions,
): Promise<{ blocks: ReadableBlocks; isCutOff: boolean }> {
  const { sizeBytes } = blocks
  const read = async (at: number, bytes: number) =>
    Buffer.from(await blocks.read(at, Math.min(sizeBytes, at + bytes), options))
  const kind = (await read(0, 4)).toString('latin1')
  const isBig = kind === 'RIFX'
  const u32 = (value: number) => {
    const bytes = Buffer.alloc(4)
    if (isBig) bytes.writeUInt32BE(value)
    else bytes.writeUInt32LE(value)
    return bytes
  }
  let long: { at: number; dataBytes: number } | null = null
  let at = HEADER_BYTES
  for (let chunks = 0; chunks < MOST_CHUNKS && at + CHUNK_HEADER_BYTES <= sizeBytes; chunks++) {
    const header = await read(at, CHUNK_HEADER_BYTES + 2 * DATA_SIZE_AT)
    const size = isBig ? header.readUInt32BE(4) : header.readUInt32LE(4)
    const name = header.toString('latin1', 0, 4)
    if (name === 'ds64' && header.length === CHUNK_HEADER_BYTES + 2 * DATA_SIZE_AT) {
      const dataBytes = Number(header.readBigUInt64LE(CHUNK_HEADER_BYTES + DATA_SIZE_AT))
      long = { at: at + CHUNK_HEADER_BYTES, dataBytes }
    }
    if (name === 'data') {
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
    at += CHUNK_HEADER_BYTES + size + (size & 1)
  }
  return { blocks, isCutOff: false }
}

function longSizes(fileBytes: number, dataBytes: number): Buffer {
  const sizes = Buffer.alloc(2 * DATA_SIZE_AT)
  sizes.writeBigUInt64LE(BigInt(fileBytes - CHUNK_HEADER_BYTES))
  sizes.writeBigUInt64LE(BigInt(dataBytes), DATA_SIZE_AT)
  return sizes
}
