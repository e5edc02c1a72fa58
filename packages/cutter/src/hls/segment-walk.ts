import type { ReadOptions } from '../bytes/part-reader.ts'
import type { HeldPackets, StretchLoader, StretchReader } from '../demux/common/byte-range-reader.ts'
import type { PacketWalk, Stretch } from '../demux/common/packet-scan.ts'
import { placeOf, type SegmentPart, segmentOf } from './segment-parts.ts'
import type { SegmentReading } from './segment-reading.ts'

const LOADS_AHEAD = 3

/** The packets of a recording in segments, of which the first and the last of a range need not be read as a whole. */
export abstract class SegmentWalk implements PacketWalk {
  readonly firstPlace: number
  readonly endPlace: number
  readonly reader: StretchReader<HeldPackets>
  protected readonly reading: SegmentReading

  constructor(reading: SegmentReading, readerFor: (load: StretchLoader) => StretchReader<HeldPackets>) {
    this.firstPlace = reading.times.firstPlace
    this.endPlace = reading.times.endPlace
    this.reading = reading
    this.reader = readerFor(async (key, options) => {
      const part = reading.parts.ofKey(key)
      if (!reading.isGap(part.segment)) {
        return this.takeApart(part, options)
      }
      const nothing = { video: null, sound: null }
      part.found = { end: null, readTo: 0, sizeBytes: 0, earliest: nothing, begins: nothing }
      return { bytes: Buffer.alloc(0), heldBytes: 0, video: [], sound: [] }
    })
  }

  /** Reads a part, finds its packets, and says of the part what was found. */
  protected abstract takeApart(part: SegmentPart, options: ReadOptions): Promise<HeldPackets>

  async load(place: number, options: ReadOptions, untilSeconds?: number): Promise<Stretch> {
    const part = this.reading.parts.at(place)
    this.reading.want(place, untilSeconds)
    const { video, sound } = await this.reader.stretches.get(part.key, options)
    const { segment, found } = part
    const isContinued = found !== null && found.end !== null
    const goesOnAt = found && (found.end ?? (found.hasSoundAcross ? found.sizeBytes : null))
    const nextSegment = segment + 1 < this.endPlace ? segment + 1 : null
    const next = goesOnAt === null ? nextSegment : placeOf(segment, goesOnAt)
    const following = goesOnAt === null ? null : this.reading.parts.at(next!)
    if (following?.found === null && untilSeconds !== undefined && following.before!.reachedSeconds < untilSeconds) {
      // Whoever needs it meets its failure.
      this.load(next!, options, untilSeconds).catch(() => {})
    }
    return { video, sound, next, isContinued }
  }

  async placeBefore(seconds: number, options: ReadOptions, kind: 'video' | 'sound', untilSeconds: number) {
    const { times } = this.reading
    const segment = times.placeBefore(seconds)
    if (times.isClockKnown) {
      for (const next of times.ahead(segment, untilSeconds).slice(0, LOADS_AHEAD)) {
        // Whoever needs it meets its failure.
        this.load(next, options, untilSeconds).catch(() => {})
      }
    }
    const place = await this.placeIn(segment, seconds, kind, untilSeconds, options)
    this.reading.want(place, untilSeconds)
    return place
  }

  protected placeIn(
    segment: number,
    seconds: number,
    kind: 'video' | 'sound',
    untilSeconds: number,
    options: ReadOptions,
  ): Promise<number> {
    return this.reading.placeIn(segment, seconds, kind, untilSeconds, options)
  }

  previous(place: number, options: ReadOptions, kind: 'video' | 'sound', seconds: number): Promise<number> {
    return this.reading.previous(place, seconds, kind, options)
  }

  beside(firstPlace: number, lastPlace: number): number[] {
    return this.reading.times.beside(segmentOf(firstPlace), segmentOf(lastPlace))
  }

  ahead(place: number, untilSeconds: number): number[] {
    return this.reading.times.ahead(segmentOf(place), untilSeconds)
  }
}
