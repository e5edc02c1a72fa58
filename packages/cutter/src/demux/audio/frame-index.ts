import { throwIfCancelled, unsupportedMedia } from '../../api/cutter-error.ts'
import { programLayout } from '../../bitstream/aac/program-layouts.ts'
import type { BlockCache } from '../../io/block-cache.ts'
import { firstWhere } from '../../io/first-where.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { MOST_FRAMES } from '../common/circle-guard.ts'
import type { IndexedTrack } from '../common/indexed-track.ts'
import { PacketList } from '../common/packet-list.ts'
import type { AudioDescription } from '../common/track-descriptions.ts'
import type { AudioFrameHeader } from '../ts/audio-frames.ts'
import { type Mp3Header, readMp3Header } from './mp3-header.ts'
import { tagBytesAt } from './tags.ts'

/** All rates of MP3 and AAC divide it, so that every frame lasts a whole number of ticks. */
export const FRAME_TIMESCALE = 28_224_000
const WINDOW_BYTES = 768 * 1024
/** Room for the frames behind one that prove it. */
const LOOKAHEAD_BYTES = 32 * 1024
/** Between frames, bytes may look like a frame: one that this many others follow is one. */
const WITNESSES = 2

export interface FrameFormat {
  codec: AudioDescription['codec']
  /** The frame whose header begins at a place; null: none does. */
  frameAt(bytes: Buffer, at: number): AudioFrameHeader | null
  /** A frame may tell of the whole file instead of holding audio. */
  hasHeaders: boolean
}

/** More than rates and channels that there are. */
const MOST_FORMS = 255

export type FrameIndex = ReturnType<typeof frameIndex>

/**
 * The frames of a file that is nothing but frames (MP3, ADTS), or several such files one behind the other, with tags and
 * garbage before, between and behind them. They are looked for as far as they are needed, each once.
 */
export function frameIndex(blocks: BlockCache, format: FrameFormat) {
  const { sizeBytes } = blocks
  const offsets: number[] = []
  const sizes: number[] = []
  const ticks: number[] = []
  /** Which of the forms (rate and channels) each frame has. */
  const entries: number[] = []
  const firsts: AudioFrameHeader[] = []
  const forms: AudioDescription[] = []
  const headers: Mp3Header[] = []
  let endTick = 0
  /** Where the search goes on; null after the end of the file. */
  let next: number | null = 0
  /** A frame, or a tag between frames, ends at `next`. */
  let isInStep = false
  let isCutOff = false

  /** Looks at the next bytes. */
  async function advance(options: ReadOptions): Promise<void> {
    const start = next
    if (start === null) return
    const end = Math.min(sizeBytes, start + WINDOW_BYTES)
    const read = await blocks.read(start, end, options)
    throwIfCancelled(options.signal)
    // Another cut of the same media may have come here meanwhile.
    if (next === start) take(Buffer.from(read.buffer, read.byteOffset, read.byteLength), start)
  }

  function take(bytes: Buffer, start: number): void {
    const isLast = start + bytes.length === sizeBytes
    const stop = isLast ? bytes.length : bytes.length - LOOKAHEAD_BYTES
    let at = 0
    while (at < stop) {
      const frame = format.frameAt(bytes, at)
      if (frame && isFrame(bytes, at, frame, isLast)) {
        if (at + frame.frameBytes > bytes.length) {
          isCutOff = true
          at = stop
          break
        }
        add(bytes, at, start, frame)
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
      at = searchFrom(bytes, at + 1, stop)
    }
    next = isLast ? null : Math.min(sizeBytes, start + at)
  }

  /** In step, a frame like the one before needs no proof; any other is followed by frames like it, or by the end. */
  function isFrame(bytes: Buffer, at: number, frame: AudioFrameHeader, isLast: boolean): boolean {
    if (isInStep && isSameForm(frame, firsts[entries.at(-1) ?? -1])) return true
    let end = at + frame.frameBytes
    for (let count = 0; count < WITNESSES; count++) {
      if (end >= bytes.length) return isLast && end === bytes.length && (count > 0 || isInStep)
      const witness = format.frameAt(bytes, end)
      // At a joint a tag may follow at once.
      if (!witness || !isSameForm(witness, frame)) return count > 0 && tagBytesAt(bytes, end) > 0
      end += witness.frameBytes
    }
    return true
  }

  function add(bytes: Buffer, at: number, start: number, frame: AudioFrameHeader): void {
    const header = format.hasHeaders ? readMp3Header(bytes.subarray(at, at + frame.frameBytes)) : null
    if (header) {
      headers.push(header)
      return
    }
    if (offsets.length === MOST_FRAMES) {
      throw unsupportedMedia('The media consists of more frames than can be remembered.')
    }
    const known = firsts.findIndex((first) => isSameForm(frame, first))
    if (known < 0 && firsts.length < MOST_FORMS) {
      const { sampleRate, channels } = frame
      firsts.push(frame)
      const configuration = programLayout(frame.configuration) ? frame.configuration : null
      forms.push({ codec: format.codec, sampleRate, channels, configuration })
    }
    const entry = known < 0 ? firsts.length - 1 : known
    // The header does not name the channels of a program config element, which need not be in each frame.
    const skipped = forms[entry]!.configuration ? frame.headerBytes : 0
    entries.push(entry)
    offsets.push(start + at + skipped)
    sizes.push(frame.frameBytes - skipped)
    ticks.push(endTick)
    endTick += (frame.samples * FRAME_TIMESCALE) / frame.sampleRate
  }

  async function advanceUntil(isEnough: () => boolean, options: ReadOptions): Promise<void> {
    while (next !== null && !isEnough()) await advance(options)
  }

  /** @param shiftTicks before this the timeline does not begin */
  function track(shiftTicks: number): IndexedTrack {
    return {
      timescale: FRAME_TIMESCALE,
      get isWhollyKnown() {
        return next === null
      },
      isFoundByReading: true,
      async covering(fromTick, toTick, options) {
        await advanceUntil(() => endTick - shiftTicks >= toTick, options)
        const count = ticks.length
        const from = Math.max(0, firstWhere(count, (frame) => ticks[frame]! - shiftTicks > fromTick) - 1)
        const to = firstWhere(count, (frame) => ticks[frame]! - shiftTicks >= toTick)
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
      endPts: async () => (next === null ? endTick - shiftTicks : null),
    }
  }

  return {
    /** Until the first frame with audio is known; null: there is none. */
    async first(options: ReadOptions): Promise<{ frame: AudioFrameHeader; offset: number; sizeBytes: number } | null> {
      await advanceUntil(() => offsets.length > 0, options)
      const [frame] = firsts
      return frame ? { frame, offset: offsets[0]!, sizeBytes: sizes[0]! } : null
    },
    /** Of all frames, which are searched for to the end of the file. */
    async whole(options: ReadOptions) {
      await advanceUntil(() => false, options)
      return { frames: offsets.length, seconds: endTick / FRAME_TIMESCALE, headers, isCutOff }
    },
    /** Those met so far. */
    headers,
    /** Of the frames met so far, by their entries. */
    forms,
    track,
  }
}

/** A frame that does not name its channels has those of one before that has a program config element. */
function isSameForm(frame: AudioFrameHeader, before: AudioFrameHeader | undefined): boolean {
  if (frame.sampleRate !== before?.sampleRate || frame.samples !== before.samples) return false
  return frame.channels === 0 ? programLayout(before.configuration) !== null : frame.channels === before.channels
}

/** The next place at which a frame or a tag may begin. */
function searchFrom(bytes: Buffer, from: number, stop: number): number {
  let at = from
  while (at < stop && bytes[at] !== 0xff && tagBytesAt(bytes, at) === 0) at += 1
  return at
}
