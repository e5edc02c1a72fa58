import type { ReadOptions } from '../bytes/part-reader.ts'
import { CutterError } from '../cutter-error.ts'
import { boxesBetween } from '../index/mp4-boxes.ts'
import { type FragmentSample, parseMoof } from '../index/mp4-moof.ts'
import type { Mp4Track } from '../index/mp4-movie.ts'
import type { PacketRef } from '../index/packet-ref.ts'
import type { PacketWalk, Stretch } from '../index/packet-walk.ts'
import {
  type HeldPackets,
  STRETCH_SPAN_BYTES,
  type StretchLoader,
  type StretchReader,
} from '../index/stretch-reader.ts'
import type { SegmentTimes } from './segment-times.ts'

/** The packets of segments that are fragments of an MP4. */
export class Mp4SegmentWalk implements PacketWalk {
  readonly firstPlace: number
  readonly reader: StretchReader<HeldPackets>
  readonly #times: SegmentTimes

  /** @param readSegment null: there is a gap */
  constructor(
    times: SegmentTimes,
    tracks: { video: Mp4Track | null; sound: Mp4Track | null },
    readSegment: (place: number, options: ReadOptions) => Promise<Buffer | null>,
    readerFor: (load: StretchLoader) => StretchReader<HeldPackets>,
  ) {
    this.firstPlace = times.firstPlace
    this.#times = times
    this.reader = readerFor(async (place, options) => {
      const bytes = await readSegment(place, options)
      const video = bytes && tracks.video ? packetsOf(bytes, tracks.video, place) : []
      const sound = bytes && tracks.sound ? packetsOf(bytes, tracks.sound, place) : []
      const track = tracks.video ?? tracks.sound
      const [first] = tracks.video ? video.filter(({ isSync }) => isSync) : sound
      if (track && first) {
        times.learn(place, first.pts / track.timescale)
      }
      return { bytes: bytes ?? Buffer.alloc(0), heldBytes: bytes?.length ?? 0, video, sound }
    })
  }

  async load(place: number, options: ReadOptions): Promise<Stretch> {
    const { video, sound } = await this.reader.stretches.get(place, options)
    return { video, sound, next: place + 1 < this.#times.endPlace ? place + 1 : null }
  }

  async placeBefore(seconds: number): Promise<number> {
    return this.#times.placeBefore(seconds)
  }

  async previous(place: number): Promise<number> {
    return place - 1
  }

  beside(firstPlace: number, lastPlace: number): number[] {
    return this.#times.beside(firstPlace, lastPlace)
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
