import { throwIfCancelled, unsupportedMedia } from '../../api/cutter-error.ts'
import { programLayout } from '../../bitstream/aac/program-layouts.ts'
import type { BlockCache } from '../../io/block-cache.ts'
import { firstIndexWhere } from '../../io/first-where.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { MAX_FRAMES } from '../common/circle-guard.ts'
import type { IndexedTrack } from '../common/indexed-track.ts'
import { PacketList } from '../common/packet-list.ts'
import type { AudioDescription } from '../common/track-descriptions.ts'
import type { AudioFrameHeader } from '../ts/audio-frames.ts'
import { type Mp3Header, readMp3Header } from './mp3-header.ts'
import { tagBytesAt } from './tags.ts'

/** Timescale of frames. Every sample rate of MP3 and AAC divides it, so each frame lasts a whole number of ticks. */
export const FRAME_TIMESCALE = 28_224_000
const WINDOW_BYTES = 768 * 1024
/** Bytes at the end of a window that are only used for frames that confirm an earlier frame. */
const LOOKAHEAD_BYTES = 32 * 1024
/** Number of following frames that must confirm a frame, because other bytes may look like a frame header. */
const CONFIRMING_FRAMES = 2

export interface FrameFormat {
  codec: AudioDescription['codec']
  /** Reads the frame header at an offset; null if the bytes are no header. */
  frameAt(bytes: Buffer, at: number): AudioFrameHeader | null
  /** Whether a frame may contain facts of the whole file instead of audio (Xing, Info, VBRI). */
  hasHeaders: boolean
}

/** Maximum number of formats in one file. Fewer combinations of sample rate and channels exist. */
const MAX_FORMATS = 255

export type FrameIndex = ReturnType<typeof frameIndex>

/**
 * Locates the frames of a file that consists of frames (MP3, ADTS), or of several such files in a row, with tags and
 * other bytes between them. The search goes only as far as callers need, and visits each byte once.
 */
export function frameIndex(blocks: BlockCache, format: FrameFormat) {
  const { sizeBytes } = blocks
  const offsets: number[] = []
  const sizes: number[] = []
  const ticks: number[] = []
  /** Index of each frame's format (sample rate and channels). */
  const entries: number[] = []
  /** The first frame of each format. */
  const formatHeaders: AudioFrameHeader[] = []
  const formats: AudioDescription[] = []
  const headers: Mp3Header[] = []
  let endTick = 0
  /** Offset at which the search continues; null after the end of the file. */
  let nextOffset: number | null = 0
  /** Whether the last bytes were a frame or a tag after a frame, so that a frame is expected next. */
  let isInStep = false
  let isCutOff = false

  /** Searches the next window. */
  async function advance(options: ReadOptions): Promise<void> {
    const start = nextOffset
    if (start === null) return
    const end = Math.min(sizeBytes, start + WINDOW_BYTES)
    const window = await blocks.read(start, end, options)
    throwIfCancelled(options.signal)
    // Another cut of the same media may have searched this window meanwhile.
    if (nextOffset === start) indexWindow(Buffer.from(window.buffer, window.byteOffset, window.byteLength), start)
  }

  function indexWindow(bytes: Buffer, start: number): void {
    const isLast = start + bytes.length === sizeBytes
    const searchEnd = isLast ? bytes.length : bytes.length - LOOKAHEAD_BYTES
    let at = 0
    while (at < searchEnd) {
      const frame = format.frameAt(bytes, at)
      if (frame && isFrame(bytes, at, frame, isLast)) {
        if (at + frame.frameBytes > bytes.length) {
          isCutOff = true
          at = searchEnd
          break
        }
        addFrame(bytes, at, start, frame)
        isInStep = true
        at += frame.frameBytes
        continue
      }
      const tagBytes = tagBytesAt(bytes, at)
      if (tagBytes > 0 && start + at + tagBytes <= sizeBytes) {
        at += tagBytes
        continue
      }
      isInStep = false
      at = searchFrom(bytes, at + 1, searchEnd)
    }
    nextOffset = isLast ? null : Math.min(sizeBytes, start + at)
  }

  /**
   * Whether a header is a real frame: a frame of its format precedes it, or such frames or the end of the file follow it.
   */
  function isFrame(bytes: Buffer, at: number, frame: AudioFrameHeader, isLast: boolean): boolean {
    if (isInStep && isSameFormat(frame, formatHeaders[entries.at(-1) ?? -1])) return true
    let end = at + frame.frameBytes
    for (let count = 0; count < CONFIRMING_FRAMES; count++) {
      if (end >= bytes.length) return isLast && end === bytes.length && (count > 0 || isInStep)
      const nextFrame = format.frameAt(bytes, end)
      // Where two files are joined, a tag may follow the first confirming frame.
      if (!nextFrame || !isSameFormat(nextFrame, frame)) return count > 0 && tagBytesAt(bytes, end) > 0
      end += nextFrame.frameBytes
    }
    return true
  }

  function addFrame(bytes: Buffer, at: number, start: number, frame: AudioFrameHeader): void {
    const header = format.hasHeaders ? readMp3Header(bytes.subarray(at, at + frame.frameBytes)) : null
    if (header) {
      headers.push(header)
      return
    }
    if (offsets.length === MAX_FRAMES) {
      throw unsupportedMedia('The media consists of more frames than can be remembered.')
    }
    const knownEntry = formatHeaders.findIndex((header) => isSameFormat(frame, header))
    if (knownEntry < 0 && formatHeaders.length < MAX_FORMATS) {
      const { sampleRate, channels } = frame
      formatHeaders.push(frame)
      const configuration = programLayout(frame.configuration) ? frame.configuration : null
      formats.push({ codec: format.codec, sampleRate, channels, configuration })
    }
    const entry = knownEntry < 0 ? formatHeaders.length - 1 : knownEntry
    // The decoder reads the format from the frame header, unless the format has a configuration (program config element).
    const skippedBytes = formats[entry]!.configuration ? frame.headerBytes : 0
    entries.push(entry)
    offsets.push(start + at + skippedBytes)
    sizes.push(frame.frameBytes - skippedBytes)
    ticks.push(endTick)
    endTick += (frame.samples * FRAME_TIMESCALE) / frame.sampleRate
  }

  async function advanceUntil(isEnough: () => boolean, options: ReadOptions): Promise<void> {
    while (nextOffset !== null && !isEnough()) await advance(options)
  }

  /** Opens the frames as a track. @param shiftTicks tick at which the track's timeline begins */
  function openTrack(shiftTicks: number): IndexedTrack {
    return {
      timescale: FRAME_TIMESCALE,
      get isWhollyKnown() {
        return nextOffset === null
      },
      isFoundByReading: true,
      async covering(fromTick, toTick, options) {
        await advanceUntil(() => endTick - shiftTicks >= toTick, options)
        const count = ticks.length
        const from = Math.max(0, firstIndexWhere(count, (frame) => ticks[frame]! - shiftTicks > fromTick) - 1)
        const to = firstIndexWhere(count, (frame) => ticks[frame]! - shiftTicks >= toTick)
        const indexes = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
        return new PacketList({
          pts: Float64Array.from(indexes, (frame) => ticks[frame]! - shiftTicks),
          durations: Float64Array.from(indexes, (frame) => (ticks[frame + 1] ?? endTick) - ticks[frame]!),
          syncs: new Uint8Array(indexes.length).fill(1),
          offsets: Float64Array.from(indexes, (frame) => offsets[frame]!),
          sizes: Float64Array.from(indexes, (frame) => sizes[frame]!),
          entryIndexes: Uint8Array.from(indexes, (frame) => entries[frame]!),
        })
      },
      async firstPts(options) {
        await advanceUntil(() => offsets.length > 0, options)
        return offsets.length > 0 ? -shiftTicks : null
      },
      endPts: async () => (nextOffset === null ? endTick - shiftTicks : null),
    }
  }

  return {
    /** Finds the first frame with audio; null if there is none. */
    async findFirst(
      options: ReadOptions,
    ): Promise<{ frame: AudioFrameHeader; offset: number; sizeBytes: number } | null> {
      await advanceUntil(() => offsets.length > 0, options)
      const [frame] = formatHeaders
      return frame ? { frame, offset: offsets[0]!, sizeBytes: sizes[0]! } : null
    },
    /** Searches the whole file, and returns the number and duration of all frames. */
    async findAll(options: ReadOptions) {
      await advanceUntil(() => false, options)
      return { frames: offsets.length, seconds: endTick / FRAME_TIMESCALE, headers, isCutOff }
    },
    /** Header frames (Xing, Info, VBRI) in the searched bytes. */
    headers,
    /** Formats in the searched bytes, by entry index. */
    formats,
    track: openTrack,
  }
}

/** Whether a frame has the format of an earlier one. With 0 channels, its program config element gives the channels. */
function isSameFormat(frame: AudioFrameHeader, earlierFrame: AudioFrameHeader | undefined): boolean {
  if (frame.sampleRate !== earlierFrame?.sampleRate || frame.samples !== earlierFrame.samples) return false
  return frame.channels === 0
    ? programLayout(earlierFrame.configuration) !== null
    : frame.channels === earlierFrame.channels
}

/** The next offset at which a frame or a tag may begin. */
function searchFrom(bytes: Buffer, from: number, searchEnd: number): number {
  let at = from
  while (at < searchEnd && bytes[at] !== 0xff && tagBytesAt(bytes, at) === 0) at += 1
  return at
}
