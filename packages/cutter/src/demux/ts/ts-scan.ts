import { CutterError } from '../../api/cutter-error.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { BYTE_RANGE_SPAN_BYTES, ByteRangeReader, type HeldPackets } from '../common/byte-range-reader.ts'
import type { ByteRange, PacketScan } from '../common/packet-scan.ts'
import { SAME_FRAME_SECONDS } from '../common/shown-packets.ts'
import type { AudioFrameHeader } from './audio-frames.ts'
import { demuxByteRange } from './demux-byte-range.ts'
import { assemblePes } from './pes.ts'
import { stepBack } from './step-back.ts'
import type { TsLayout } from './ts-layout.ts'
import type { TsPids } from './ts-program.ts'
import type { MetConfigurations } from './video-frames.ts'

export const TS_TIMESCALE = 90_000

/** A run of transport stream packets that were read for one stretch. */
export interface TsRun {
  bytes: Buffer
  layout: TsLayout
  /** What begins from here on in the bytes belongs to the next stretch. */
  ownedEnd: number
  /** Whether there is nothing behind the bytes that could belong to this stretch. */
  isWhole: boolean
}

/** Finds the packets of a transport stream, which also tell how its audio is encoded. */
export interface TsPacketScan extends PacketScan {
  readonly endPlace: number
  readonly reader: ByteRangeReader<HeldPackets>
  firstAudio(place: number, options: ReadOptions): Promise<AudioFrameHeader | null>
}

/** Where the bytes of a transport stream come from. */
export interface TsRuns {
  readonly firstPlace: number
  /** Behind the last one. */
  readonly endPlace: number
  /** Whether they may hold no more than a frame or two. */
  readonly areShort?: boolean
  /** @param extraBytes how much behind the stretch itself is read too: packets that began in it may end there */
  read(place: number, extraBytes: number, options: ReadOptions): Promise<TsRun>
  placeBefore(seconds: number, options: ReadOptions): Promise<number>
  ahead(place: number, untilSeconds: number): number[]
  /** About how many stretches so much time takes; 0 before anybody knows. */
  byteRangesIn(seconds: number): number
  /** Brings all stretches from one place to another with one request: they are read next. */
  bring(fromPlace: number, toPlace: number, options: ReadOptions): Promise<void>
  /** Told up to when a stretch that was read goes. */
  ends?(place: number, tick: number): void
  /** Told before a stretch is read up to when everything will be; undefined: nobody knows. */
  want?(place: number, untilSeconds: number | undefined): void
  /** About when a stretch begins, by the stream's own clock; null before that is known. */
  nearTick(place: number): number | null
}

const FIRST_EXTRA_BYTES = 32 * 1024
/** A frame is not larger than this; streams that never end one are broken. */
const MOST_EXTRA_BYTES = 16 * 1024 * 1024

/** Audio comes at least so often. */
const MOST_AUDIO_EXTRA_BYTES = 1024 * 1024

/** Half a gigabyte without a frame to begin with. */
const MOST_BYTE_RANGES_BACK = 4000

/** They are asked for at the beginning only. */
const MOST_AUDIO = 64

/** Finds the packets of a transport stream by taking it apart, stretch by stretch. */
export class TsScan implements TsPacketScan {
  readonly firstPlace: number
  readonly endPlace: number
  readonly reader: ByteRangeReader<HeldPackets>
  readonly #runs: TsRuns
  readonly #pids: TsPids
  readonly #configurations: MetConfigurations
  /** How the audio in a stretch is encoded. */
  readonly #audio = new Map<number, AudioFrameHeader>()

  constructor(runs: TsRuns, pids: TsPids, configurations: MetConfigurations) {
    this.firstPlace = runs.firstPlace
    this.endPlace = runs.endPlace
    this.#runs = runs
    this.#pids = pids
    this.#configurations = configurations
    this.reader = new ByteRangeReader((place, options) => this.#demux(place, options), runs.endPlace)
  }

  async load(place: number, options: ReadOptions, untilSeconds?: number): Promise<ByteRange> {
    // What is kept of the next one need not come along.
    this.#runs.want?.(place, this.reader.byteRanges.peek(place + 1) ? undefined : untilSeconds)
    const { video, audio } = await this.reader.byteRanges.get(place, options)
    const next = place + 1 < this.#runs.endPlace ? place + 1 : null
    return { video, audio, next, isShort: this.#runs.areShort ?? false }
  }

  async firstAudio(place: number, options: ReadOptions): Promise<AudioFrameHeader | null> {
    await this.reader.byteRanges.get(place, options)
    return this.#audio.get(place) ?? null
  }

  async previous(
    place: number,
    options: ReadOptions,
    kind: 'video' | 'audio',
    seconds: number,
    { steps, untilSeconds }: { steps: number; untilSeconds: number },
  ): Promise<number> {
    const { step, way } = stepBack(steps, this.#runs.byteRangesIn(untilSeconds - seconds))
    if (way > MOST_BYTE_RANGES_BACK) {
      throw new CutterError('unsupported_media', 'There is no frame to begin with nearby.')
    }
    const from = Math.max(this.firstPlace, place - step)
    await this.#bring(from, place, options)
    const lastTick = (seconds + SAME_FRAME_SECONDS) * TS_TIMESCALE
    for (let at = place - 1; at > from; at--) {
      const stretch = await this.reader.byteRanges.get(at, options)
      if (stretch[kind].some(({ isSync, pts }) => isSync && pts <= lastTick)) {
        return at
      }
    }
    return from
  }

  /** What is kept need not be brought. */
  async #bring(fromPlace: number, toPlace: number, options: ReadOptions): Promise<void> {
    let [from, to] = [fromPlace, toPlace]
    while (from < to && this.reader.byteRanges.peek(from)) from += 1
    while (from < to && this.reader.byteRanges.peek(to - 1)) to -= 1
    if (to - from > 1) {
      await this.#runs.bring(from, to, options)
    }
  }

  placeBefore(seconds: number, options: ReadOptions): Promise<number> {
    return this.#runs.placeBefore(seconds, options)
  }

  ahead(place: number, untilSeconds: number): number[] {
    return this.#runs.ahead(place, untilSeconds)
  }

  async #demux(place: number, options: ReadOptions): Promise<HeldPackets> {
    for (let extra = FIRST_EXTRA_BYTES; ; extra *= 4) {
      const run = await this.#runs.read(place, extra, options)
      this.#pids.learn(run.bytes, run.layout)
      const { units, following, isOpen } = assemblePes(run.bytes, run.layout, this.#pids, run.ownedEnd)
      const mayReadOn = !run.isWhole && extra < MOST_EXTRA_BYTES
      if (isOpen && mayReadOn) {
        continue
      }
      const demuxed = demuxByteRange(units, {
        pids: this.#pids,
        configurations: this.#configurations,
        nearTick: this.#runs.nearTick(place),
        baseOffset: place * BYTE_RANGE_SPAN_BYTES,
        following,
      })
      if (demuxed.isCut && mayReadOn && extra < MOST_AUDIO_EXTRA_BYTES) {
        continue
      }
      if (demuxed.bytes.length > BYTE_RANGE_SPAN_BYTES / 2) {
        throw new CutterError('unsupported_media', 'A stretch of the stream is too large.')
      }
      const { firstAudio, video, audio, bytes } = demuxed
      const last = video.length > 0 ? video : audio
      if (last.length > 0) {
        this.#runs.ends?.(
          place,
          last.reduce((latest, { pts }) => Math.max(latest, pts), -Infinity),
        )
      }
      if (firstAudio && this.#audio.size < MOST_AUDIO) {
        this.#audio.set(place, firstAudio)
      }
      return { video, audio, bytes, heldBytes: bytes.length }
    }
  }
}
