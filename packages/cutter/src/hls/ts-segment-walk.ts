import type { ReadOptions } from '../bytes/part-reader.ts'
import { CutterError } from '../cutter-error.ts'
import {
  type HeldPackets,
  STRETCH_SPAN_BYTES,
  type StretchLoader,
  type StretchReader,
} from '../demux/common/byte-range-reader.ts'
import type { PacketRef } from '../demux/common/packet-ref.ts'
import { type DemuxedStretch, demuxStretch, soundPacket } from '../demux/ts/demux-stretch.ts'
import { assemblePes } from '../demux/ts/pes.ts'
import type { MetConfigurations } from '../demux/ts/picture-packets.ts'
import {
  type CutSound,
  cutSound,
  framesAcross,
  joinedHeads,
  type SoundHead,
  soundHeadOf,
} from '../demux/ts/sound-across.ts'
import type { SoundFrameHeader } from '../demux/ts/sound-frames.ts'
import { findTsLayout, type TsLayout } from '../demux/ts/ts-layout.ts'
import type { TsPids } from '../demux/ts/ts-program.ts'
import { TS_TIMESCALE, type TsPacketWalk } from '../demux/ts/ts-walk.ts'
import { LARGEST_SEGMENT_BYTES } from './playlist-layout.ts'
import { placeOf, type SegmentPart } from './segment-parts.ts'
import type { SegmentReading } from './segment-reading.ts'
import { SegmentWalk } from './segment-walk.ts'
import type { SlotRun } from './slot-reader.ts'

/** They are asked for at the beginning only. */
const MOST_SOUNDS = 64
/** A picture is not larger than this; streams that never end one are broken. */
const MOST_PICTURE_BYTES = 16 * 1024 * 1024
/** The sound of a segment begins in one of its first parts, mostly; to look for it in more of them takes too many round trips. */
const MOST_SMALL_HEAD_PARTS = 4

/** The packets of a transport stream in segments. */
export class TsSegmentWalk extends SegmentWalk implements TsPacketWalk {
  readonly #pids: TsPids
  readonly #configurations: MetConfigurations
  readonly #sounds = new Map<number, SoundFrameHeader>()
  /** With which sound the parts begin that are at hand. */
  readonly #heads = new WeakMap<HeldPackets, SoundHead>()

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
    if (before?.cutSound) {
      return this.#acrossEnd(part, before.cutSound, options)
    }
    const begun = await this.reading.read(part, options)
    const layout = this.#layoutOf(part, begun)
    if (!layout) {
      return this.#nothingIn(part, begun)
    }
    const run = await this.#completed(part, begun, layout, options)
    this.#pids.learn(run.bytes, layout)
    const ownedEnd = part.found?.end ? part.found.end - from : ownedBytes(run, layout, this.#pids)
    const { times } = this.reading
    const assembled = assemblePes(run.bytes, layout, this.#pids, ownedEnd)
    const demuxed = demuxStretch(assembled.units, {
      pids: this.#pids,
      configurations: this.#configurations,
      nearTick: times.isClockKnown ? times.startOf(segment) * TS_TIMESCALE : null,
      baseOffset: part.key * STRETCH_SPAN_BYTES,
      before: before?.state,
      isMidway: from > 0,
    })
    const { firstSound, video, sound, bytes } = demuxed
    const soundAcross = isWhole(run) ? cutSound(demuxed.state.sound, assembled.missingSoundBytes) : null
    this.#learn(part, run, demuxed, ownedEnd, layout, soundAcross)
    if (firstSound && this.#sounds.size < MOST_SOUNDS) {
      this.#sounds.set(placeOf(segment, from), firstSound)
    }
    const head = soundHeadOf(assembled, this.#pids)
    const held = { video, sound, bytes, heldBytes: bytes.length + head.continued.length + head.begun.length }
    this.#heads.set(held, head)
    return held
  }

  /** The sound that began before a segment's end and goes on in the next: of that its beginning is read, if it is not at hand. */
  async #acrossEnd(part: SegmentPart, cut: CutSound, options: ReadOptions): Promise<HeldPackets> {
    const { segment, from, before, key } = part
    const { sizeBytes, reachedSeconds } = before!
    const untilSeconds = this.reading.wantedUntil(placeOf(segment, from)) ?? reachedSeconds
    const frames = await this.#framesAcross(cut, segment + 1, untilSeconds, options)
    let size = 0
    const sound = frames.map((frame) => {
      size += frame.data.length
      return soundPacket(frame, key * STRETCH_SPAN_BYTES + size - frame.data.length)
    })
    const begin = sound[0] ? sound[0].pts / TS_TIMESCALE : null
    const times = { video: null, sound: begin }
    part.found = { end: null, readTo: from, sizeBytes, earliest: times, begins: times }
    const bytes = Buffer.concat(frames.map(({ data }) => data))
    return { video: [], sound, bytes, heldBytes: bytes.length }
  }

  /** Reads on in the segment until it is sure which frames they are. */
  async #framesAcross(cut: CutSound, segment: number, untilSeconds: number, options: ReadOptions) {
    const { parts } = this.reading
    const heads: SoundHead[] = []
    for (let place = segment; ; ) {
      const part = parts.at(place)
      if (!part.found && heads.length < MOST_SMALL_HEAD_PARTS && this.reading.wantedUntil(place) === null) {
        this.reading.want(place, untilSeconds)
      }
      const head = this.#heads.get(await this.reader.stretches.get(part.key, options))
      heads.push(...(head ? [head] : []))
      const { frames, areSettled } = framesAcross(this.#pids.program.sound!.codec, cut, joinedHeads(heads))
      const end = part.found?.end ?? null
      if (!head || end === null || areSettled) {
        return frames
      }
      place = placeOf(segment, end)
    }
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

  #goesOnBehind(segment: number): boolean {
    return segment + 1 < this.endPlace && !this.reading.isGap(segment + 1)
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
    soundAcross: CutSound | null,
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
    const hasSoundAcross = soundAcross !== null && this.#goesOnBehind(segment) && run.sizeBytes < LARGEST_SEGMENT_BYTES
    part.found = {
      end,
      hasSoundAcross,
      readTo: run.from + run.bytes.length,
      sizeBytes: run.sizeBytes,
      earliest: { video: earliestOf(video), sound: earliestOf(sound) },
      begins,
    }
    this.reading.keep(part, run)
    const shown = (this.#pids.program.video ? video : sound).map(({ pts }) => pts)
    const reachedSeconds = shown.length > 0 ? Math.max(...shown) / TS_TIMESCALE : times.startOf(segment)
    if (hasSoundAcross) {
      const across = { sizeBytes: run.sizeBytes, reachedSeconds, cutSound: soundAcross }
      parts.continueAt(placeOf(segment, run.sizeBytes), across)
    }
    if (end !== null) {
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
