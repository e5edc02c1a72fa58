import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import { type AudioFrameHeader, readMp3Header } from '../ts/audio-frames.ts'
import type { FrameIndex } from './frame-index.ts'
import { endBeforeTags } from './tags.ts'

const TAIL_BYTES = 64 * 1024
/** Number of places in the file that are checked for a constant bitrate. */
const CHECKED_PLACES = 24
/** Tolerance of the frame count, because padding rounds frames to whole bytes. */
const FRAME_COUNT_TOLERANCE = 0.01
/** Bytes that are read at a place, enough for two frames. */
const PLACE_BYTES = 4 * 1024
/** Tolerance of a header's byte count. Some headers leave out their own frame or count padding after the last one. */
const BYTE_COUNT_TOLERANCE = 3 * 1024

type FirstFrame = NonNullable<Awaited<ReturnType<FrameIndex['findFirst']>>>

/**
 * Number of frames of an MP3 without a scan of the file: from a header whose byte count fits the file, or from a
 * constant bitrate, which frames at places all over the file confirm. Null if neither is reliable, or if the audio does
 * not end with a frame.
 */
export async function deduceFrameCount(
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
    return frames > 0 && Math.abs(bytes - (end - first.offset)) <= BYTE_COUNT_TOLERANCE ? frames : null
  }
  const { meanBytes } = first.frame
  if (!meanBytes) return null
  const frameCount = (end - first.offset) / meanBytes
  const frameNumbers = Array.from({ length: CHECKED_PLACES }, (_, place) =>
    Math.floor((frameCount * place) / CHECKED_PLACES),
  )
  const areConfirmed = await Promise.all(
    frameNumbers.map(async (frame) => {
      const at = first.offset + frame * meanBytes
      const start = Math.floor(at) - 2
      const bytes = await reader.read(Math.max(0, start), Math.min(end, start + PLACE_BYTES), options)
      return [1, 2, 3, 4].some((place) => areFramesAt(bytes, place - Math.max(0, -start), first.frame))
    }),
  )
  return areConfirmed.every(Boolean) ? Math.floor(frameCount + FRAME_COUNT_TOLERANCE) : null
}

/** Whether a frame of this format and bitrate begins at an offset, and a frame of this format follows it. */
function areFramesAt(bytes: Buffer, at: number, { meanBytes, ...format }: AudioFrameHeader): boolean {
  const frame = at >= 0 ? readMp3Header(bytes, at) : null
  return (
    frame?.meanBytes === meanBytes && isSameFormat(frame!, format) && isFrameAt(bytes, at + frame!.frameBytes, format)
  )
}

const isSameFormat = (a: AudioFrameHeader, b: AudioFrameHeader) =>
  a.sampleRate === b.sampleRate && a.channels === b.channels

function isFrameAt(bytes: Buffer, at: number, format: AudioFrameHeader): boolean {
  const frame = readMp3Header(bytes, at)
  return frame === null ? at + 4 > bytes.length : isSameFormat(frame, format)
}

/** Whether a run of frames of one format reaches `end`. */
function endsWithFrames(bytes: Buffer, end: number, format: AudioFrameHeader): boolean {
  for (let from = Math.max(0, end - 16 * 1024); from < end; from++) {
    let at = from
    let count = 0
    for (let frame = readMp3Header(bytes, at); frame && isSameFormat(frame, format); frame = readMp3Header(bytes, at)) {
      at += frame.frameBytes
      count += 1
      // The last frame may be cut off, so it may end after `end`.
      if (at >= end && count > 2) return true
      if (at >= end) break
    }
  }
  return false
}
