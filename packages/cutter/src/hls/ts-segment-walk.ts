import type { ReadOptions } from '../bytes/part-reader.ts'
import { CutterError } from '../cutter-error.ts'
import type { PacketRef } from '../index/packet-ref.ts'
import {
  type HeldPackets,
  STRETCH_SPAN_BYTES,
  type StretchLoader,
  type StretchReader,
} from '../index/stretch-reader.ts'
import { demuxStretch } from '../ts/demux-stretch.ts'
import { assemblePes } from '../ts/pes.ts'
import type { MetConfigurations } from '../ts/picture-packets.ts'
import type { SoundFrameHeader } from '../ts/sound-frames.ts'
import { findTsLayout, type TsLayout } from '../ts/ts-layout.ts'
import type { TsPids } from '../ts/ts-program.ts'
import { TS_TIMESCALE, type TsPacketWalk } from '../ts/ts-walk.ts'
import { placeOf, type SegmentPart } from './segment-parts.ts'
import type { SegmentReading } from './segment-reading.ts'
import { SegmentWalk } from './segment-walk.ts'
import type { SlotRun } from './slot-reader.ts'

/** They are asked for at the beginning only. */
const MOST_SOUNDS = 64
/** A picture is not larger than this; streams that never end one are broken. */
const MOST_PICTURE_BYTES = 16 * 1024 * 1024

/** The packets of a transport stream in segments. */
export class TsSegmentWalk extends SegmentWalk implements TsPacketWalk {
  readonly #pids: TsPids
  readonly #configurations: MetConfigurations
  readonly #sounds = new Map<number, SoundFrameHeader>()

  constructor(
    reading: SegmentReading,
    pids: TsPids,
    configurations: MetConfigurations,
    readerFor: (load: StretchLoader) => StretchReader<HeldPackets>,
  ) {
    super(reading, readerFor)
    this.#pids = pids
    this.#configurations = configurations
  }

  async firstSound(place: number, options: ReadOptions): Promise<SoundFrameHeader | null> {
    await this.load(place, options)
    return this.#sounds.get(place) ?? null
  }

  protected async takeApart(part: SegmentPart, options: ReadOptions): Promise<HeldPackets> {
    const { segment, from } = part
    const run = await this.#completed(part, await this.reading.read(part, options), options)
    const layout = this.#layoutOf(part, run)
    this.#pids.learn(run.bytes, layout)
    const ownedEnd = ownedBytes(run, layout, this.#pids.all)
    const { times } = this.reading
    const demuxed = demuxStretch(assemblePes(run.bytes, layout, this.#pids.all, ownedEnd).units, {
      pids: this.#pids,
      configurations: this.#configurations,
      nearTick: times.isClockKnown ? times.startOf(segment) * TS_TIMESCALE : null,
      baseOffset: part.key * STRETCH_SPAN_BYTES,
    })
    const { firstSound, ...held } = demuxed
    this.#learn(part, run, held, ownedEnd, layout)
    if (firstSound && this.#sounds.size < MOST_SOUNDS) {
      this.#sounds.set(placeOf(segment, from), firstSound)
    }
    return { ...held, heldBytes: held.bytes.length }
  }

  /** With as much more as it takes to have a packet at least that is all there. */
  async #completed(part: SegmentPart, begun: SlotRun, options: ReadOptions): Promise<SlotRun> {
    let run = begun
    for (;;) {
      const layout = this.#layoutOf(part, run)
      const isEnough = isWhole(run) || ownedBytes(run, layout, this.#pids.all) > layout.firstPacket
      if (isEnough) {
        return run
      }
      if (run.bytes.length > MOST_PICTURE_BYTES) {
        throw new CutterError('broken_media', 'A picture of the stream goes on and on.')
      }
      const to = run.from + run.bytes.length
      const more = await this.reading.more(part.segment, to, to + run.bytes.length + EXTRA_BYTES, options)
      run = { ...more, from: run.from, bytes: Buffer.concat([run.bytes, more.bytes]) }
    }
  }

  #layoutOf({ before }: SegmentPart, { bytes }: SlotRun): TsLayout {
    const layout = before?.layout ?? findTsLayout(bytes)
    if (!layout) {
      throw new CutterError('broken_media', 'A segment of the playlist is no transport stream.')
    }
    return layout
  }

  #learn(
    part: SegmentPart,
    run: SlotRun,
    { video, sound }: Pick<HeldPackets, 'video' | 'sound'>,
    ownedEnd: number,
    layout: TsLayout,
  ) {
    const { segment, from } = part
    const { times, sizes, parts } = this.reading
    const secondsOf = (tick: number | undefined) => (tick === undefined ? null : tick / TS_TIMESCALE)
    const keys = video.filter(({ isSync }) => isSync)
    const begins = { video: secondsOf(keys[0]?.pts), sound: secondsOf(sound[0]?.pts) }
    const begin = this.#pids.program.video ? begins.video : begins.sound
    if (from === 0 && begin !== null) {
      times.learn(segment, begin)
    }
    const duration = this.reading.durationOf(segment)
    sizes.learnSize(segment, duration, run.sizeBytes)
    const end = isWhole(run) ? null : run.from + ownedEnd
    if (from === 0 && end === null && begins.video !== null) {
      sizes.learnKeys(
        duration,
        keys.map(({ pts, sizeBytes }) => ({ seconds: pts / TS_TIMESCALE - begins.video!, sizeBytes })),
      )
    }
    const earliestOf = (packets: readonly PacketRef[]) =>
      secondsOf(packets.length > 0 ? Math.min(...packets.map(({ pts }) => pts)) : undefined)
    part.found = {
      end,
      readTo: run.from + run.bytes.length,
      sizeBytes: run.sizeBytes,
      earliest: { video: earliestOf(video), sound: earliestOf(sound) },
      begins,
    }
    this.reading.keep(part, run)
    if (end !== null) {
      const shown = (this.#pids.program.video ? video : sound).map(({ pts }) => pts)
      const reachedSeconds = shown.length > 0 ? Math.max(...shown) / TS_TIMESCALE : times.startOf(segment)
      const { strideBytes } = layout
      parts.at(placeOf(segment, end)).before ??= {
        sizeBytes: run.sizeBytes,
        reachedSeconds,
        layout: { strideBytes, firstPacket: 0 },
      }
    }
  }
}

const EXTRA_BYTES = 64 * 1024

/** Whether there is nothing behind the bytes. */
function isWhole({ bytes, from, sizeBytes }: SlotRun): boolean {
  return from + bytes.length >= sizeBytes
}

/** Up to where all that begins in the bytes also ends in them. */
function ownedBytes(run: SlotRun, layout: TsLayout, pids: readonly number[]): number {
  if (isWhole(run)) {
    return run.bytes.length
  }
  const { openAt } = assemblePes(run.bytes, layout, pids, run.bytes.length)
  const packets = Math.floor((openAt - layout.firstPacket) / layout.strideBytes)
  return layout.firstPacket + Math.max(0, packets) * layout.strideBytes
}
