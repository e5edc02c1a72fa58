import { ID3_HEADER_BYTES, id3Bytes } from '../../bitstream/id3-length.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import type { ReadableBlocks } from './mediabunny-input.ts'

/** The decoder's own delay, which players add to the encoder's. */
const DECODER_DELAY_SAMPLES = 529
/** There is seldom more than one. */
const MOST_ID3_TAGS = 4
/** Behind the words `Xing` or `Info`: flags, counts, table, quality, then LAME's tag with the padding. */
const PADDING_AT = 120 + 21
const LOOKED_AT_BYTES = 36 + PADDING_AT + 3

/**
 * What an MP3 has before its first sample and behind its last, as its encoder noted it, in samples; null where it did not.
 * Players leave it out, so it is not on the timeline.
 */
export async function mp3Padding(
  blocks: ReadableBlocks,
  options: ReadOptions,
): Promise<{ before: number; behind: number } | null> {
  let at = 0
  const read = async (bytes: number) =>
    Buffer.from(await blocks.read(at, Math.min(at + bytes, blocks.sizeBytes), options))
  for (let tags = 0; tags < MOST_ID3_TAGS; tags++) {
    if (at + ID3_HEADER_BYTES > blocks.sizeBytes) return null
    const tagBytes = id3Bytes(await read(ID3_HEADER_BYTES))
    if (tagBytes === 0) break
    at += tagBytes
  }
  if (at + LOOKED_AT_BYTES > blocks.sizeBytes) return null
  const frame = await read(LOOKED_AT_BYTES)
  const tag = tagOffset(frame)
  if (!['Xing', 'Info'].includes(frame.toString('latin1', tag, tag + 4))) return null
  const noted = frame.readUIntBE(tag + PADDING_AT, 3)
  if (noted === 0) return null
  return { before: (noted >> 12) + DECODER_DELAY_SAMPLES, behind: Math.max(0, (noted & 0xfff) - DECODER_DELAY_SAMPLES) }
}

/** Behind the header of the frame and what a frame of its kind has next. */
function tagOffset(frame: Buffer): number {
  const isMpeg1 = ((frame[1]! >> 3) & 3) === 3
  const isMono = frame[3]! >> 6 === 3
  return 4 + (isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17)
}
