import type { ClipSink } from '../clip-sink.ts'
import { CutterError, throwIfCancelled } from '../cutter-error.ts'
import type { ClipPacket, ClipTrack } from '../produce/clip-track.ts'
import { box, u32, u64 } from './boxes.ts'
import { buildMovieHeader, type WrittenTrack } from './movie-header.ts'

export interface WriteOptions {
  signal: AbortSignal | undefined
  /** The file may not grow beyond this. */
  largestBytes: number
}

export interface WrittenMp4 {
  sizeBytes: number
  video: WrittenTrack | null
  sound: WrittenTrack | null
}

/** Picture and sound take turns in stretches of this length, so that a player need not jump. */
const CHUNK_SECONDS = 0.5
const FILE_TYPE = box('ftyp', Buffer.from('isom'), u32(0x200), Buffer.from('isomiso2avc1mp41'))
/** Always the long form: how much will follow is not known yet. */
const DATA_HEADER_BYTES = 16
const COPY_BYTES = 4 * 1024 * 1024

/**
 * Writes the tracks to a file, index first. Packets are asked for as they can be written, so that memory holds little
 * more than one chunk. The index can only be built at the end; the media data then moves back to make room for it.
 */
export async function writeMp4(
  sink: ClipSink,
  tracks: readonly ClipTrack[],
  options: WriteOptions,
): Promise<WrittenMp4> {
  const dataStart = FILE_TYPE.length + DATA_HEADER_BYTES
  const written = tracks.map(newWrittenTrack)
  const dataBytes = await writePackets(sink, dataStart, tracks, written, options)
  const kept: WrittenTrack[] = []
  for (const [index, track] of tracks.entries()) {
    // A track of which nothing lies in the range would only confuse players.
    if (written[index]!.pts.length > 0) {
      kept.push({ ...written[index]!, sampleEntry: track.sampleEntry(), endTick: presentedEnd(written[index]!) })
    }
  }
  const headerBytes = buildMovieHeader(kept, 0).length
  const movedStart = dataStart + headerBytes
  await moveBack(sink, dataStart, dataBytes, headerBytes, options.signal)
  const dataHeader = Buffer.concat([u32(1), Buffer.from('mdat'), u64(dataBytes + DATA_HEADER_BYTES)])
  const header = Buffer.concat([FILE_TYPE, buildMovieHeader(kept, movedStart), dataHeader])
  await sink.write(0, header)
  return {
    sizeBytes: movedStart + dataBytes,
    video: kept.find(({ kind }) => kind === 'video') ?? null,
    sound: kept.find(({ kind }) => kind === 'sound') ?? null,
  }
}

/** Sound may end before the clip does; its edit list must not promise more than there is. */
function presentedEnd({ kind, pts, endTick }: WrittenTrack): number {
  if (kind === 'video' || pts.length < 2) {
    return endTick
  }
  const packetTicks = pts[1]! - pts[0]!
  return Math.min(endTick, pts.at(-1)! + packetTicks)
}

function newWrittenTrack({ kind, timescale, endTick, display }: ClipTrack): WrittenTrack {
  const nothing = { chunks: [], pts: [], sizes: [], isSync: [] }
  return { kind, timescale, endTick, display, sampleEntry: Buffer.alloc(0), ...nothing }
}

/** Writes one stretch of each track in turn; returns how many bytes that made. */
async function writePackets(
  sink: ClipSink,
  dataStart: number,
  tracks: readonly ClipTrack[],
  written: readonly WrittenTrack[],
  { signal, largestBytes }: WriteOptions,
): Promise<number> {
  const readers = tracks.map((track) => new ChunkReader(track))
  let offset = 0
  try {
    for (let untilSeconds = CHUNK_SECONDS; readers.some((reader) => !reader.isDone); untilSeconds += CHUNK_SECONDS) {
      for (const [index, reader] of readers.entries()) {
        const packets = await reader.readUntil(untilSeconds)
        throwIfCancelled(signal)
        if (packets.length === 0) {
          continue
        }
        const bytes = packets.reduce((sum, { data }) => sum + data.length, 0)
        if (dataStart + offset + bytes > largestBytes) {
          throw new CutterError('too_large', `The clip would be larger than ${largestBytes} bytes.`)
        }
        await sink.write(
          dataStart + offset,
          Buffer.concat(
            packets.map(({ data }) => data),
            bytes,
          ),
        )
        const track = written[index]!
        track.chunks.push({ offset, packets: packets.length })
        for (const { pts, isSync, data } of packets) {
          track.pts.push(pts)
          track.sizes.push(data.length)
          track.isSync.push(isSync)
        }
        offset += bytes
      }
    }
    return offset
  } finally {
    await Promise.all(readers.map((reader) => reader.close()))
  }
}

/** Takes packets from a track, a stretch at a time. */
class ChunkReader {
  readonly #iterator: AsyncIterator<ClipPacket>
  readonly #timescale: number
  #next: ClipPacket | null = null
  #isDone = false

  constructor(track: ClipTrack) {
    this.#iterator = track.packets[Symbol.asyncIterator]()
    this.#timescale = track.timescale
  }

  get isDone(): boolean {
    return this.#isDone
  }

  async readUntil(seconds: number): Promise<ClipPacket[]> {
    const packets: ClipPacket[] = []
    while (!this.#isDone) {
      const packet = this.#next ?? (await this.#take())
      this.#next = packet
      if (!packet || packet.pts >= seconds * this.#timescale) {
        break
      }
      packets.push(packet)
      this.#next = null
    }
    return packets
  }

  /** Lets an unfinished track free its codecs. */
  async close(): Promise<void> {
    await this.#iterator.return?.()
  }

  async #take(): Promise<ClipPacket | null> {
    const result = await this.#iterator.next()
    this.#isDone = result.done === true
    return result.done ? null : result.value
  }
}

/** Moves bytes towards the end of the clip, last ones first, so that none is overwritten before it was read. */
async function moveBack(sink: ClipSink, start: number, count: number, by: number, signal: AbortSignal | undefined) {
  for (let end = start + count; end > start; ) {
    throwIfCancelled(signal)
    const from = Math.max(start, end - COPY_BYTES)
    await sink.write(from + by, await sink.read(from, end))
    end = from
  }
}
