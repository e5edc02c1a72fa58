import { averageBitrate, encodedShare, USUAL_SOUND_BITRATE } from './clip-size.ts'
import { AUDIO_BITRATE, type QualityId } from './quality.ts'
import { chooseRenditions, isH264, linesOf, type Rendition } from './rendition-choice.ts'

/** Where in a video its bytes are, by the index of one of its renditions. */
export interface VideoWeights {
  secondsPerPiece: number
  pictureBytes: readonly number[]
  /** Of a picture that stands by itself; 0 where nobody knows. */
  keyPictureBytes: number
  /** Of sound in the same file. */
  soundBytesPerSecond: number
}

/** What each piece of a video weighs as a clip of one quality, and what every clip weighs besides. */
export interface ClipPieces {
  baseBytes: number
  pieceBytes: number[]
}

/** Finer than anybody chooses a range, and a few kilobytes to send. */
export const MOST_PIECES = 240
/** The tables of an MP4: of thirty pictures and their sound in a second. */
const TABLE_BYTES_PER_SECOND = 600
const HEADER_BYTES = 1_500
/** The picture beside an MP3. */
const ARTWORK_BYTES = 55_000
/** Files whose index tells where every picture is. */
const PICTURE_FORMATS = ['mp4', 'm4v', 'mov']

/** The rendition whose index is asked: that of one is much like those of all. H.264, which is copied; neither smallest nor largest. */
export function renditionToWeigh<R extends Rendition>(renditions: readonly R[]): R | null {
  const indexed = renditions
    .filter(({ carries, container }) => carries !== 'audio' && PICTURE_FORMATS.includes(container))
    .sort((one, other) => Number(isH264(other)) - Number(isH264(one)) || (linesOf(one) ?? 0) - (linesOf(other) ?? 0))
  const copied = indexed.filter(isH264)
  const best = copied.length > 0 ? copied : indexed
  return best[Math.floor(best.length / 2)] ?? null
}

/** null where the video does not have the quality, or does not say how large anything is. */
export function clipPieces(
  renditions: readonly Rendition[],
  quality: QualityId,
  durationSeconds: number,
  weights: VideoWeights,
): ClipPieces | null {
  const { secondsPerPiece, pictureBytes, keyPictureBytes, soundBytesPerSecond } = weights
  const choice = chooseRenditions(renditions, quality)
  const weighed = pictureBytes.reduce((sum, bytes) => sum + bytes, 0)
  if (!choice || weighed === 0) return null
  if (!choice.video) {
    const piece = (AUDIO_BITRATE / 8) * secondsPerPiece
    return { baseBytes: ARTWORK_BYTES, pieceBytes: pictureBytes.map(() => Math.round(piece)) }
  }
  const whole = averageBitrate(choice.video, durationSeconds)
  if (whole === null) return null
  const usual = Math.min(USUAL_SOUND_BITRATE, whole / 2)
  const inside = choice.video.carries === 'both' ? soundBytesPerSecond * 8 || usual : 0
  const beside = choice.audio !== null && choice.audio !== choice.video ? choice.audio : null
  const sound = inside + (beside ? (averageBitrate(beside, durationSeconds) ?? USUAL_SOUND_BITRATE) : 0)
  const isCopied = choice.scaleToLines === null && isH264(choice.video)
  const share = isCopied ? 1 : encodedShare(choice, choice.video)
  const scale = (((whole - inside) / 8) * durationSeconds * share) / weighed
  const besides = (sound / 8 + TABLE_BYTES_PER_SECOND) * secondsPerPiece
  return {
    baseBytes: Math.round(HEADER_BYTES + keyPictureBytes * scale),
    pieceBytes: pictureBytes.map((bytes) => Math.round(bytes * scale + besides)),
  }
}

/** What a clip of a range weighs. */
export function weighRange(
  { baseBytes, pieceBytes }: ClipPieces,
  secondsPerPiece: number,
  range: { startSeconds: number; endSeconds: number },
): number {
  const [from, to] = [range.startSeconds / secondsPerPiece, range.endSeconds / secondsPerPiece]
  let bytes = baseBytes
  for (let piece = Math.floor(from); piece < Math.min(to, pieceBytes.length); piece++)
    bytes += (pieceBytes[piece] ?? 0) * (Math.min(to, piece + 1) - Math.max(from, piece))
  return Math.round(bytes)
}
