import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import { type AudioFrameHeader, readMp3Header } from '../ts/audio-frames.ts'
import type { FrameIndex } from './frame-index.ts'
import { endBeforeTags } from './tags.ts'

const TAIL_BYTES = 64 * 1024
/** Number of places in the file that are checked for a constant bitrate. */
const PLACES = 24
/** Tolerance of the frame count, because padding rounds frames to whole bytes. */
const ROUNDED_FRAMES = 0.01
/** Bytes that are read at a place, enough for two frames. */
const AROUND_BYTES = 4 * 1024
/** Tolerance of a header's byte count. Some headers leave out their own frame or count padding after the last one. */
const TOLERATED_BYTES = 3 * 1024

type FirstFrame = NonNullable<Awaited<ReturnType<FrameIndex['findFirst']>>>

/**
 * Number of frames of an MP3 without a scan of the file: from a header whose byte count fits the file, or from a
 * constant bitrate, which frames at places all over the file confirm. Null if neither is reliable, or if the audio does
 * not end with a frame.
 */
export async function believedFrames(
  reader: PartReader,
  first: FirstFrame,
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
  const frameCount = (end - first.offset) / meanBytes
  const numbers = Array.from({ length: PLACES }, (_, place) => Math.floor((frameCount * place) / PLACES))
  const isConstant = await Promise.all(
    numbers.map(async (frame) => {
      const at = first.offset + frame * meanBytes
      const start = Math.floor(at) - 2
      const bytes = await reader.read(Math.max(0, start), Math.min(end, start + AROUND_BYTES), options)
      return [1, 2, 3, 4].some((place) => isLike(bytes, place - Math.max(0, -start), first.frame))
    }),
  )
  return isConstant.every(Boolean) ? Math.floor(frameCount + ROUNDED_FRAMES) : null
}

/** Whether a frame of this form and bitrate begins at an offset, and a frame of this form follows it. */
function isLike(bytes: Buffer, at: number, { meanBytes, ...form }: AudioFrameHeader): boolean {
  const frame = at >= 0 ? readMp3Header(bytes, at) : null
  return frame?.meanBytes === meanBytes && isSameForm(frame!, form) && isFrameAt(bytes, at + frame!.frameBytes, form)
}

const isSameForm = (a: AudioFrameHeader, b: AudioFrameHeader) =>
  a.sampleRate === b.sampleRate && a.channels === b.channels

function isFrameAt(bytes: Buffer, at: number, form: AudioFrameHeader): boolean {
  const frame = readMp3Header(bytes, at)
  return frame === null ? at + 4 > bytes.length : isSameForm(frame, form)
}

/** Whether a run of frames of one form reaches `end`. */
function endsWithFrames(bytes: Buffer, end: number, form: AudioFrameHeader): boolean {
  for (let from = Math.max(0, end - 16 * 1024); from < end; from++) {
    let at = from
    let count = 0
    for (let frame = readMp3Header(bytes, at); frame && isSameForm(frame, form); frame = readMp3Header(bytes, at)) {
      at += frame.frameBytes
      count += 1
      // The last frame may be cut off, so it may end after `end`.
      if (at >= end && count > 2) return true
      if (at >= end) break
    }
  }
  return false
}
