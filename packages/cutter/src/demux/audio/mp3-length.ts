import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import { type AudioFrameHeader, readMp3Header } from '../ts/audio-frames.ts'
import type { FrameIndex } from './frame-index.ts'
import { endBeforeTags } from './tags.ts'

const TAIL_BYTES = 64 * 1024
const PLACES = 24
/** Padding makes up for parts of a byte. */
const ROUNDED_FRAMES = 0.01
/** Room for two frames around a place. */
const AROUND_BYTES = 4 * 1024
/** By how much headers are off that do not count themselves, or count padding behind the last frame. */
const TOLERATED_BYTES = 3 * 1024

type First = NonNullable<Awaited<ReturnType<FrameIndex['first']>>>

/**
 * How many frames an MP3 has, without reading it: by a header whose bytes are those of the file, or because all frames have
 * one bitrate, as places all over the file show. null: only counting them tells. No frame ends at the end of the audio: null.
 */
export async function believedFrames(
  reader: PartReader,
  first: First,
  { headers }: Pick<FrameIndex, 'headers'>,
  options: ReadOptions,
): Promise<number | null> {
  const { sizeBytes } = reader
  const tail = await reader.read(Math.max(0, sizeBytes - TAIL_BYTES), sizeBytes, options)
  const tailEnd = endBeforeTags(tail)
  if (!endsWithFrames(tail, tailEnd, first.frame)) return null
  const end = sizeBytes - tail.length + tailEnd
  const [header] = headers
  if (header) {
    const { frames = 0, bytes = 0 } = header
    return frames > 0 && Math.abs(bytes - (end - first.offset)) <= TOLERATED_BYTES ? frames : null
  }
  const { meanBytes } = first.frame
  if (!meanBytes) return null
  const all = (end - first.offset) / meanBytes
  const numbers = Array.from({ length: PLACES }, (_, place) => Math.floor((all * place) / PLACES))
  const isConstant = await Promise.all(
    numbers.map(async (frame) => {
      const at = first.offset + frame * meanBytes
      const start = Math.floor(at) - 2
      const bytes = await reader.read(Math.max(0, start), Math.min(end, start + AROUND_BYTES), options)
      return [1, 2, 3, 4].some((place) => isLike(bytes, place - Math.max(0, -start), first.frame))
    }),
  )
  return isConstant.every(Boolean) ? Math.floor(all + ROUNDED_FRAMES) : null
}

/** Whether a frame of the same form and bitrate begins there, and one of the same form follows it. */
function isLike(bytes: Buffer, at: number, { meanBytes, ...form }: AudioFrameHeader): boolean {
  const frame = at >= 0 ? readMp3Header(bytes, at) : null
  return frame?.meanBytes === meanBytes && isSameForm(frame!, form) && isFrameAt(bytes, at + frame!.frameBytes, form)
}

const isSameForm = (one: AudioFrameHeader, other: AudioFrameHeader) =>
  one.sampleRate === other.sampleRate && one.channels === other.channels

function isFrameAt(bytes: Buffer, at: number, form: AudioFrameHeader): boolean {
  const frame = readMp3Header(bytes, at)
  return frame === null ? at + 4 > bytes.length : isSameForm(frame, form)
}

/** Whether frames of a form follow each other up to a place. */
function endsWithFrames(bytes: Buffer, end: number, form: AudioFrameHeader): boolean {
  for (let from = Math.max(0, end - 16 * 1024); from < end; from++) {
    let at = from
    let count = 0
    for (let frame = readMp3Header(bytes, at); frame && isSameForm(frame, form); frame = readMp3Header(bytes, at)) {
      at += frame.frameBytes
      count += 1
      // The last one may be cut off.
      if (at >= end && count > 2) return true
      if (at >= end) break
    }
  }
  return false
}
