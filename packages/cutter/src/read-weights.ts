import { newMeter, type ReadOptions } from './bytes/part-reader.ts'
import { CutterError } from './cutter-error.ts'
import type { IndexedTrack } from './index/indexed-track.ts'
import type { TrackAccess } from './index/opened-part.ts'
import type { OpenedMedia } from './open-media.ts'

/** Where in a file its bytes are: what a part of it weighs, without reading the part. */
export interface MediaWeights {
  secondsPerPiece: number
  /** Of the pictures shown in each piece that lean on others, from the start of the media to its end. */
  pictureBytes: number[]
  /** When pictures are shown that stand by themselves, in order: in films of them alone, the first one of each piece. */
  keySeconds: number[]
  /** What each of them takes. */
  keyBytes: number[]
  /** Of sound in the same file; 0 where there is none, or it is counted among the pictures. */
  soundBytesPerSecond: number
}

const LEAST_SECONDS_PER_PIECE = 0.1
/** More of them, in a list, would be more to send than what pieces weigh. */
const MOST_KEYS_TO_A_PIECE = 2
/** Fragments whose own tables are looked at, to see how much of one its key picture is. */
const LOOKED_AT_FRAGMENTS = 3

/**
 * What the pictures of each part of a file weigh, by its index; of a fragmented file the tables of a few fragments are read, too.
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
  if (!track || stretches.length === 0 || !(durationSeconds > 0)) {
    throw new CutterError('unsupported_media', 'No index tells where its pictures are.')
  }
  const secondsPerPiece = Math.max(LEAST_SECONDS_PER_PIECE, durationSeconds / mostPieces)
  const pictureBytes = new Array<number>(Math.max(1, Math.ceil(durationSeconds / secondsPerPiece - 1e-6))).fill(0)
  const all = track.isWhollyKnown ? stretches.filter(({ isSync }) => isSync) : await keysOf(track, stretches, options)
  const keys = all.length > MOST_KEYS_TO_A_PIECE * mostPieces ? firstOfEach(all, secondsPerPiece) : all
  const told = new Set(keys)
  const keyShare = track.isWhollyKnown ? 0 : total(keys) / Math.max(1, total(stretches))
  for (const stretch of stretches) {
    const { fromSeconds, toSeconds, sizeBytes } = stretch
    const [from, to] = [fromSeconds / secondsPerPiece, toSeconds / secondsPerPiece]
    if (!told.has(stretch)) {
      spread(pictureBytes, from, to, sizeBytes * (1 - keyShare))
    }
  }
  const sound = await placesOf(media.sound?.access, options)
  const soundBytes = track.isWhollyKnown ? total(sound.stretches) : 0
  return {
    secondsPerPiece,
    pictureBytes: pictureBytes.map(Math.round),
    keySeconds: keys.map(({ fromSeconds }) => Math.round(fromSeconds * 1000) / 1000),
    keyBytes: keys.map(({ sizeBytes }) => Math.round(sizeBytes)),
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

/** Each fragment's key picture, by what share of theirs it is in some of them. */
async function keysOf(track: IndexedTrack, fragments: readonly Stretch[], options: ReadOptions): Promise<Stretch[]> {
  const step = Math.max(1, Math.floor(fragments.length / (LOOKED_AT_FRAGMENTS + 1)))
  const chosen = Array.from({ length: LOOKED_AT_FRAGMENTS }, (_, index) => fragments[step * (index + 1)]).filter(
    (fragment) => fragment !== undefined,
  )
  const looked = await Promise.all(
    (chosen.length > 0 ? chosen : fragments.slice(0, 1)).map(async ({ fromSeconds, toSeconds, sizeBytes }) => {
      const middle = Math.floor(((fromSeconds + toSeconds) / 2) * track.timescale)
      const [key] = await track.covering(middle, middle + 1, options)
      return { key: key?.isSync ? Math.min(key.sizeBytes, sizeBytes) : 0, all: sizeBytes }
    }),
  )
  const all = looked.reduce((sum, one) => sum + one.all, 0)
  const share = all > 0 ? looked.reduce((sum, { key }) => sum + key, 0) / all : 0
  return fragments.map((fragment) => ({ ...fragment, sizeBytes: fragment.sizeBytes * share }))
}

function firstOfEach(keys: readonly Stretch[], secondsPerPiece: number): Stretch[] {
  const pieceOf = ({ fromSeconds }: Stretch) => Math.floor(fromSeconds / secondsPerPiece)
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

function total(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}
