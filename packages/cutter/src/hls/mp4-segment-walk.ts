import { mergeReads, NO_BRIDGES, type Read } from '../bytes/merge-reads.ts'
import type { PartReader, ReadOptions } from '../bytes/part-reader.ts'
import { CutterError } from '../cutter-error.ts'
import {
  type HeldPackets,
  STRETCH_SPAN_BYTES,
  type StretchLoader,
  type StretchReader,
} from '../demux/common/byte-range-reader.ts'
import { readBoxHeader } from '../demux/mp4/boxes.ts'
import { type FragmentSample, parseMoof } from '../demux/mp4/moof.ts'
import type { Mp4Track } from '../demux/mp4/movie.ts'
import { SLOT_BYTES, segmentSlot } from './playlist-layout.ts'
import { placeOf, type SegmentPart } from './segment-parts.ts'
import type { SegmentReading } from './segment-reading.ts'
import { SegmentWalk } from './segment-walk.ts'
import { readSlotPart, type SlotRun } from './slot-reader.ts'

/** Tables in front of the packets are not larger, mostly; how large they are shows in the first segment. */
const FIRST_TABLE_BYTES = 16 * 1024
const LARGEST_TABLE_BYTES = 16 * 1024 * 1024
const BOX_HEADER_BYTES = 16
const MOST_FROM = 64
const SAME_PICTURE_SECONDS = 0.001

/** To save so much, a round trip is well spent. */
const MUCH_BYTES = 256 * 1024
const CERTAIN_SHARE = 0.4
/** Sound is decoded from a little earlier on, and to a little later. */
const BESIDE_SECONDS = 0.4

type Samples = Record<'video' | 'sound', FragmentSample[]>

interface SegmentTracks {
  video: Mp4Track | null
  sound: Mp4Track | null
}

/** The packets of segments that are fragments of an MP4. Their tables are read; of the packets themselves only those that are asked for. */
export class Mp4SegmentWalk extends SegmentWalk {
  readonly #reader: PartReader
  readonly #tracks: SegmentTracks
  #tableBytes = FIRST_TABLE_BYTES
  /**
   * From when on something is wanted of a segment. Cuts at the same time may overwrite each other's: it decides only how much
   * is fetched beforehand. Which packets there are says the table, and what of them is not at hand is fetched when it is read.
   */
  readonly #from = new Map<number, number>()

  constructor(
    reading: SegmentReading,
    reader: PartReader,
    tracks: SegmentTracks,
    readerFor: (load: StretchLoader) => StretchReader<HeldPackets>,
  ) {
    super(reading, readerFor)
    this.#reader = reader
    this.#tracks = tracks
  }

  /** Only the tables at its beginning tell what is in a segment. */
  protected override async placeIn(segment: number, seconds: number, kind: 'video' | 'sound'): Promise<number> {
    const parts = this.reading.parts.of(segment)
    const fitting = parts.filter(({ found }) => (found.begins[kind] ?? Infinity) <= seconds)
    if (parts.length === 0) {
      this.#from.set(segment, seconds)
      if (this.#from.size > MOST_FROM) {
        this.#from.delete(this.#from.keys().next().value!)
      }
    }
    return placeOf(segment, Math.max(0, ...fitting.map(({ from }) => from)))
  }

  override async previous(place: number, _: ReadOptions, kind: 'video' | 'sound', seconds: number): Promise<number> {
    const segment = Math.floor(place)
    return place > segment || segment === this.firstPlace ? segment : this.placeIn(segment - 1, seconds, kind)
  }

  protected async takeApart(part: SegmentPart, options: ReadOptions): Promise<HeldPackets> {
    const { segment, key } = part
    let run = await this.#beginningOf(part, options)
    const video: FragmentSample[] = []
    const sound: FragmentSample[] = []
    let at = run.from
    let hasTable = false
    // What is behind the last box of an encrypted segment is its padding.
    while (at + BOX_HEADER_BYTES < run.sizeBytes) {
      const isHeld = at + BOX_HEADER_BYTES <= run.from + run.bytes.length
      if (!isHeld && hasTable) {
        break
      }
      run = isHeld ? run : await this.#withMore(segment, run, at + BOX_HEADER_BYTES, options)
      const header = readBoxHeader(run.bytes, at - run.from)
      const sizeBytes = header?.sizeBytes ?? run.sizeBytes - at
      if (!header || sizeBytes < header.headerBytes) {
        throw new CutterError('broken_media', `There is no box at ${at}, where one should be.`)
      }
      if (header.type === 'moof') {
        run = await this.#withMore(segment, run, at + sizeBytes, options)
        const moof = run.bytes.subarray(at - run.from, at - run.from + sizeBytes)
        this.#addSamples(moof, at, part, { video, sound })
        this.#tableBytes = Math.max(this.#tableBytes, sizeBytes + BOX_HEADER_BYTES + at - run.from)
        hasTable = true
      }
      at += sizeBytes
    }
    const isWhole = at + BOX_HEADER_BYTES >= run.sizeBytes
    const runs = [run, ...(await this.#neededBehind(part, run, { video, sound }, options))]
    this.#learn(part, run, isWhole ? null : at, { video, sound })
    return {
      bytes: Buffer.alloc(0),
      heldBytes: runs.reduce((sum, { bytes }) => sum + bytes.length, 0),
      video: placed(video, key, run.sizeBytes),
      sound: placed(sound, key, run.sizeBytes),
      read: (from, to, reading) => this.#readHeld(segment, runs, { start: from, end: to }, reading),
    }
  }

  /** Tables, and what is certainly needed behind them. */
  async #beginningOf(part: SegmentPart, options: ReadOptions): Promise<SlotRun> {
    const { segment, from, found, before } = part
    const until = this.reading.wantedUntil(segment)
    const guess = found || before || from > 0 ? null : this.reading.partFor(segment, this.#keyBefore(segment), until)
    if (!guess || guess.savedBytes < MUCH_BYTES) {
      return this.reading.read(part, options)
    }
    const { wanted } = guess
    const certainBytes = 'start' in wanted && wanted.start === 0 ? CERTAIN_SHARE * wanted.end : 0
    const end = Math.max(this.#tableBytes, certainBytes)
    return readSlotPart(this.#reader, segmentSlot(segment), { start: 0, end }, options)
  }

  /** Counted from the segment's beginning. */
  #keyBefore(segment: number): number {
    const { sizes, times } = this.reading
    const seconds = this.#from.get(segment)
    return seconds === undefined ? 0 : sizes.keyBefore(seconds - times.startOf(segment))
  }

  /** What will be asked for next: all at once, and before anybody waits for it. */
  async #neededBehind(part: SegmentPart, run: SlotRun, samples: Samples, options: ReadOptions): Promise<SlotRun[]> {
    const { segment, from, found } = part
    const heldTo = run.from + run.bytes.length
    if (found || heldTo >= run.sizeBytes) {
      return []
    }
    const fromSeconds = this.#from.get(segment) ?? -Infinity
    const untilSeconds = this.reading.wantedUntil(placeOf(segment, from)) ?? Infinity
    const needed = [
      ...neededOf(samples.video, this.#tracks.video, fromSeconds, untilSeconds),
      ...neededOf(samples.sound, this.#tracks.sound, fromSeconds - BESIDE_SECONDS, untilSeconds + BESIDE_SECONDS),
    ]
    const missing = needed
      .map(({ offset, sizeBytes }) => ({
        start: Math.max(heldTo, offset),
        end: Math.min(run.sizeBytes, offset + sizeBytes),
      }))
      .filter(({ start, end }) => end > start)
    const start = segmentSlot(segment) * SLOT_BYTES
    return Promise.all(
      mergeReads(missing, undefined, NO_BRIDGES).map(async (read) => ({
        bytes: await this.#reader.read(start + read.start, start + read.end, options),
        from: read.start,
        sizeBytes: run.sizeBytes,
      })),
    )
  }

  /** Bytes of which some are at hand. */
  async #readHeld(
    segment: number,
    runs: readonly SlotRun[],
    { start, end }: Read,
    options: ReadOptions,
  ): Promise<Buffer> {
    const at = segmentSlot(segment) * SLOT_BYTES
    const pieces: Promise<Buffer>[] = []
    for (let from = start; from < end; ) {
      const held = runs.find((run) => run.from <= from && from < run.from + run.bytes.length)
      const next = Math.min(end, ...runs.map((run) => run.from).filter((place) => place > from))
      const to = held ? Math.min(end, held.from + held.bytes.length) : next
      const piece = held?.bytes.subarray(from - held.from, to - held.from)
      pieces.push(piece ? Promise.resolve(piece) : this.#reader.read(at + from, at + to, options))
      from = to
    }
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(await Promise.all(pieces))
  }

  async #withMore(segment: number, run: SlotRun, to: number, options: ReadOptions): Promise<SlotRun> {
    const heldTo = run.from + run.bytes.length
    if (to <= heldTo) {
      return run
    }
    if (to > run.sizeBytes || to - heldTo > LARGEST_TABLE_BYTES) {
      throw new CutterError('broken_media', `A table of a segment claims to go on to ${to}.`)
    }
    const more = await this.reading.more(segment, heldTo, to, options)
    return { ...more, from: run.from, bytes: Buffer.concat([run.bytes, more.bytes]) }
  }

  #addSamples(
    moof: Buffer,
    at: number,
    { before }: SegmentPart,
    found: Record<'video' | 'sound', FragmentSample[]>,
  ): void {
    for (const kind of ['video', 'sound'] as const) {
      const track = this.#tracks[kind]
      if (track) {
        found[kind].push(
          ...parseMoof(moof, at, track, continuesAt(found[kind], track) ?? before?.continuesAt?.[kind] ?? 0),
        )
      }
    }
  }

  #learn(
    part: SegmentPart,
    run: SlotRun,
    end: number | null,
    { video, sound }: Record<'video' | 'sound', FragmentSample[]>,
  ) {
    const { segment, from } = part
    const { times, sizes, parts } = this.reading
    const { video: pictures, sound: heard } = this.#tracks
    const keys = video.filter(({ isSync }) => isSync)
    const secondsOf = (sample: FragmentSample | undefined, track: Mp4Track | null) =>
      sample && track ? sample.pts / track.timescale : null
    const begins = { video: secondsOf(keys[0], pictures), sound: secondsOf(sound[0], heard) }
    const begin = pictures ? begins.video : begins.sound
    if (from === 0 && begin !== null) {
      times.learn(segment, begin)
    }
    const duration = this.reading.durationOf(segment)
    sizes.learnSize(segment, duration, run.sizeBytes)
    if (from === 0 && end === null && begins.video !== null) {
      sizes.learnKeys(
        duration,
        keys.map(({ pts, sizeBytes }) => ({ seconds: pts / pictures!.timescale - begins.video!, sizeBytes })),
      )
    }
    part.found = {
      end,
      readTo: run.from + run.bytes.length,
      sizeBytes: run.sizeBytes,
      earliest: begins,
      begins,
    }
    if (end !== null) {
      const last = pictures ? secondsOf(video.at(-1), pictures) : secondsOf(sound.at(-1), heard)
      parts.continueAt(placeOf(segment, end), {
        sizeBytes: run.sizeBytes,
        reachedSeconds: last ?? times.startOf(segment),
        continuesAt: {
          video: (pictures && continuesAt(video, pictures)) ?? 0,
          sound: (heard && continuesAt(sound, heard)) ?? 0,
        },
      })
    }
  }
}

/** When, by its own clock, a track goes on behind its last sample; null when there is none. */
function continuesAt(samples: readonly FragmentSample[], track: Mp4Track): number | null {
  const last = samples.at(-1)
  return last ? last.dts + last.duration - track.shiftTicks : null
}

function placed(samples: readonly FragmentSample[], key: number, segmentBytes: number) {
  return samples.map(({ offset, ...sample }) => {
    if (offset < 0 || offset + sample.sizeBytes > segmentBytes) {
      throw new CutterError('broken_media', 'A segment ends before the last packet it names.')
    }
    return { ...sample, offset: key * STRETCH_SPAN_BYTES + offset }
  })
}

/** The samples shown from one time to another, from the one on with which decoding begins. */
function neededOf(
  samples: readonly FragmentSample[],
  track: Mp4Track | null,
  fromSeconds: number,
  untilSeconds: number,
) {
  if (!track) {
    return []
  }
  const fromTick = (fromSeconds + SAME_PICTURE_SECONDS) * track.timescale
  const first = Math.max(
    0,
    samples.findLastIndex(({ isSync, pts }) => isSync && pts <= fromTick),
  )
  return samples.slice(first, samples.findLastIndex(({ pts }) => pts < untilSeconds * track.timescale) + 1)
}
