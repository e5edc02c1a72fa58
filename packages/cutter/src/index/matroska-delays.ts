import type { BlockCache } from '../bytes/block-cache.ts'
import type { ReadOptions } from '../bytes/part-reader.ts'
import { CutterError } from '../cutter-error.ts'

/** Element names of Matroska (RFC 9559), with their length marks as they stand in the file. */
const EBML_HEADER = 0x1a45dfa3
const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675
const TRACKS = 0x1654ae6b
const TRACK_ENTRY = 0xae
const TRACK_NUMBER = 0xd7
const CODEC_DELAY = 0x56aa

/** Tracks stand in front of the first cluster, behind a few others; nobody needs more room to describe them. */
const MOST_ELEMENTS = 64
const LARGEST_TRACKS_BYTES = 1024 * 1024
const LONGEST_HEADER_BYTES = 12
const NANOSECONDS = 1e9

/**
 * How much each track of a Matroska or WebM file is delayed by its codec, in seconds by track number: encoders begin with
 * samples that only prime the decoder, times count them, and the ear must not. The library does not tell it. Whatever
 * cannot be read has no delay: if the file is broken, the library will say so.
 * @throws CutterError broken_media when the file is shorter than it says: what is missing could not be told from its end
 */
export async function readCodecDelays(blocks: BlockCache, options: ReadOptions): Promise<Map<number, number>> {
  const tracks = await findTracks(blocks, options)
  const delays = new Map<number, number>()
  for (const { id, body } of tracks ? elementsOf(tracks) : []) {
    if (id !== TRACK_ENTRY) {
      continue
    }
    const fields = new Map([...elementsOf(body)].map((field) => [field.id, unsigned(field.body)]))
    const delay = fields.get(CODEC_DELAY) ?? 0
    const track = fields.get(TRACK_NUMBER)
    if (track !== undefined && delay > 0) {
      delays.set(track, delay / NANOSECONDS)
    }
  }
  return delays
}

async function findTracks(blocks: BlockCache, options: ReadOptions): Promise<Uint8Array | null> {
  let at = 0
  for (let hops = 0; hops < MOST_ELEMENTS && at < blocks.sizeBytes; hops++) {
    const header = readHeader(await blocks.read(at, Math.min(blocks.sizeBytes, at + LONGEST_HEADER_BYTES), options), 0)
    if (!header || header.id === CLUSTER || (hops === 0 && header.id !== EBML_HEADER)) {
      return null
    }
    const bodyStart = at + header.bytes
    if (header.id === TRACKS) {
      const isBearable = header.size <= LARGEST_TRACKS_BYTES && bodyStart + header.size <= blocks.sizeBytes
      return isBearable ? blocks.read(bodyStart, bodyStart + header.size, options) : null
    }
    if (header.id === SEGMENT && header.size < Number.MAX_SAFE_INTEGER && bodyStart + header.size > blocks.sizeBytes) {
      throw new CutterError('broken_media', 'The media ends before its last part; it was probably cut off.')
    }
    // What a segment holds follows its header.
    at = header.id === SEGMENT ? bodyStart : bodyStart + header.size
  }
  return null
}

interface ElementHeader {
  id: number
  /** Of the body; beyond every file when it is unknown. */
  size: number
  bytes: number
}

function* elementsOf(bytes: Uint8Array): Generator<{ id: number; body: Uint8Array }> {
  for (let at = 0; at < bytes.length; ) {
    const header = readHeader(bytes, at)
    if (!header) {
      return
    }
    const bodyStart = at + header.bytes
    yield { id: header.id, body: bytes.subarray(bodyStart, bodyStart + header.size) }
    at = bodyStart + header.size
  }
}

function readHeader(bytes: Uint8Array, at: number): ElementHeader | null {
  const idBytes = lengthOfNumber(bytes[at])
  const sizeBytes = lengthOfNumber(bytes[at + idBytes])
  const end = at + idBytes + sizeBytes
  if (idBytes === 0 || idBytes > 4 || sizeBytes === 0 || end > bytes.length) {
    return null
  }
  const [first, ...others] = bytes.subarray(at + idBytes, end)
  const mark = 0x80 >> (sizeBytes - 1)
  const isUnknown = first === 2 * mark - 1 && others.every((byte) => byte === 0xff)
  return {
    id: unsigned(bytes.subarray(at, at + idBytes)),
    size: isUnknown ? Number.MAX_SAFE_INTEGER : unsigned([first! - mark, ...others]),
    bytes: idBytes + sizeBytes,
  }
}

/** The position of the first bit that is set tells how many bytes a number has; 0 for none. */
function lengthOfNumber(first: number | undefined): number {
  return first ? Math.clz32(first) - 23 : 0
}

function unsigned(bytes: Iterable<number>): number {
  return [...bytes].reduce((value, byte) => value * 256 + byte, 0)
}
