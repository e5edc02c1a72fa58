import type { ReadOptions } from '../bytes/part-reader.ts'
import { CutterError } from '../cutter-error.ts'
import type { PacketRef } from '../index/packet-ref.ts'
import type { PacketWalk, Stretch } from '../index/packet-walk.ts'
import { type HeldStretch, STRETCH_SPAN_BYTES, StretchReader } from '../index/stretch-reader.ts'
import { demuxStretch } from './demux-stretch.ts'
import { assemblePes } from './pes.ts'
import type { MetConfigurations } from './picture-packets.ts'
import type { SoundFrameHeader } from './sound-frames.ts'
import type { TsLayout } from './ts-layout.ts'
import type { TsProgram } from './ts-program.ts'

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

/** Where the bytes of a transport stream come from: one file, or the segments of a playlist. */
export interface TsRuns {
  readonly count: number
  /** @param extraBytes how much behind the stretch itself is read too: packets that began in it may end there */
  read(place: number, extraBytes: number, options: ReadOptions): Promise<TsRun>
  placeBefore(seconds: number, options: ReadOptions): Promise<number>
  ahead(place: number, untilSeconds: number): number[]
  /** About when a stretch begins, by the stream's own clock; null before that is known. */
  nearTick(place: number): number | null
}

interface TsStretch extends HeldStretch {
  video: PacketRef[]
  sound: PacketRef[]
  firstSound: SoundFrameHeader | null
}

const FIRST_EXTRA_BYTES = 32 * 1024
/** A picture is not larger than this; streams that never end one are broken. */
const MOST_EXTRA_BYTES = 16 * 1024 * 1024

/** Finds the packets of a transport stream by taking it apart, stretch by stretch. */
export class TsWalk implements PacketWalk {
  readonly firstPlace = 0
  readonly reader: StretchReader<TsStretch>
  readonly #runs: TsRuns
  readonly #program: TsProgram
  readonly #configurations: MetConfigurations

  constructor(runs: TsRuns, program: TsProgram, configurations: MetConfigurations) {
    this.#runs = runs
    this.#program = program
    this.#configurations = configurations
    this.reader = new StretchReader((place, options) => this.#demux(place, options), runs.count)
  }

  async load(place: number, options: ReadOptions): Promise<Stretch> {
    const { video, sound } = await this.reader.stretches.get(place, options)
    return { video, sound, next: place + 1 < this.#runs.count ? place + 1 : null }
  }

  async firstSound(place: number, options: ReadOptions): Promise<SoundFrameHeader | null> {
    return (await this.reader.stretches.get(place, options)).firstSound
  }

  async previous(place: number): Promise<number> {
    return place - 1
  }

  placeBefore(seconds: number, options: ReadOptions): Promise<number> {
    return this.#runs.placeBefore(seconds, options)
  }

  ahead(place: number, untilSeconds: number): number[] {
    return this.#runs.ahead(place, untilSeconds)
  }

  async #demux(place: number, options: ReadOptions): Promise<TsStretch> {
    const { video, sound } = this.#program
    const pids = [video?.pid, sound?.pid].filter((pid) => pid !== undefined)
    for (let extra = FIRST_EXTRA_BYTES; ; extra *= 4) {
      const run = await this.#runs.read(place, extra, options)
      const { units, isOpen } = assemblePes(run.bytes, run.layout, pids, run.ownedEnd)
      if (isOpen && !run.isWhole && extra < MOST_EXTRA_BYTES) {
        continue
      }
      const demuxed = demuxStretch(units, {
        program: this.#program,
        configurations: this.#configurations,
        nearTick: this.#runs.nearTick(place),
        baseOffset: place * STRETCH_SPAN_BYTES,
      })
      if (demuxed.bytes.length > STRETCH_SPAN_BYTES / 2) {
        throw new CutterError('unsupported_media', 'A stretch of the stream is too large.')
      }
      return { ...demuxed, heldBytes: demuxed.bytes.length }
    }
  }
}
