import type { ReadOptions } from '../bytes/part-reader.ts'
import { CutterError } from '../cutter-error.ts'
import type { PacketRef } from '../index/packet-ref.ts'
import {
  type HeldPackets,
  STRETCH_SPAN_BYTES,
  type StretchLoader,
  type StretchReader,
} from '../index/stretch-reader.ts'
import { type DemuxedStretch, demuxStretch } from '../ts/demux-stretch.ts'
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
    const { segment, from, before } = part
    const begun = await this.reading.read(part, options)
    const layout = this.#layoutOf(part, begun)
    if (!layout) {
      return this.#nothingIn(part, begun)
    }
    const run = await this.#completed(part, begun, layout, options)
    this.#pids.learn(run.bytes, layout)
    const ownedEnd = part.found?.end ? part.found.end - from : ownedBytes(run, layout, this.#pids)
    const { times } = this.reading
    const demuxed = demuxStretch(assemblePes(run.bytes, layout, this.#pids, ownedEnd).units, {
      pids: this.#pids,
      configurations: this.#configurations,
      nearTick: times.isClockKnown ? times.startOf(segment) * TS_TIMESCALE : null,
      baseOffset: part.key * STRETCH_SPAN_BYTES,
      before: before?.state,
    })
    const { firstSound, video, sound, bytes } = demuxed
    this.#learn(part, run, demuxed, ownedEnd, layout)
    if (firstSound && this.#sounds.size < MOST_SOUNDS) {
      this.#sounds.set(placeOf(segment, from), firstSound)
    }
    return { video, sound, bytes, heldBytes: bytes.length }
  }

  /** With as much more as it takes to have a packet at least that is all there. */
  async #completed(part: SegmentPart, begun: SlotRun, layout: TsLayout, options: ReadOptions): Promise<SlotRun> {
    let run = begun
    for (;;) {
      const isEnough = isWhole(run) || ownedBytes(run, layout, this.#pids) > layout.firstPacket
      if (isEnough || part.found) {
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

  /** In a few bytes from the middle of a segment there need be nothing to see: it is read from its beginning then. */
  #nothingIn(part: SegmentPart, { bytes, sizeBytes }: SlotRun): HeldPackets {
    const nothing = { video: null, sound: null }
    part.found = { end: null, readTo: part.from + bytes.length, sizeBytes, earliest: nothing, begins: nothing }
    return { bytes: Buffer.alloc(0), heldBytes: 0, video: [], sound: [] }
  }

  #layoutOf({ before, from }: SegmentPart, { bytes }: SlotRun): TsLayout | null {
    const layout = before?.layout ?? findTsLayout(bytes)
    if (!layout && from === 0) {
      throw new CutterError('broken_media', 'A segment of the playlist is no transport stream.')
    }
    return layout
  }

  #learn(
    part: SegmentPart,
    run: SlotRun,
    { video, sound, state }: Pick<DemuxedStretch, 'video' | 'sound' | 'state'>,
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
      parts.continueAt(placeOf(segment, end), {
        sizeBytes: run.sizeBytes,
        reachedSeconds,
        layout: { strideBytes, firstPacket: 0 },
        state,
      })
    }
  }
}

const EXTRA_BYTES = 64 * 1024

/** Whether there is nothing behind the bytes. */
function isWhole({ bytes, from, sizeBytes }: SlotRun): boolean {
  return from + bytes.length >= sizeBytes
}

/** Up to where all that begins in the bytes also ends in them. */
function ownedBytes(run: SlotRun, layout: TsLayout, pids: TsPids): number {
  if (isWhole(run)) {
    return run.bytes.length
  }
  const { openAt } = assemblePes(run.bytes, layout, pids, run.bytes.length)
  const packets = Math.floor((openAt - layout.firstPacket) / layout.strideBytes)
  return layout.firstPacket + Math.max(0, packets) * layout.strideBytes
}
