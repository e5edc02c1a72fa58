import { CutterError } from '../api/cutter-error.ts'
import type { SizeIndex } from '../api/preview.ts'
import type { IndexedTrack } from '../demux/common/indexed-track.ts'
import type { OpenedMedia } from '../demux/common/opened-media.ts'
import type { TrackAccess } from '../demux/common/opened-part.ts'
import { newMeter, type ReadOptions } from '../io/part-reader.ts'
import { type Estimated, framesOf, shownAt } from './fragment-frames.ts'

const LEAST_SECONDS_PER_SEGMENT = 0.1
/** More of them, in a list, would be more to send than what pieces weigh. */
const MOST_KEYS_TO_A_SEGMENT = 2

/**
 * What the frames of each part of a file weigh, by its index; of a fragmented file the tables of a few fragments are read, too.
 * @throws CutterError unsupported_media where no index tells, broken_media, source_failed, cancelled
 */
export async function readSizeIndex(
  media: OpenedMedia,
  mostSegments: number,
  { signal }: { signal?: AbortSignal } = {},
): Promise<SizeIndex> {
  const options: ReadOptions = { signal, meter: newMeter() }
  const { durationSeconds } = media.facts
  const track = trackOf(media.video?.access)
  const frames = track && durationSeconds > 0 ? await framesIn(track, options) : []
  if (!track || frames.length === 0) {
    throw new CutterError('unsupported_media', 'No index tells where its frames are.')
  }
  const secondsPerPiece = Math.max(LEAST_SECONDS_PER_SEGMENT, durationSeconds / mostSegments)
  const frameBytes = new Array<number>(Math.max(1, Math.ceil(durationSeconds / secondsPerPiece - 1e-6))).fill(0)
  const all = frames.filter(({ isSync }) => isSync)
  const keys = all.length > MOST_KEYS_TO_A_SEGMENT * mostSegments ? firstOfEach(all, secondsPerPiece) : all
  const told = new Set(keys)
  for (const frame of frames) {
    if (!told.has(frame)) {
      spread(frameBytes, frame.fromSeconds / secondsPerPiece, frame.toSeconds / secondsPerPiece, frame.sizeBytes)
    }
  }
  const audioBytes = track.isWhollyKnown ? await bytesOf(trackOf(media.audio?.access), options) : 0
  return {
    secondsPerPiece,
    frameBytes: frameBytes.map(Math.round),
    keySeconds: keys.map(({ fromSeconds }) => Math.round(fromSeconds * 1000) / 1000),
    keyBytes: keys.map(({ sizeBytes }) => Math.round(sizeBytes)),
    audioBytesPerSecond: Math.round(audioBytes / durationSeconds),
  }
}

const trackOf = (access: TrackAccess | undefined): IndexedTrack | null =>
  access?.kind === 'indexed' ? access.track : null

async function framesIn(track: IndexedTrack, options: ReadOptions): Promise<Estimated[]> {
  if (!track.isWhollyKnown) {
    return framesOf(track.byteRanges?.() ?? [], track.timescale, options)
  }
  const packets = await track.covering(0, Number.POSITIVE_INFINITY, options)
  return packets.map(({ pts, sizeBytes, isSync }) => shownAt(pts / track.timescale, sizeBytes, isSync))
}

async function bytesOf(track: IndexedTrack | null, options: ReadOptions): Promise<number> {
  if (!track?.isWhollyKnown) {
    return (track?.byteRanges?.() ?? []).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  }
  return (await track.covering(0, Number.POSITIVE_INFINITY, options)).totalBytes
}

function firstOfEach(keys: readonly Estimated[], secondsPerPiece: number): Estimated[] {
  const segmentOf = ({ fromSeconds }: Estimated) => Math.floor(fromSeconds / secondsPerPiece)
  return keys.filter((key, index) => index === 0 || segmentOf(key) !== segmentOf(keys[index - 1]!))
}

/** Adds what lies between two places, each counted in pieces, to the pieces that it lies in. */
function spread(pieces: number[], from: number, to: number, sizeBytes: number): void {
  const last = pieces.length - 1
  if (!(to > from)) {
    pieces[Math.min(last, Math.floor(from))]! += sizeBytes
    return
  }
  // What is told to end behind the media is shown before its end all the same.
  const end = Math.min(to, pieces.length)
  for (let piece = Math.floor(from); piece <= last && piece < end; piece++) {
    const share = (Math.min(end, piece + 1) - Math.max(from, piece)) / (end - from)
    pieces[piece]! += share * sizeBytes
  }
}
