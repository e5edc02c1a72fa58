import type { ReadOptions } from '../bytes/part-reader.ts'
import { CutterError } from '../cutter-error.ts'
import { boxesBetween } from '../index/mp4-boxes.ts'
import { type FragmentSample, parseMoof } from '../index/mp4-moof.ts'
import type { Mp4Track } from '../index/mp4-movie.ts'
import type { PacketRef } from '../index/packet-ref.ts'
import type { PacketWalk, Stretch } from '../index/packet-walk.ts'
import { type HeldStretch, STRETCH_SPAN_BYTES, StretchReader } from '../index/stretch-reader.ts'
import type { SegmentTimes } from './segment-times.ts'

interface Mp4Segment extends HeldStretch {
  video: PacketRef[]
  sound: PacketRef[]
}

/** The packets of segments that are fragments of an MP4. */
export class Mp4SegmentWalk implements PacketWalk {
  readonly firstPlace = 0
  readonly reader: StretchReader<Mp4Segment>
  readonly #times: SegmentTimes

  constructor(
    times: SegmentTimes,
    tracks: { video: Mp4Track | null; sound: Mp4Track | null },
    readSegment: (place: number, options: ReadOptions) => Promise<Buffer>,
  ) {
    this.#times = times
    this.reader = new StretchReader(async (place, options) => {
      const bytes = await readSegment(place, options)
      return {
        bytes,
        heldBytes: bytes.length,
        video: tracks.video ? packetsOf(bytes, tracks.video, place) : [],
        sound: tracks.sound ? packetsOf(bytes, tracks.sound, place) : [],
      }
    }, times.count)
  }

  async load(place: number, options: ReadOptions): Promise<Stretch> {
    const { video, sound } = await this.reader.stretches.get(place, options)
    return { video, sound, next: place + 1 < this.#times.count ? place + 1 : null }
  }

  async placeBefore(seconds: number): Promise<number> {
    return this.#times.placeBefore(seconds)
  }

  async previous(place: number): Promise<number> {
    return place - 1
  }

  ahead(place: number, untilSeconds: number): number[] {
    return this.#times.ahead(place, untilSeconds)
  }
}

function packetsOf(bytes: Buffer, track: Mp4Track, place: number): PacketRef[] {
  const samples: FragmentSample[] = []
  for (const { type, start, end } of boxesBetween(bytes, 0, bytes.length)) {
    if (type === 'moof') {
      const last = samples.at(-1)
      const continuesAtDts = last ? last.dts + last.duration - track.shiftTicks : 0
      samples.push(...parseMoof(bytes.subarray(start, end), start, track, continuesAtDts))
    }
  }
  return samples.map(({ offset, ...sample }) => {
    if (offset < 0 || offset + sample.sizeBytes > bytes.length) {
      throw new CutterError('broken_media', 'A segment ends before the last packet it names.')
    }
    return { ...sample, offset: place * STRETCH_SPAN_BYTES + offset }
  })
}
