import type { ByteSource } from './api/byte-source.ts'
import type { Codecs, ImageKind } from './codec/codecs.ts'
import { webpFrames } from './mux/images/write-webp.ts'

/**
 * Decodes every frame of a GIF, WebP or PNG.
 * @returns null when the file is none of these
 * @throws Error when a frame is damaged
 */
export async function probeImage(source: ByteSource, { decodeImages }: Pick<Codecs, 'decodeImages'>) {
  const start = await source.read(0, Math.min(IMAGE_SIGNATURE_BYTES, source.sizeBytes))
  const kind = imageKind(Buffer.from(start))
  if (!kind) return null
  const image = readImageFile(kind, Buffer.from(await source.read(0, source.sizeBytes)))
  const size = { width: 0, height: 0 }
  let frames = 0
  for await (const { codedWidth: width, codedHeight: height, isDamaged } of decodeImages(kind, image.frames)) {
    if (frames === 0) Object.assign(size, { width, height })
    // Later frames of a WebP cover only the changed area.
    if (isDamaged || width > size.width || height > size.height) {
      throw new Error(`its frame ${frames} cannot be decoded`)
    }
    frames += 1
  }
  if (frames === 0 || frames !== image.frames.length) {
    throw new Error(`of ${image.frames.length} frames it shows ${frames}`)
  }
  return { durationSeconds: image.seconds.reduce((sum, seconds) => sum + seconds, 0), frames, ...size }
}

/** The content of an image file, for checks. */
export interface ImageFile {
  kind: ImageKind
  /** Decoder input for each frame. */
  frames: Uint8Array[]
  /** Display duration of each frame in seconds. */
  seconds: number[]
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PNG_END = Buffer.from('IEND', 'latin1')
const PNG_END_BYTES = 8

export const IMAGE_SIGNATURE_BYTES = 12

export function imageKind(start: Buffer): ImageKind | null {
  if (start.subarray(0, 8).equals(PNG_SIGNATURE)) return 'png'
  if (start.toString('latin1', 0, 6) === 'GIF89a') return 'gif'
  return start.toString('latin1', 0, 4) === 'RIFF' && start.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : null
}

/** @throws Error when the file is cut off, or has bytes after its end */
export function readImageFile(kind: ImageKind, bytes: Buffer): ImageFile {
  if (kind === 'png') {
    if (!bytes.subarray(-PNG_END_BYTES, -4).equals(PNG_END)) throw new Error('it ends before its frame does')
    return { kind, frames: [bytes], seconds: [0] }
  }
  return kind === 'gif' ? readGif(bytes) : readWebp(bytes)
}

const GIF_HEADER_BYTES = 13
const EXTENSION_MARKER = 0x21
const GRAPHIC_CONTROL_LABEL = 0xf9
const IMAGE_MARKER = 0x2c
const TRAILER_MARKER = 0x3b
const IMAGE_HEADER_BYTES = 10

function readGif(bytes: Buffer): ImageFile {
  const frames: Uint8Array[] = []
  const seconds: number[] = []
  let at = GIF_HEADER_BYTES + paletteBytes(bytes[GIF_HEADER_BYTES - 3]!)
  let start = 0
  let frameSeconds = 0
  for (;;) {
    const block = bytes[at]
    if (block === TRAILER_MARKER && at === bytes.length - 1) return { kind: 'gif', frames, seconds }
    if (block === EXTENSION_MARKER) {
      frameSeconds = bytes[at + 1] === GRAPHIC_CONTROL_LABEL ? bytes.readUInt16LE(at + 4) / 100 : frameSeconds
      at = endOfBlocks(bytes, at + 2)
    } else if (block === IMAGE_MARKER) {
      const dataAt = at + IMAGE_HEADER_BYTES + paletteBytes(bytes[at + IMAGE_HEADER_BYTES - 1]!)
      at = endOfBlocks(bytes, dataAt + 1)
      frames.push(bytes.subarray(start, at))
      seconds.push(frameSeconds)
      start = at
    } else {
      throw new Error('it ends before its last frame')
    }
  }
}

function paletteBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

function endOfBlocks(bytes: Buffer, from: number): number {
  let at = from
  for (let size = bytes[at]; size !== undefined && size > 0; size = bytes[at]) at += 1 + size
  return at + 1
}

const WEBP_HEADER_BYTES = 12

function readWebp(bytes: Buffer): ImageFile {
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) throw new Error('it ends before its last frame')
  const frames = webpFrames(bytes)
  // The encoder writes a still image if all frames are equal.
  if (frames.length === 0) return { kind: 'webp', frames: [bytes], seconds: [0] }
  return {
    kind: 'webp',
    frames: frames.map(({ image }) => webpFile(image)),
    seconds: frames.map(({ milliseconds }) => milliseconds / 1000),
  }
}

/** Wraps one frame in a WebP file of its own, because decoders take whole files. */
function webpFile(chunk: Buffer): Buffer {
  const header = Buffer.alloc(WEBP_HEADER_BYTES)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(4 + chunk.length, 4)
  header.write('WEBP', 8, 'latin1')
  return Buffer.concat([header, chunk])
}
