import type { ByteSource } from './api/byte-source.ts'
import { decodeImages } from './codec/decode-images.ts'
import { IMAGE_SIGNATURE_BYTES, imageKind, readImageFile } from './image-files.ts'

export interface ImageFacts {
  durationSeconds: number
  frames: number
  width: number
  height: number
}

/** Decodes every frame of a GIF, WebP or PNG; null when the file is none of these. Throws when one of them is damaged. */
export async function probeImage(source: ByteSource): Promise<ImageFacts | null> {
  const start = await source.read(0, Math.min(IMAGE_SIGNATURE_BYTES, source.sizeBytes))
  const kind = imageKind(Buffer.from(start))
  if (!kind) return null
  const image = readImageFile(kind, Buffer.from(await source.read(0, source.sizeBytes)))
  const size = { width: 0, height: 0 }
  let frames = 0
  for await (const { width, height, decodeErrorFlags } of decodeImages(kind, image.frames)) {
    if (decodeErrorFlags !== 0 || (frames > 0 && (width !== size.width || height !== size.height))) {
      throw new Error(`its frame ${frames} cannot be decoded`)
    }
    size.width = width
    size.height = height
    frames += 1
  }
  if (frames === 0 || frames !== image.frames.length) {
    throw new Error(`of ${image.frames.length} frames it shows ${frames}`)
  }
  return { durationSeconds: image.seconds.reduce((sum, seconds) => sum + seconds, 0), frames, ...size }
}
