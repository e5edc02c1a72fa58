import {
  ADTS,
  BufferSource,
  CustomSource,
  type EncodedPacket,
  EncodedPacketSink,
  FLAC,
  Input,
  type InputTrack,
  Logging,
  LogLevel,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny'
import type { BlockCache } from '../../bytes/block-cache.ts'
import type { ReadOptions } from '../../bytes/part-reader.ts'
import { throwIfCancelled } from '../../cutter-error.ts'
import { endingCircles, MOST_FRAMES } from './circle-guard.ts'
import { readingDirectly } from './direct-reads.ts'
import type { LoadedPacket } from './packet-ref.ts'

// The library warns on the console about media that it cannot read; we answer with typed errors.
Logging.level = LogLevel.Silent

/** Plain containers only: a playlist would make the library look for other files. */
const CONTAINERS = [MATROSKA, WEBM, MPEG_TS, OGG, MP3, WAVE, ADTS, FLAC]

/** The library gives times in seconds; as ticks of this they keep every frame rate and WebM's milliseconds exactly. */
export const LIBRARY_TIMESCALE = 90_000

/**
 * Containers other than MP4 are read by the library, through our own byte layer.
 * @param mostFrames who passes more of them is refused as `unsupported_media`
 */
export function openLibraryInput(blocks: BlockCache, options: ReadOptions, mostFrames = MOST_FRAMES): Input {
  const source = new CustomSource({
    getSize: () => blocks.sizeBytes,
    read: (start, end) => blocks.read(start, end, options),
    prefetchProfile: 'none',
  })
  return new Input({
    source: endingCircles(readingDirectly(source, blocks, options), blocks.sizeBytes, mostFrames),
    formats: CONTAINERS,
  })
}

/** An MP4's header alone, to have its tracks described. Its packets are read by our own index. */
export function openMp4Header(header: Buffer): Input {
  return new Input({ source: endingCircles(new BufferSource(header), header.length), formats: [MP4, QTFF] })
}

/** The beginning of a transport stream alone, to have its tracks described. */
export function openTsHeader(begun: Buffer): Input {
  return new Input({ source: endingCircles(new BufferSource(begun), begun.length), formats: [MPEG_TS] })
}

/** Decoders hold back at most 16 pictures; this many packets beyond the end, nothing earlier can follow. */
const MOST_REORDERED = 17

/** Where the packets of a sound track stand if it has no holes: all as long as the first one. */
export interface PacketGrid {
  firstTick: number
  packetTicks: number
}

/** WebM rounds every time to whole milliseconds, twice where a codec's delay is involved. */
const ROUNDED_BY_AT_MOST_TICKS = 0.0015 * LIBRARY_TIMESCALE

/** Walks one track of a library input. Times are in ticks of LIBRARY_TIMESCALE, shifted by the part's origin. */
export class LibraryTrack {
  readonly timescale = LIBRARY_TIMESCALE
  readonly #sink: EncodedPacketSink
  readonly #originTicks: number
  readonly #grid: PacketGrid | null
  readonly #options: ReadOptions

  /** @param grid puts times that were rounded by the container back to where they belong */
  constructor(track: InputTrack, originTicks: number, grid: PacketGrid | null, options: ReadOptions) {
    this.#sink = new EncodedPacketSink(track)
    this.#originTicks = originTicks
    this.#grid = grid
    this.#options = options
  }

  /** The first and the last packet shown in [fromTick, toTick), and when the last one ends. */
  async bounds(fromTick: number, toTick: number) {
    let first: { tick: number } | null = null
    let beyond = 0
    for await (const packet of this.#walk(this.#seconds(fromTick), true)) {
      const tick = this.#tick(packet)
      if (tick >= fromTick && tick < toTick && (!first || tick < first.tick)) {
        first = { tick }
      }
      beyond = tick >= fromTick ? beyond + 1 : 0
      if (beyond >= MOST_REORDERED) {
        break
      }
    }
    const last = first ? await this.#lastBefore(toTick) : null
    if (!first || !last) {
      return null
    }
    return {
      firstTick: first.tick,
      lastTick: this.#tick(last),
      lastDuration: Math.round(last.duration * this.timescale),
    }
  }

  /** The packets with their bytes, in decode order, from the last key packet at or before fromTick. */
  async *packets(fromTick: number, toTick: number): AsyncGenerator<LoadedPacket, void> {
    let beyond = 0
    for await (const packet of this.#walk(this.#seconds(fromTick), false)) {
      const pts = this.#tick(packet)
      beyond = pts >= toTick ? beyond + 1 : 0
      if (beyond >= MOST_REORDERED) {
        return
      }
      yield {
        pts,
        duration: Math.round(packet.duration * this.timescale),
        isSync: packet.type === 'key',
        entryIndex: 0,
        data: packet.data,
      }
    }
  }

  async *#walk(fromSeconds: number, metadataOnly: boolean): AsyncGenerator<EncodedPacket, void> {
    const retrieval = { metadataOnly }
    let packet = (await this.#sink.getKeyPacket(fromSeconds, retrieval)) ?? (await this.#sink.getFirstPacket(retrieval))
    while (packet) {
      throwIfCancelled(this.#options.signal)
      yield packet
      packet = await this.#sink.getNextPacket(packet, retrieval)
    }
  }

  async #lastBefore(toTick: number): Promise<EncodedPacket | null> {
    const retrieval = { metadataOnly: true }
    const packet = await this.#sink.getPacket(this.#seconds(toTick), retrieval)
    if (packet && this.#tick(packet) >= toTick) {
      return this.#sink.getPacket(packet.timestamp - 0.5 / this.timescale, retrieval)
    }
    return packet
  }

  #seconds(tick: number): number {
    return (tick + this.#originTicks) / this.timescale
  }

  #tick(packet: EncodedPacket): number {
    const stamped = packet.timestamp * this.timescale
    return Math.round(this.#grid ? snapped(stamped, this.#grid) : stamped) - this.#originTicks
  }
}

function snapped(tick: number, { firstTick, packetTicks }: PacketGrid): number {
  const nearest = firstTick + Math.round((tick - firstTick) / packetTicks) * packetTicks
  return Math.abs(nearest - tick) <= ROUNDED_BY_AT_MOST_TICKS ? nearest : tick
}
