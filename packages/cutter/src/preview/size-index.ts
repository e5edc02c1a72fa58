import { unsupportedMedia } from '../api/cutter-error.ts'
import type { SizeIndex } from '../api/preview.ts'
import type { IndexedTrack } from '../demux/common/indexed-track.ts'
import type { Media } from '../demux/common/media.ts'
import type { TrackAccess } from '../demux/common/opened-part.ts'
import { newMeter, type ReadOptions } from '../io/part-reader.ts'
import { frameSizeAt, framesOf, type SizeEstimate } from './fragment-frames.ts'

const MIN_SECONDS_PER_PIECE = 0.1
/**
 * Maximum number of keyframes in the list for each interval. A longer list would be larger than the sizes of the
 * intervals.
 */
const MAX_KEYS_TO_A_PIECE = 2

/**
 * Reads the sizes of frames over time from the index of a file. For a fragmented file, the tables of a few fragments
 * are read.
 * @param maxPieces largest number of intervals
 * @throws CutterError unsupported_media without an index, broken_media, source_failed, cancelled
 */
export async function readSizeIndex(
  media: Media,
  maxPieces: number,
  { signal }: { signal?: AbortSignal } = {},
): Promise<SizeIndex> {
  const options: ReadOptions = { signal, meter: newMeter() }
  const { durationSeconds } = media.facts
  const track = indexedTrackOf(media.video?.access)
  const frames = track && durationSeconds > 0 ? await framesIn(track, options) : []
  if (!track || frames.length === 0) throw unsupportedMedia('No index tells where its frames are.')
  const secondsPerPiece = Math.max(MIN_SECONDS_PER_PIECE, durationSeconds / maxPieces)
  const frameBytes = new Array<number>(Math.max(1, Math.ceil(durationSeconds / secondsPerPiece - 1e-6))).fill(0)
  const allKeys = frames.filter(({ isSync }) => isSync)
  const keys =
    allKeys.length > MAX_KEYS_TO_A_PIECE * maxPieces ? firstKeyOfEachPiece(allKeys, secondsPerPiece) : allKeys
  const listedKeys = new Set(keys)
  for (const frame of frames) {
    if (!listedKeys.has(frame)) {
      spreadSize(frameBytes, frame.fromSeconds / secondsPerPiece, frame.toSeconds / secondsPerPiece, frame.sizeBytes)
    }
  }
  const audioBytes = track.isWhollyKnown ? await sumPacketBytes(indexedTrackOf(media.audio?.access), options) : 0
  return {
    secondsPerPiece,
    frameBytes: frameBytes.map(Math.round),
    keySeconds: keys.map(({ fromSeconds }) => Math.round(fromSeconds * 1000) / 1000),
    keyBytes: keys.map(({ sizeBytes }) => Math.round(sizeBytes)),
    audioBytesPerSecond: Math.round(audioBytes / durationSeconds),
  }
}

const indexedTrackOf = (access: TrackAccess | undefined): IndexedTrack | null =>
  access?.kind === 'indexed' ? access.track : null

async function framesIn(track: IndexedTrack, options: ReadOptions): Promise<SizeEstimate[]> {
  if (!track.isWhollyKnown) return framesOf(track.byteRanges?.() ?? [], track.timescale, options)
  const packets = await track.covering(0, Number.POSITIVE_INFINITY, options)
  return packets.map(({ pts, sizeBytes, isSync }) => frameSizeAt(pts / track.timescale, sizeBytes, isSync))
}

async function sumPacketBytes(track: IndexedTrack | null, options: ReadOptions): Promise<number> {
  if (!track?.isWhollyKnown) return (track?.byteRanges?.() ?? []).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  return (await track.covering(0, Number.POSITIVE_INFINITY, options)).totalBytes
}

function firstKeyOfEachPiece(keys: readonly SizeEstimate[], secondsPerPiece: number): SizeEstimate[] {
  const pieceOf = ({ fromSeconds }: SizeEstimate) => Math.floor(fromSeconds / secondsPerPiece)
  return keys.filter((key, index) => index === 0 || pieceOf(key) !== pieceOf(keys[index - 1]!))
}

/** Distributes a size over the intervals between two positions, which are counted in intervals. */
function spreadSize(pieces: number[], from: number, to: number, sizeBytes: number): void {
  const last = pieces.length - 1
  if (!(to > from)) {
    pieces[Math.min(last, Math.floor(from))]! += sizeBytes
    return
  }
  // A fragment that ends after the media counts until the end of the media.
  const end = Math.min(to, pieces.length)
  for (let piece = Math.floor(from); piece <= last && piece < end; piece++) {
    const share = (Math.min(end, piece + 1) - Math.max(from, piece)) / (end - from)
    pieces[piece]! += share * sizeBytes
  }
}
