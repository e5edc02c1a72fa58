import { CutterError } from '../api/cutter-error.ts'
import type { SizeIndex } from '../api/preview.ts'
import type { IndexedTrack } from '../demux/common/indexed-track.ts'
import type { OpenedMedia } from '../demux/common/opened-media.ts'
import type { TrackAccess } from '../demux/common/opened-part.ts'
import { newMeter, type ReadOptions } from '../io/part-reader.ts'
import { picturesOf, shownAt, type Weighed } from './fragment-frames.ts'

const LEAST_SECONDS_PER_PIECE = 0.1
/** More of them, in a list, would be more to send than what pieces weigh. */
const MOST_KEYS_TO_A_PIECE = 2

/**
 * What the pictures of each part of a file weigh, by its index; of a fragmented file the tables of a few fragments are read, too.
 * @throws CutterError unsupported_media where no index tells, broken_media, source_failed, cancelled
 */
export async function readWeights(
  media: OpenedMedia,
  mostPieces: number,
  { signal }: { signal?: AbortSignal } = {},
): Promise<SizeIndex> {
  const options: ReadOptions = { signal, meter: newMeter() }
  const { durationSeconds } = media.facts
  const track = trackOf(media.video?.access)
  const pictures = track && durationSeconds > 0 ? await picturesIn(track, options) : []
  if (!track || pictures.length === 0) {
    throw new CutterError('unsupported_media', 'No index tells where its pictures are.')
  }
  const secondsPerPiece = Math.max(LEAST_SECONDS_PER_PIECE, durationSeconds / mostPieces)
  const pictureBytes = new Array<number>(Math.max(1, Math.ceil(durationSeconds / secondsPerPiece - 1e-6))).fill(0)
  const all = pictures.filter(({ isSync }) => isSync)
  const keys = all.length > MOST_KEYS_TO_A_PIECE * mostPieces ? firstOfEach(all, secondsPerPiece) : all
  const told = new Set(keys)
  for (const picture of pictures) {
    if (!told.has(picture)) {
      spread(
        pictureBytes,
        picture.fromSeconds / secondsPerPiece,
        picture.toSeconds / secondsPerPiece,
        picture.sizeBytes,
      )
    }
  }
  const soundBytes = track.isWhollyKnown ? await bytesOf(trackOf(media.sound?.access), options) : 0
  return {
    secondsPerPiece,
    pictureBytes: pictureBytes.map(Math.round),
    keySeconds: keys.map(({ fromSeconds }) => Math.round(fromSeconds * 1000) / 1000),
    keyBytes: keys.map(({ sizeBytes }) => Math.round(sizeBytes)),
    soundBytesPerSecond: Math.round(soundBytes / durationSeconds),
  }
}

const trackOf = (access: TrackAccess | undefined): IndexedTrack | null =>
  access?.kind === 'indexed' ? access.track : null

async function picturesIn(track: IndexedTrack, options: ReadOptions): Promise<Weighed[]> {
  if (!track.isWhollyKnown) {
    return picturesOf(track.stretches?.() ?? [], track.timescale, options)
  }
  const packets = await track.covering(0, Number.POSITIVE_INFINITY, options)
  return packets.map(({ pts, sizeBytes, isSync }) => shownAt(pts / track.timescale, sizeBytes, isSync))
}

async function bytesOf(track: IndexedTrack | null, options: ReadOptions): Promise<number> {
  if (!track?.isWhollyKnown) {
    return (track?.stretches?.() ?? []).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  }
  return (await track.covering(0, Number.POSITIVE_INFINITY, options)).totalBytes
}

function firstOfEach(keys: readonly Weighed[], secondsPerPiece: number): Weighed[] {
  const pieceOf = ({ fromSeconds }: Weighed) => Math.floor(fromSeconds / secondsPerPiece)
  return keys.filter((key, index) => index === 0 || pieceOf(key) !== pieceOf(keys[index - 1]!))
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
