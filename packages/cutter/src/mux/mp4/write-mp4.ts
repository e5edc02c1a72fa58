import type { ClipSink } from '../../api/clip-sink.ts'
import { brokenMedia, CutterError, throwIfCancelled } from '../../api/cutter-error.ts'
import { box, u32, u64, zeros } from '../../bitstream/mp4-boxes.ts'
import type { ClipPacket, ClipTrack } from '../../supply/clip-track.ts'
import { CHUNK_SECONDS } from './header-bound.ts'
import { buildMovieHeader, type MovieInfo, type WrittenTrack } from './movie-header.ts'

export interface WriteOptions extends MovieInfo {
  signal: AbortSignal | undefined
  maxBytes: number
  /** Estimated maximum size of moov. */
  headerBytes: number
  /** Largest media data that stays in memory until the header is built; default: 1 MiB. */
  maxHeldBytes?: number
}

/** File type boxes, which must have equal lengths. */
const FILE_TYPES = {
  video: box('ftyp', Buffer.from('isom'), u32(0x200), Buffer.from('isomiso2avc1mp41')),
  audio: box('ftyp', Buffer.from('M4A '), u32(0x200), Buffer.from('M4A isomiso2mp42')),
}
const FILE_TYPE_BYTES = FILE_TYPES.video.length
/** Size of the mdat header, with a 64-bit size because the size of the data is not known at the beginning. */
const DATA_HEADER_BYTES = 16
const EMPTY_BOX_BYTES = 8
/** Limits of reserved space that may stay unused in the clip: absolute, and as a share of the media data. */
const ACCEPTED_UNUSED_BYTES = 64 * 1024
const ACCEPTED_UNUSED_SHARE = 0.02

/**
 * Writes the tracks as an MP4, with the index first and little more than one chunk in memory. The index is built at the
 * end, in reserved space, and unused space becomes a `free` box. If the space is too small or far too large, the media
 * data moves. A small clip stays in memory until its index is built, and reserves no space.
 * @throws CutterError too_large if the clip exceeds `maxBytes`
 */
export async function writeMp4(sink: ClipSink, tracks: readonly ClipTrack[], options: WriteOptions) {
  const logs = tracks.map(emptyLog)
  const fileType = FILE_TYPES[tracks.every(({ kind }) => kind === 'audio') ? 'audio' : 'video']
  const reservedStart = FILE_TYPE_BYTES + options.headerBytes + EMPTY_BOX_BYTES + DATA_HEADER_BYTES
  const data = mediaData(sink, reservedStart, options.maxHeldBytes)
  await writePackets(data, logs, options)
  const dataBytes = data.bytes()
  // Tracks without packets are left out, because they confuse players.
  const writtenTracks = logs.filter(({ pts }) => pts.length > 0).map(writtenTrack)
  let header = buildMovieHeader(writtenTracks, reservedStart, options)
  const minStart = FILE_TYPE_BYTES + header.length + DATA_HEADER_BYTES
  const dataStart = data.isInMemory() ? minStart : chooseDataStart(minStart, reservedStart, dataBytes, options)
  requireWithinLimit(dataStart + dataBytes, options)
  if (data.isInMemory() || dataStart !== reservedStart) {
    await data.startAt(dataStart, options.signal)
    header = buildMovieHeader(writtenTracks, dataStart, options)
  }
  const unusedBytes = dataStart - minStart
  const freeBoxes = unusedBytes > 0 ? [box('free', zeros(unusedBytes - EMPTY_BOX_BYTES))] : []
  const dataHeader = Buffer.concat([u32(1), Buffer.from('mdat'), u64(dataBytes + DATA_HEADER_BYTES)])
  await sink.write(0, Buffer.concat([fileType, header, ...freeBoxes, dataHeader]))
  return {
    sizeBytes: dataStart + dataBytes,
    video: writtenTracks.find(({ kind }) => kind === 'video') ?? null,
    audio: writtenTracks.find(({ kind }) => kind === 'audio') ?? null,
  }
}

/** Final offset of the media data: the reserved one, unless the header does not fit or leaves too much space unused. */
function chooseDataStart(
  minStart: number,
  reservedStart: number,
  dataBytes: number,
  { maxBytes }: WriteOptions,
): number {
  const unusedBytes = reservedStart - minStart
  const isFitting = unusedBytes === 0 || unusedBytes >= EMPTY_BOX_BYTES
  const isAcceptable =
    unusedBytes <= Math.max(ACCEPTED_UNUSED_BYTES, ACCEPTED_UNUSED_SHARE * dataBytes) &&
    reservedStart + dataBytes <= maxBytes
  return isFitting && isAcceptable ? reservedStart : minStart
}

/** Maximum size of all packets in a clip of `maxBytes`, with the maximum header. */
export function maxPacketBytes({ maxBytes, headerBytes }: Pick<WriteOptions, 'maxBytes' | 'headerBytes'>): number {
  return maxBytes - (FILE_TYPE_BYTES + headerBytes + EMPTY_BOX_BYTES + DATA_HEADER_BYTES)
}

function requireWithinLimit(bytes: number, { maxBytes }: WriteOptions): void {
  if (bytes > maxBytes) throw new CutterError('too_large', `The clip would be larger than ${maxBytes} bytes.`)
}

async function writePackets(data: MediaData, logs: readonly TrackLog[], options: WriteOptions): Promise<void> {
  const tracks = logs.map(({ track }) => track)
  for await (const chunks of chunksInStep(tracks, options.signal)) {
    for (const [index, packets] of chunks.entries()) {
      if (packets.length === 0) continue
      const bytes = Buffer.concat(packets.map(({ data }) => data))
      requireWithinLimit(FILE_TYPE_BYTES + DATA_HEADER_BYTES + data.bytes() + bytes.length, options)
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
 * Yields the packets of all tracks in steps of half a second, as one array for each track. So bytes of a file that
 * tracks share need not stay in memory for the last track.
 */
export async function* chunksInStep(
  tracks: readonly Pick<ClipTrack, 'packets' | 'timescale'>[],
  signal: AbortSignal | undefined,
): AsyncGenerator<ClipPacket[][], void> {
  const readers = tracks.map(chunkReader)
  try {
    for (let untilSeconds = CHUNK_SECONDS; readers.some((reader) => !reader.isDone()); untilSeconds += CHUNK_SECONDS) {
      // The tracks run in parallel, so that audio and video are encoded at the same time.
      const chunks = await Promise.all(readers.map((reader) => reader.readUntil(untilSeconds)))
      throwIfCancelled(signal)
      yield chunks
    }
  } finally {
    // If one track fails, the other one may still be working. Its errors do not matter then.
    for (const reader of readers) reader.close().catch(() => {})
  }
}

function chunkReader({ packets, timescale }: Pick<ClipTrack, 'packets' | 'timescale'>) {
  const iterator = packets[Symbol.asyncIterator]()
  let nextPacket: ClipPacket | null = null
  let isDone = false
  return {
    isDone: () => isDone,
    async readUntil(seconds: number): Promise<ClipPacket[]> {
      const chunk: ClipPacket[] = []
      while (!isDone) {
        const result: IteratorResult<ClipPacket> = nextPacket ? { value: nextPacket } : await iterator.next()
        isDone = result.done === true
        nextPacket = result.done ? null : result.value
        if (!nextPacket || nextPacket.pts >= seconds * timescale) break
        chunk.push(nextPacket)
        nextPacket = null
      }
      return chunk
    },
    /** Ends the iteration, so that an unfinished track frees its codecs. */
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

/** End of a track's presentation. Audio may end before the clip, and its edit list must end with its packets. */
function presentedEnd({ kind, endTick }: ClipTrack, pts: readonly number[]): number {
  if (kind !== 'audio' || pts.length < 2) return endTick
  const packetTicks = pts[1]! - pts[0]!
  return Math.min(endTick, pts.at(-1)! + packetTicks)
}

/** Default limit of media data that stays in memory. In larger clips, unused space for the header does not matter. */
const MAX_HELD_BYTES = 1024 * 1024
const COPY_BYTES = 4 * 1024 * 1024

type MediaData = ReturnType<typeof mediaData>

/** Writes the media data of a clip after reserved space. A small clip stays in memory until its offset is known. */
function mediaData(sink: ClipSink, reservedStart: number, maxHeldBytes = MAX_HELD_BYTES) {
  /** Chunks in memory; null after the first write to the sink. */
  let heldChunks: Uint8Array[] | null = []
  let bytes = 0

  /** Moves the written data. Source and target may overlap, so the order avoids overwriting unread bytes. */
  const moveTo = async (start: number, signal: AbortSignal | undefined) => {
    for (let movedBytes = 0; movedBytes < bytes; ) {
      throwIfCancelled(signal)
      const size = Math.min(COPY_BYTES, bytes - movedBytes)
      const from = reservedStart + (start > reservedStart ? bytes - movedBytes - size : movedBytes)
      await sink.write(from + start - reservedStart, await sink.read(from, from + size))
      movedBytes += size
    }
  }

  return {
    bytes: () => bytes,
    isInMemory: () => heldChunks !== null,
    async add(chunk: Uint8Array): Promise<void> {
      const unwrittenChunks = heldChunks ? [...heldChunks, chunk] : [chunk]
      const offset = heldChunks ? 0 : bytes
      bytes += chunk.length
      heldChunks = heldChunks && bytes <= maxHeldBytes ? unwrittenChunks : null
      if (!heldChunks) await sink.write(reservedStart + offset, Buffer.concat(unwrittenChunks))
    },
    /** Writes or moves all media data to its final offset. */
    async startAt(start: number, signal: AbortSignal | undefined): Promise<void> {
      await (heldChunks ? sink.write(start, Buffer.concat(heldChunks)) : moveTo(start, signal))
    },
  }
}
