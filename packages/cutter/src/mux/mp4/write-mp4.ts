import type { ClipSink } from '../../api/clip-sink.ts'
import { brokenMedia, CutterError, throwIfCancelled } from '../../api/cutter-error.ts'
import { box, u32, u64, zeros } from '../../bitstream/mp4-boxes.ts'
import type { ClipPacket, ClipTrack } from '../../supply/clip-track.ts'
import { CHUNK_SECONDS } from './header-bound.ts'
import { buildMovieHeader, type MovieInfo, type WrittenTrack } from './movie-header.ts'

export interface WriteOptions extends MovieInfo {
  signal: AbortSignal | undefined
  largestBytes: number
  /** The estimated maximum size of moov. */
  headerBytes: number
  /** A clip with no more media data is held until its header is built; 1 MiB by default. */
  mostHeldBytes?: number
}

/** Of the same length. */
const FILE_TYPES = {
  video: box('ftyp', Buffer.from('isom'), u32(0x200), Buffer.from('isomiso2avc1mp41')),
  audio: box('ftyp', Buffer.from('M4A '), u32(0x200), Buffer.from('M4A isomiso2mp42')),
}
const FILE_TYPE_BYTES = FILE_TYPES.video.length
/** Always the long form: how much will follow is not known yet. */
const DATA_HEADER_BYTES = 16
const EMPTY_BOX_BYTES = 8
/** Reserved room that was not needed may stay in the clip up to these sizes. */
const UNNOTICED_BYTES = 64 * 1024
const UNNOTICED_SHARE = 0.02

/**
 * Writes the tracks as an MP4, index first; memory holds little more than one chunk. The index is built at the end, in
 * room that was reserved for it, and the rest of the room becomes a `free` box. If the room is too small or far too large,
 * the media data moves. A small clip is held until its index is built, and reserves no room.
 */
export async function writeMp4(sink: ClipSink, tracks: readonly ClipTrack[], options: WriteOptions) {
  const logs = tracks.map(emptyLog)
  const fileType = FILE_TYPES[tracks.every(({ kind }) => kind === 'audio') ? 'audio' : 'video']
  const reservedStart = FILE_TYPE_BYTES + options.headerBytes + EMPTY_BOX_BYTES + DATA_HEADER_BYTES
  const data = mediaData(sink, reservedStart, options.mostHeldBytes)
  await writePackets(data, logs, options)
  const dataBytes = data.bytes()
  // A track without packets in the range would only confuse players.
  const written = logs.filter(({ pts }) => pts.length > 0).map(writtenTrack)
  let header = buildMovieHeader(written, reservedStart, options)
  const leastStart = FILE_TYPE_BYTES + header.length + DATA_HEADER_BYTES
  const dataStart = data.isHeld() ? leastStart : fittingStart(leastStart, reservedStart, dataBytes, options)
  requireSmall(dataStart + dataBytes, options)
  if (data.isHeld() || dataStart !== reservedStart) {
    await data.startAt(dataStart, options.signal)
    header = buildMovieHeader(written, dataStart, options)
  }
  const left = dataStart - leastStart
  const rest = left > 0 ? [box('free', zeros(left - EMPTY_BOX_BYTES))] : []
  const dataHeader = Buffer.concat([u32(1), Buffer.from('mdat'), u64(dataBytes + DATA_HEADER_BYTES)])
  await sink.write(0, Buffer.concat([fileType, header, ...rest, dataHeader]))
  return {
    sizeBytes: dataStart + dataBytes,
    video: written.find(({ kind }) => kind === 'video') ?? null,
    audio: written.find(({ kind }) => kind === 'audio') ?? null,
  }
}

/** Where the media data is to begin: where it is, unless the header does not fit before it or would leave a gaping hole. */
function fittingStart(
  leastStart: number,
  reservedStart: number,
  dataBytes: number,
  { largestBytes }: WriteOptions,
): number {
  const left = reservedStart - leastStart
  const isFitting = left === 0 || left >= EMPTY_BOX_BYTES
  const isUnnoticed =
    left <= Math.max(UNNOTICED_BYTES, UNNOTICED_SHARE * dataBytes) && reservedStart + dataBytes <= largestBytes
  return isFitting && isUnnoticed ? reservedStart : leastStart
}

/** The bytes of packets that a clip of `largestBytes` has room for, whatever its header needs. */
export function roomForPackets({
  largestBytes,
  headerBytes,
}: Pick<WriteOptions, 'largestBytes' | 'headerBytes'>): number {
  return largestBytes - (FILE_TYPE_BYTES + headerBytes + EMPTY_BOX_BYTES + DATA_HEADER_BYTES)
}

function requireSmall(bytes: number, { largestBytes }: WriteOptions): void {
  if (bytes > largestBytes) throw new CutterError('too_large', `The clip would be larger than ${largestBytes} bytes.`)
}

async function writePackets(data: MediaData, logs: readonly TrackLog[], options: WriteOptions): Promise<void> {
  const tracks = logs.map(({ track }) => track)
  for await (const chunks of chunksInStep(tracks, options.signal)) {
    for (const [index, packets] of chunks.entries()) {
      if (packets.length === 0) continue
      const bytes = Buffer.concat(packets.map(({ data }) => data))
      requireSmall(FILE_TYPE_BYTES + DATA_HEADER_BYTES + data.bytes() + bytes.length, options)
      const log = logs[index]!
      log.chunkOffsets.push(data.bytes())
      await data.add(bytes)
      log.chunkPackets.push(packets.length)
      for (const { pts, isSync, data: frame } of packets) {
        if (frame.length === 0) throw brokenMedia('A packet of the clip has no bytes.')
        log.pts.push(pts)
        log.sizes.push(frame.length)
        if (isSync) log.syncNumbers.push(log.pts.length)
      }
    }
  }
}

/**
 * The packets of all tracks, half a second after the other: what tracks share of a file is not held for the one that
 * comes last. An array for each track, in their order.
 */
export async function* chunksInStep(
  tracks: readonly Pick<ClipTrack, 'packets' | 'timescale'>[],
  signal: AbortSignal | undefined,
): AsyncGenerator<ClipPacket[][], void> {
  const readers = tracks.map(chunkReader)
  try {
    for (let untilSeconds = CHUNK_SECONDS; readers.some((reader) => !reader.isDone()); untilSeconds += CHUNK_SECONDS) {
      // Side by side: the audio is made while the frames are.
      const chunks = await Promise.all(readers.map((reader) => reader.readUntil(untilSeconds)))
      throwIfCancelled(signal)
      yield chunks
    }
  } finally {
    // A track that fails leaves the other one at work, which ends with the cut.
    for (const reader of readers) reader.close().catch(() => {})
  }
}

function chunkReader({ packets, timescale }: Pick<ClipTrack, 'packets' | 'timescale'>) {
  const iterator = packets[Symbol.asyncIterator]()
  let next: ClipPacket | null = null
  let isDone = false
  return {
    isDone: () => isDone,
    async readUntil(seconds: number): Promise<ClipPacket[]> {
      const chunk: ClipPacket[] = []
      while (!isDone) {
        const result: IteratorResult<ClipPacket> = next ? { value: next } : await iterator.next()
        isDone = result.done === true
        next = result.done ? null : result.value
        if (!next || next.pts >= seconds * timescale) break
        chunk.push(next)
        next = null
      }
      return chunk
    },
    /** Lets an unfinished track free its codecs. */
    async close(): Promise<void> {
      await iterator.return?.()
    },
  }
}

interface TrackLog {
  track: ClipTrack
  chunkOffsets: number[]
  chunkPackets: number[]
  pts: number[]
  sizes: number[]
  syncNumbers: number[]
}

function emptyLog(track: ClipTrack): TrackLog {
  return { track, chunkOffsets: [], chunkPackets: [], pts: [], sizes: [], syncNumbers: [] }
}

function writtenTrack({ track, ...log }: TrackLog): WrittenTrack {
  const { kind, timescale, display, language } = track
  return {
    kind,
    timescale,
    display,
    language,
    endTick: presentedEnd(track, log.pts),
    sampleEntry: track.sampleEntry(),
    ...log,
  }
}

/** Audio may end before the clip does; its edit list must not promise more than there is. */
function presentedEnd({ kind, endTick }: ClipTrack, pts: readonly number[]): number {
  if (kind !== 'audio' || pts.length < 2) return endTick
  const packetTicks = pts[1]! - pts[0]!
  return Math.min(endTick, pts.at(-1)! + packetTicks)
}

/** In larger clips, unused room in the header does not matter. */
const MOST_HELD_BYTES = 1024 * 1024
const COPY_BYTES = 4 * 1024 * 1024

type MediaData = ReturnType<typeof mediaData>

/** The media data of a clip, written after reserved space; a small clip is held until its start is known. */
function mediaData(sink: ClipSink, reservedStart: number, mostHeldBytes = MOST_HELD_BYTES) {
  let held: Uint8Array[] | null = []
  let bytes = 0

  /** Source and target may overlap: no byte is overwritten before it was read. */
  const moveTo = async (start: number, signal: AbortSignal | undefined) => {
    for (let done = 0; done < bytes; ) {
      throwIfCancelled(signal)
      const size = Math.min(COPY_BYTES, bytes - done)
      const from = reservedStart + (start > reservedStart ? bytes - done - size : done)
      await sink.write(from + start - reservedStart, await sink.read(from, from + size))
      done += size
    }
  }

  return {
    bytes: () => bytes,
    isHeld: () => held !== null,
    async add(added: Uint8Array): Promise<void> {
      const pending = held ? [...held, added] : [added]
      const offset = held ? 0 : bytes
      bytes += added.length
      held = held && bytes <= mostHeldBytes ? pending : null
      if (!held) await sink.write(reservedStart + offset, Buffer.concat(pending))
    },
    /** Writes, or moves, all of it to its final place. */
    async startAt(start: number, signal: AbortSignal | undefined): Promise<void> {
      await (held ? sink.write(start, Buffer.concat(held)) : moveTo(start, signal))
    },
  }
}
