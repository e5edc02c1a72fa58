import { averageBitrate, encodedShare, USUAL_SOUND_BITRATE } from './clip-size.ts'
import { chooseForm, type WishedForm } from './format-choice.ts'
import { AUDIO_BITRATE } from './quality.ts'
import { isH264, linesOf, type Rendition, type RenditionChoice } from './rendition-choice.ts'

/** Where in a video its bytes are, by the index of one of its renditions. */
export interface VideoWeights {
  secondsPerPiece: number
  pictureBytes: readonly number[]
  /** Of the picture standing by itself that the first ones of each piece lean on; 0 where nobody knows. */
  keyBytes: readonly number[]
  /** Of sound in the same file. */
  soundBytesPerSecond: number
}

/** What a clip of one form weighs: of the pictures of its part so much, every second so much, and whatever it is of so much. */
export interface FormWeight {
  pictureShare: number
  /** How much more the first pictures of a clip take that begins in the middle: they are encoded anew, as the source's own are not. */
  seamShare: number
  bytesPerSecond: number
  baseBytes: number
}

/** Finer than anybody chooses a range in most videos, and a few kilobytes to send. */
export const MOST_PIECES = 900
/** The tables of an MP4: of thirty pictures and their sound in a second. */
const TABLE_BYTES_PER_SECOND = 600
const HEADER_BYTES = 1_500
/**
 * Pictures at a seam are made to look like the source by an encoder in a hurry: the fewer bits a source has for a pixel, the
 * better its own encoder has used them. Fitted to 120 cuts of twelve films (`bench/src/clip-sizes.ts`).
 */
const SEAM_SECONDS = 2.5
const SEAM_SHARE = { usual: 0.2, atBitsPerPixel: 0.02, power: 0.6, most: 0.6 } as const
const USUAL_FRAME_RATE = 30
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

/**
 * null where the video does not have the form, or nothing tells how large it becomes.
 * @param artworkBytes of the picture beside an MP3
 */
export function formWeight(
  renditions: readonly Rendition[],
  form: WishedForm,
  { durationSeconds, artworkBytes }: { durationSeconds: number; artworkBytes: number },
  { pictureBytes, soundBytesPerSecond }: VideoWeights,
): FormWeight | null {
  const choice = chooseForm(renditions, form)
  const weighed = pictureBytes.reduce((sum, bytes) => sum + bytes, 0)
  if (!choice || weighed === 0) return null
  if (form.format === 'mp3')
    return { pictureShare: 0, seamShare: 0, bytesPerSecond: AUDIO_BITRATE / 8, baseBytes: HEADER_BYTES + artworkBytes }
  if (!choice.video || (form.format !== 'mp4' && form.format !== 'original')) return null
  const whole = averageBitrate(choice.video, durationSeconds)
  if (whole === null) return null
  const usual = Math.min(USUAL_SOUND_BITRATE, whole / 2)
  const inside = choice.video.carries === 'both' ? soundBytesPerSecond * 8 || usual : 0
  const beside = choice.audio !== null && choice.audio !== choice.video ? choice.audio : null
  const sound = inside + (beside ? (averageBitrate(beside, durationSeconds) ?? USUAL_SOUND_BITRATE) : 0)
  const isKept = isCopied(choice) || form.format === 'original'
  const share = isKept ? 1 : encodedShare(choice, choice.video, durationSeconds)
  return {
    pictureShare: (((whole - inside) / 8) * durationSeconds * share) / weighed,
    seamShare: isKept ? seamShare(choice.video, whole - inside) : 0,
    bytesPerSecond: Math.round(sound / 8 + TABLE_BYTES_PER_SECOND),
    baseBytes: HEADER_BYTES,
  }
}

function seamShare({ width, height, frameRate }: Rendition, pictureBitrate: number): number {
  const { usual, atBitsPerPixel, power, most } = SEAM_SHARE
  if (width === null || height === null || pictureBitrate <= 0) return usual
  const bitsPerPixel = pictureBitrate / (width * height * (frameRate || USUAL_FRAME_RATE))
  return Math.min(most, usual * (atBitsPerPixel / bitsPerPixel) ** power)
}

const isCopied = ({ video, scaleToLines }: RenditionChoice): boolean =>
  video !== null && scaleToLines === null && isH264(video)

/** What a clip of a range weighs: its pictures, one before them that they lean on, and what the seam takes. */
export function weighRange(
  { secondsPerPiece, pictureBytes, keyBytes }: Omit<VideoWeights, 'soundBytesPerSecond'>,
  { pictureShare, seamShare, bytesPerSecond, baseBytes }: FormWeight,
  { startSeconds, endSeconds }: { startSeconds: number; endSeconds: number },
): number {
  const [from, to] = [startSeconds / secondsPerPiece, endSeconds / secondsPerPiece]
  let pictures = 0
  for (let piece = Math.floor(from); piece < Math.min(to, pictureBytes.length); piece++)
    pictures += (pictureBytes[piece] ?? 0) * (Math.min(to, piece + 1) - Math.max(from, piece))
  const seconds = endSeconds - startSeconds
  const atSeam = startSeconds > 0 ? pictures * seamShare * Math.min(1, SEAM_SECONDS / seconds) : 0
  const lead = startSeconds > 0 ? (keyBytes[Math.floor(from)] ?? 0) : 0
  return Math.round(baseBytes + (lead + pictures + atSeam) * pictureShare + bytesPerSecond * seconds)
}
