import { blocksWithin, patchedBlocks, type ReadableBlocks } from '../../io/blocks-view.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { type FileLink, openChained } from '../common/open-chained.ts'
import type { OpenedPart, WantedTracks } from '../common/opened-part.ts'
import { openSequentialFile } from '../common/sequential-file.ts'

const HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8
const UNKNOWN_SIZE = 0xffff_ffff
/** A size of at least this value is a placeholder if the file is smaller: its writer did not know the size. */
const MIN_PLACEHOLDER = 0x7fff_0000
/** Offset of the data size in the contents of RF64's ds64 chunk, after the file size. */
const DATA_SIZE_AT = 8
/** Maximum number of chunks that are read. */
const MAX_CHUNKS = 256
const FORMAT_MARKERS = new Set(['RIFF', 'RIFX', 'RF64', 'BW64'])

export function isWave(firstBytes: Buffer): boolean {
  return FORMAT_MARKERS.has(firstBytes.toString('latin1', 0, 4)) && firstBytes.toString('latin1', 8, 12) === 'WAVE'
}

/** Opens a WAV, or several that are joined end to end. */
export async function openWave(
  blocks: ReadableBlocks,
  wantedTracks: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart> {
  const links = await findWaveLinks(blocks, options)
  return openChained(links, options, async ({ start, end }, reading) => {
    const wave = await correctWaveSizes(blocksWithin(blocks, start, end), reading)
    const part = await openSequentialFile(wave.blocks, wantedTracks, reading)
    return wave.isCutOff ? { ...part, breaksOffSeconds: part.durationSeconds } : part
  })
}

/** Finds joined files. Each begins where the last chunk of the previous file ends, if that chunk has a valid size. */
async function findWaveLinks(blocks: ReadableBlocks, options: ReadOptions): Promise<FileLink[]> {
  const { sizeBytes } = blocks
  const links: FileLink[] = []
  for (let start = 0; start < sizeBytes; ) {
    const isBigEndian = (await readAt(blocks, start, 4, options)).toString('latin1') === 'RIFX'
    let end = sizeBytes
    for await (const { at, header } of readChunks(blocks, start + HEADER_BYTES, isBigEndian, options)) {
      if (!isWave(header)) continue
      end = at
      break
    }
    links.push({ start, end })
    start = end
  }
  return links
}

const readAt = async (blocks: ReadableBlocks, at: number, bytes: number, options: ReadOptions) =>
  Buffer.from(await blocks.read(at, Math.min(blocks.sizeBytes, at + bytes), options))

async function* readChunks(blocks: ReadableBlocks, from: number, isBigEndian: boolean, options: ReadOptions) {
  let at = from
  for (let count = 0; count < MAX_CHUNKS && at + CHUNK_HEADER_BYTES <= blocks.sizeBytes; count++) {
    const header = await readAt(blocks, at, CHUNK_HEADER_BYTES + 2 * DATA_SIZE_AT, options)
    const size = isBigEndian ? header.readUInt32BE(4) : header.readUInt32LE(4)
    yield { name: header.toString('latin1', 0, 4), size, at, header }
    at += CHUNK_HEADER_BYTES + size + (size & 1)
  }
}

/**
 * Corrects the sizes in a WAV header. Recorders write the sizes last, so they are 0 or -1 after a crash. In a cut-off
 * download they are larger than the file. BW64 is renamed to RF64, which has the same format.
 */
async function correctWaveSizes(
  blocks: ReadableBlocks,
  options: ReadOptions,
): Promise<{ blocks: ReadableBlocks; isCutOff: boolean }> {
  const { sizeBytes } = blocks
  const isBigEndian = (await readAt(blocks, 0, 4, options)).toString('latin1') === 'RIFX'
  const encodeUint32 = (value: number) => {
    const bytes = Buffer.alloc(4)
    if (isBigEndian) bytes.writeUInt32BE(value)
    else bytes.writeUInt32LE(value)
    return bytes
  }
  let ds64: { at: number; dataBytes: number } | null = null
  for await (const { name, size, at, header } of readChunks(blocks, HEADER_BYTES, isBigEndian, options)) {
    if (name === 'ds64' && header.length === CHUNK_HEADER_BYTES + 2 * DATA_SIZE_AT) {
      const dataBytes = Number(header.readBigUInt64LE(CHUNK_HEADER_BYTES + DATA_SIZE_AT))
      ds64 = { at: at + CHUNK_HEADER_BYTES, dataBytes }
    }
    if (name !== 'data') continue
    const start = at + CHUNK_HEADER_BYTES
    const availableBytes = sizeBytes - start
    const statedBytes = ds64 && size === UNKNOWN_SIZE ? ds64.dataBytes : size
    const hasValidSize = statedBytes > 0 && (statedBytes <= availableBytes || statedBytes < MIN_PLACEHOLDER)
    const realBytes = hasValidSize ? Math.min(statedBytes, availableBytes) : availableBytes
    const patches = [
      { at: 0, bytes: Buffer.from(ds64 ? 'RF64' : isBigEndian ? 'RIFX' : 'RIFF') },
      { at: 4, bytes: encodeUint32(UNKNOWN_SIZE) },
      ds64
        ? { at: ds64.at, bytes: ds64Sizes(sizeBytes, realBytes) }
        : { at: start - 4, bytes: encodeUint32(Math.min(realBytes, UNKNOWN_SIZE)) },
    ]
    return { blocks: patchedBlocks(blocks, patches), isCutOff: hasValidSize && statedBytes > availableBytes }
  }
  return { blocks, isCutOff: false }
}

function ds64Sizes(fileBytes: number, dataBytes: number): Buffer {
  const sizes = Buffer.alloc(2 * DATA_SIZE_AT)
  sizes.writeBigUInt64LE(BigInt(fileBytes - CHUNK_HEADER_BYTES))
  sizes.writeBigUInt64LE(BigInt(dataBytes), DATA_SIZE_AT)
  return sizes
}
