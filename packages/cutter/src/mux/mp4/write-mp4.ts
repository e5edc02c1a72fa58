import type { ClipSink } from '../../api/clip-sink.ts'
import { CutterError, throwIfCancelled } from '../../api/cutter-error.ts'
import { box, u32, u64, zeros } from '../../bitstream/mp4-boxes.ts'
import type { ClipTrack } from '../../supply/clip-track.ts'
import { ChunkReader } from './chunk-reader.ts'
import { CHUNK_SECONDS } from './header-bound.ts'
import { MediaData } from './media-data.ts'
import { buildMovieHeader, type WrittenTrack } from './movie-header.ts'
import { NumberList } from './number-list.ts'

export interface WriteOptions {
  signal: AbortSignal | undefined
  /** The clip may not grow beyond this. */
  largestBytes: number
  /** How large moov will be at most, as far as anybody knows. */
  headerBytes: number
  /** A clip with no more media data is held until its header is built; 1 MiB unless told otherwise. */
  mostHeldBytes?: number
}

export interface WrittenMp4 {
  sizeBytes: number
  video: WrittenTrack | null
  audio: WrittenTrack | null
}

const FILE_TYPE = box('ftyp', Buffer.from('isom'), u32(0x200), Buffer.from('isomiso2avc1mp41'))
/** Always the long form: how much will follow is not known yet. */
const DATA_HEADER_BYTES = 16
const EMPTY_BOX_BYTES = 8
/** Room that was kept for a header and not needed may stay in the clip if it is one or the other. */
const UNNOTICED_BYTES = 64 * 1024
const UNNOTICED_SHARE = 0.02

/**
 * Writes the tracks as an MP4, index first. Packets are asked for as they can be written, so that memory holds little
 * more than one chunk. The index can only be built at the end, so room is kept for it and what is left of the room
 * becomes a `free` box: each byte is written once, one after the other. Should the room turn out too small, or far too
 * large, the media data moves. A small clip is held until its index is built, and keeps no room.
 */
export async function writeMp4(
  sink: ClipSink,
  tracks: readonly ClipTrack[],
  options: WriteOptions,
): Promise<WrittenMp4> {
  const logs = tracks.map((track) => new TrackLog(track))
  const reservedStart = FILE_TYPE.length + options.headerBytes + EMPTY_BOX_BYTES + DATA_HEADER_BYTES
  const data = new MediaData(sink, reservedStart, options.mostHeldBytes)
  await writePackets(data, logs, options)
  const { bytes: dataBytes } = data
  // A track of which nothing lies in the range would only confuse players.
  const cached = logs.filter((log) => log.pts.length > 0).map((log) => log.written())
  let header = buildMovieHeader(cached, reservedStart)
  const leastStart = FILE_TYPE.length + header.length + DATA_HEADER_BYTES
  const dataStart = data.isHeld ? leastStart : fittingStart(leastStart, reservedStart, dataBytes)
  if (data.isHeld || dataStart !== reservedStart) {
    await data.startAt(dataStart, options.signal)
    header = buildMovieHeader(cached, dataStart)
  }
  const left = dataStart - leastStart
  const rest = left > 0 ? [box('free', zeros(left - EMPTY_BOX_BYTES))] : []
  const dataHeader = Buffer.concat([u32(1), Buffer.from('mdat'), u64(dataBytes + DATA_HEADER_BYTES)])
  await sink.write(0, Buffer.concat([FILE_TYPE, header, ...rest, dataHeader]))
  return {
    sizeBytes: dataStart + dataBytes,
    video: cached.find(({ kind }) => kind === 'video') ?? null,
    audio: cached.find(({ kind }) => kind === 'audio') ?? null,
  }
}

/** Where the media data is to begin: where it is, unless the header does not fit before it or would leave a gaping hole. */
function fittingStart(leastStart: number, reservedStart: number, dataBytes: number): number {
  const left = reservedStart - leastStart
  const isFitting = left === 0 || left >= EMPTY_BOX_BYTES
  const isUnnoticed = left <= Math.max(UNNOTICED_BYTES, UNNOTICED_SHARE * dataBytes)
  return isFitting && isUnnoticed ? reservedStart : leastStart
}

/** Writes one stretch of each track in turn. */
async function writePackets(
  data: MediaData,
  logs: readonly TrackLog[],
  { signal, largestBytes }: WriteOptions,
): Promise<void> {
  const readers = logs.map(({ track }) => new ChunkReader(track))
  try {
    for (let untilSeconds = CHUNK_SECONDS; readers.some((reader) => !reader.isDone); untilSeconds += CHUNK_SECONDS) {
      // Side by side: the audio is made while the frames are.
      const byteRanges = await Promise.all(readers.map((reader) => reader.readUntil(untilSeconds)))
      throwIfCancelled(signal)
      for (const [index, packets] of byteRanges.entries()) {
        if (packets.length === 0) {
          continue
        }
        const bytes = Buffer.concat(packets.map(({ data }) => data))
        if (FILE_TYPE.length + DATA_HEADER_BYTES + data.bytes + bytes.length > largestBytes) {
          throw new CutterError('too_large', `The clip would be larger than ${largestBytes} bytes.`)
        }
        const log = logs[index]!
        log.chunkOffsets.push(data.bytes)
        await data.add(bytes)
        log.chunkPackets.push(packets.length)
        for (const { pts, isSync, data: frame } of packets) {
          log.pts.push(pts)
          log.sizes.push(frame.length)
          if (isSync) {
            log.syncNumbers.push(log.pts.length)
          }
        }
      }
    }
  } catch (error) {
    // A track that fails leaves the other one at work. That ends with the cut, which need not wait for it to be told.
    for (const reader of readers) {
      reader.close().catch(() => {})
    }
    throw error
  }
}

/** What the header needs to know of the packets of a track. */
class TrackLog {
  readonly track: ClipTrack
  readonly chunkOffsets = new NumberList()
  readonly chunkPackets = new NumberList()
  readonly pts = new NumberList()
  readonly sizes = new NumberList()
  readonly syncNumbers = new NumberList()

  constructor(track: ClipTrack) {
    this.track = track
  }

  written(): WrittenTrack {
    const { kind, timescale, display } = this.track
    return {
      kind,
      timescale,
      display,
      endTick: this.#presentedEnd(),
      sampleEntry: this.track.sampleEntry(),
      chunkOffsets: this.chunkOffsets.numbers(),
      chunkPackets: this.chunkPackets.numbers(),
      pts: this.pts.numbers(),
      sizes: this.sizes.numbers(),
      syncNumbers: this.syncNumbers.numbers(),
    }
  }

  /** Audio may end before the clip does; its edit list must not promise more than there is. */
  #presentedEnd(): number {
    const { kind, endTick } = this.track
    const pts = this.pts.numbers()
    if (kind === 'video' || pts.length < 2) {
      return endTick
    }
    const packetTicks = pts[1]! - pts[0]!
    return Math.min(endTick, pts.at(-1)! + packetTicks)
  }
}
