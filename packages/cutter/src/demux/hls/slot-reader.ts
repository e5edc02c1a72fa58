import type { PartReader, ReadOptions } from '../../bytes/part-reader.ts'
import { CutterError } from '../../cutter-error.ts'
import {
  decodePart,
  LARGEST_SEGMENT_BYTES,
  partPlace,
  SIZE_BYTES,
  SLOT_BYTES,
  type WantedPart,
} from './playlist-layout.ts'

/** Bytes of a segment that lie beside each other. */
export interface SlotRun {
  bytes: Buffer
  /** Where in the segment they begin. */
  from: number
  /** Of the whole segment; see `FetchedPart`. */
  sizeBytes: number
}

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

/**
 * A part of what is in a slot, or more of it.
 * @param bounds nothing beyond them, even if it is there
 */
export async function readSlotPart(
  reader: PartReader,
  slot: number,
  wanted: WantedPart,
  options: ReadOptions,
  bounds: { from: number; to: number } = { from: 0, to: Infinity },
): Promise<SlotRun> {
  const start = slot * SLOT_BYTES
  const place = partPlace(wanted)
  const fetched = decodePart(await reader.read(start + place.start, start + place.end, options))
  const to = Math.min(fetched.to, bounds.to)
  const from = Math.min(to, Math.max(fetched.from, bounds.from))
  return { bytes: await reader.read(start + from, start + to, options), from, sizeBytes: fetched.sizeBytes }
}
