import { newMeter, type ReadOptions } from './bytes/part-reader.ts'
import { CutterError } from './cutter-error.ts'
import type { IndexedTrack } from './index/indexed-track.ts'
import type { TrackAccess } from './index/opened-part.ts'
import type { OpenedMedia } from './open-media.ts'

/** Where in a file its bytes are: what a part of it weighs, without reading the part. */
export interface MediaWeights {
  secondsPerPiece: number
  /** Of the pictures shown in each piece, from the start of the media to its end. */
  pictureBytes: number[]
  /** Of a picture that stands by itself, on average; 0 where that is not known. */
  keyPictureBytes: number
  /** Of sound in the same file; 0 where there is none, or it is counted among the pictures. */
  soundBytesPerSecond: number
}

const LEAST_SECONDS_PER_PIECE = 1

/**
 * What the pictures of each part of a file weigh, by its index alone.
 * @throws CutterError unsupported_media where no index tells, broken_media, source_failed, cancelled
 */
export async function readWeights(
  media: OpenedMedia,
  mostPieces: number,
  { signal }: { signal?: AbortSignal } = {},
): Promise<MediaWeights> {
  const options: ReadOptions = { signal, meter: newMeter() }
  const { durationSeconds } = media.facts
  const { track, stretches } = await placesOf(media.video?.access, options)
  if (!track || !(durationSeconds > 0)) {
    throw new CutterError('unsupported_media', 'No index tells where its pictures are.')
  }
  const secondsPerPiece = Math.max(LEAST_SECONDS_PER_PIECE, durationSeconds / mostPieces)
  const pictureBytes = new Array<number>(Math.max(1, Math.ceil(durationSeconds / secondsPerPiece - 1e-6))).fill(0)
  for (const { fromSeconds, toSeconds, sizeBytes } of stretches) {
    spread(pictureBytes, fromSeconds / secondsPerPiece, toSeconds / secondsPerPiece, sizeBytes)
  }
  const keys = stretches.filter(({ isSync }) => isSync)
  const sound = await placesOf(media.sound?.access, options)
  const soundBytes = track.isWhollyKnown ? total(sound.stretches) : 0
  return {
    secondsPerPiece,
    pictureBytes: pictureBytes.map(Math.round),
    keyPictureBytes: keys.length === 0 ? 0 : Math.round(total(keys) / keys.length),
    soundBytesPerSecond: Math.round(soundBytes / durationSeconds),
  }
}

interface Stretch {
  fromSeconds: number
  toSeconds: number
  sizeBytes: number
  isSync: boolean
}

async function placesOf(
  access: TrackAccess | undefined,
  options: ReadOptions,
): Promise<{ track: IndexedTrack | null; stretches: Stretch[] }> {
  if (access?.kind !== 'indexed') {
    return { track: null, stretches: [] }
  }
  const { track } = access
  const ticks = track.timescale
  if (track.isWhollyKnown) {
    const packets = await track.covering(0, Number.POSITIVE_INFINITY, options)
    const stretches = packets.map(({ pts, sizeBytes, isSync }) => {
      const fromSeconds = Math.max(0, pts / ticks)
      return { fromSeconds, toSeconds: fromSeconds, sizeBytes, isSync }
    })
    return { track, stretches }
  }
  const stretches = track.stretches?.() ?? null
  return stretches === null
    ? { track: null, stretches: [] }
    : { track, stretches: stretches.map((stretch) => ({ ...stretch, isSync: false })) }
}

/** Adds what lies between two places, each counted in pieces, to the pieces that it lies in. */
function spread(pieces: number[], from: number, to: number, sizeBytes: number): void {
  const last = pieces.length - 1
  if (!(to > from)) {
    pieces[Math.min(last, Math.floor(from))]! += sizeBytes
    return
  }
  for (let piece = Math.floor(from); piece <= last && piece < to; piece++) {
    const share = (Math.min(to, piece + 1) - Math.max(from, piece)) / (to - from)
    pieces[piece]! += share * sizeBytes
  }
}

function total(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}
