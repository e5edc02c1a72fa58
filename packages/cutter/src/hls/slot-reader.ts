import type { PartReader, ReadOptions } from '../bytes/part-reader.ts'
import { CutterError } from '../cutter-error.ts'
import { LARGEST_SEGMENT_BYTES, SIZE_BYTES, SLOT_BYTES } from './playlist-layout.ts'

/** Everything in one slot of a playlist's source. */
export async function readSlot(reader: PartReader, slot: number, options: ReadOptions): Promise<Buffer> {
  const start = slot * SLOT_BYTES
  const size = await reader.read(start + SLOT_BYTES - SIZE_BYTES, start + SLOT_BYTES, options)
  const sizeBytes = Number(size.readBigUInt64BE())
  if (sizeBytes > LARGEST_SEGMENT_BYTES) {
    throw new CutterError('broken_media', `A segment claims ${sizeBytes} bytes.`)
  }
  return reader.read(start, start + sizeBytes, options)
}
