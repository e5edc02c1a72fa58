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
  /** Of a picture at the seam of a clip, where only those are encoded anew; 0 where there is none. */
  seamPixels: number
  /** Of a picture that is encoded anew out of a codec that needs fewer bits; 0 elsewhere. */
  anewPixels: number
  bytesPerSecond: number
  baseBytes: number
}

/** Finer than anybody chooses a range in most videos, and a few kilobytes to send. */
export const MOST_PIECES = 2400
/** The tables of an MP4: of thirty pictures and their sound in a second. */
const TABLE_BYTES_PER_SECOND = 600
/** What stands in an MP4 before that, and the room that is left free there: it is written before anybody knows how long it gets. */
const HEADER_BYTES = 4_500
/** Sound comes in blocks, of which a clip has a few more than its time. */
const SOUND_EDGE_SECONDS = 0.085
const MP3_HEADER_BYTES = 2_300
/**
 * The engine's own rule for what pictures at a seam take (`cutter/plan/seam-size`): as much as in the source, and more of one
 * whose key pictures have fewer bits for a pixel than usual.
 */
const SEAM = { usualBitsPerPixel: 0.65, power: 0.75, leastShare: 0.85, mostShare: 1.6 } as const
/** The engine's own, for what seams may take. */
const BUDGET = {
  clipShare: 1.1,
  mostOfSource: 4,
  headStartSeconds: 0.9,
  leastBytesPerSecond: 18_750,
  toldShare: 1.1,
} as const
/** Where nobody knows where the next key picture is. */
const USUAL_SEAM_SECONDS = 2.5
/** Pieces as short as that tell where key pictures are. */
const MOST_SECONDS_TO_TELL_KEYS = 1
/** Of that picture, what a clip begins with that is encoded as a whole: the quality of all makes up for some of it. */
const ENCODED_LEAD = 0.7
/** A picture standing by itself looks no better in H.264 with more than that. */
const ENOUGH_KEY_BITS_PER_PIXEL = 1.15
/** How many clips end with pictures that cannot be copied without later ones, so that they need a key picture, too. */
const TAIL_SHARE = 0.6
/** Those are so few. */
const TAIL_SECONDS = 0.1
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
    return {
      pictureShare: 0,
      seamPixels: 0,
      anewPixels: 0,
      bytesPerSecond: AUDIO_BITRATE / 8,
      baseBytes: MP3_HEADER_BYTES + artworkBytes,
    }
  if (!choice.video || (form.format !== 'mp4' && form.format !== 'original')) return null
  const whole = averageBitrate(choice.video, durationSeconds)
  if (whole === null) return null
  const usual = Math.min(USUAL_SOUND_BITRATE, whole / 2)
  const inside = choice.video.carries === 'both' ? soundBytesPerSecond * 8 || usual : 0
  const beside = choice.audio !== null && choice.audio !== choice.video ? choice.audio : null
  const sound = inside + (beside ? (averageBitrate(beside, durationSeconds) ?? USUAL_SOUND_BITRATE) : 0)
  const isKept = isCopied(choice) || form.format === 'original'
  const share = isKept ? 1 : encodedShare(choice, choice.video, durationSeconds)
  const tables = choice.video.carries === 'both' ? HEADER_BYTES + TABLE_BYTES_PER_SECOND * durationSeconds : 0
  const own = Math.max(0, ((whole - inside) / 8) * durationSeconds - tables)
  return {
    pictureShare: share * (choice.video === renditionToWeigh(renditions) ? 1 : own / weighed),
    seamPixels: isKept ? (choice.video.width ?? 0) * (choice.video.height ?? 0) : 0,
    anewPixels: isKept || isH264(choice.video) ? 0 : pixelsOf(choice),
    bytesPerSecond: Math.round(sound / 8 + TABLE_BYTES_PER_SECOND),
    baseBytes: Math.round(HEADER_BYTES + (sound / 8) * SOUND_EDGE_SECONDS),
  }
}

/** Of a picture as the clip has it. */
function pixelsOf({ video, scaleToLines }: RenditionChoice): number {
  const lines = video && linesOf(video)
  const scale = lines && scaleToLines !== null ? scaleToLines / lines : 1
  return (video?.width ?? 0) * (video?.height ?? 0) * scale ** 2
}

/**
 * What pictures take that are encoded anew because others before them were left out.
 * @param source keyBytes: of the picture standing by itself that they lean on; ownBytes: of them
 */
export function seamBytes(source: { keyBytes: number; ownBytes: number; pixels: number }): number {
  const { keyBytes, ownBytes, pixels } = source
  const bitsPerPixel = (keyBytes * 8) / Math.max(1, pixels)
  const share = (SEAM.usualBitsPerPixel / Math.max(1e-6, bitsPerPixel)) ** SEAM.power
  return Math.min(SEAM.mostShare, Math.max(SEAM.leastShare, share)) * (keyBytes + ownBytes)
}

const isCopied = ({ video, scaleToLines }: RenditionChoice): boolean =>
  video !== null && scaleToLines === null && isH264(video)

/** What a clip of a range weighs: its pictures, of which those before the first key picture and some at the end are made anew. */
export function weighRange(weights: PieceWeights, form: FormWeight, range: Range): number {
  const besides = form.baseBytes + form.bytesPerSecond * (range.endSeconds - range.startSeconds)
  return Math.round(besides + weighPictures(weights, form, range))
}

type PieceWeights = Omit<VideoWeights, 'soundBytesPerSecond'>
type Range = { startSeconds: number; endSeconds: number }

/** Of such a clip, what its pictures weigh: the engine is asked to make them so. */
export function weighPictures(
  weights: PieceWeights,
  { pictureShare: share, seamPixels, anewPixels }: FormWeight,
  { startSeconds, endSeconds }: Range,
): number {
  const { secondsPerPiece, pictureBytes, keyBytes } = weights
  const enoughAt = (piece: number) => enoughShare((share * (keyBytes[piece] ?? 0) * 8) / Math.max(1, anewPixels))
  const pictureShare = share * (anewPixels === 0 ? 1 : averageWithin(weights, { startSeconds, endSeconds }, enoughAt))
  const between = (from: number, to: number) => pictureShare * picturesBetween(weights, from, to)
  const keyAt = (seconds: number) => pictureShare * (keyBytes[Math.floor(seconds / secondsPerPiece)] ?? 0)
  const keyOfStart = startSeconds > 0 ? keyAt(startSeconds) : 0
  if (seamPixels === 0 || keyOfStart === 0) return ENCODED_LEAD * keyOfStart + between(startSeconds, endSeconds)
  const copyFrom = Math.min(endSeconds, nextKeySeconds(weights, startSeconds))
  const ownBytes = between(startSeconds, copyFrom)
  const head = {
    seconds: copyFrom - startSeconds,
    bytes: seamBytes({ keyBytes: keyOfStart, ownBytes, pixels: seamPixels }),
  }
  const copied = between(copyFrom, endSeconds)
  if (copyFrom >= endSeconds || endSeconds >= pictureBytes.length * secondsPerPiece) return head.bytes + copied
  const tail = {
    seconds: TAIL_SECONDS,
    bytes: seamBytes({ keyBytes: keyAt(endSeconds), ownBytes: 0, pixels: seamPixels }),
  }
  const keySeconds = keySecondsBefore(weights, startSeconds)
  const coveredBytes = Math.max(keyOfStart, between(keySeconds, startSeconds)) + ownBytes + copied
  const covered = { bytes: coveredBytes, copiedBytes: copied, seconds: endSeconds - keySeconds }
  const without = affordedBytes([head], covered)
  return copied + without + TAIL_SHARE * (affordedBytes([head, tail], covered) - without)
}

interface Seam {
  seconds: number
  bytes: number
}

/**
 * What the engine makes of seams at most (`cutter/plan/bit-budget`, and a fifth more where sizes were told): few bits are
 * there for what is short and begins with a large key picture.
 */
function affordedBytes(
  seams: readonly Seam[],
  covered: { bytes: number; copiedBytes: number; seconds: number },
): number {
  const seconds = seams.reduce((sum, seam) => sum + seam.seconds + BUDGET.headStartSeconds, 0)
  const source = covered.bytes / Math.max(0.04, covered.seconds)
  const affordable = (BUDGET.clipShare * covered.bytes - covered.copiedBytes) / seconds
  const rate = Math.max(
    BUDGET.leastBytesPerSecond,
    BUDGET.clipShare * source,
    Math.min(BUDGET.mostOfSource * source, affordable),
  )
  return seams.reduce(
    (sum, seam) => sum + Math.min(seam.bytes, BUDGET.toldShare * rate * (seam.seconds + BUDGET.headStartSeconds)),
    0,
  )
}

/** Of slides, say, that have bits in plenty, more of them would not be seen. */
const enoughShare = (keyBitsPerPixel: number): number => Math.min(1, ENOUGH_KEY_BITS_PER_PIXEL / keyBitsPerPixel)

function averageWithin(
  { secondsPerPiece, pictureBytes }: PieceWeights,
  { startSeconds, endSeconds }: Range,
  valueAt: (piece: number) => number,
): number {
  let [sum, bytes] = [0, 0]
  for (let piece = Math.floor(startSeconds / secondsPerPiece); piece * secondsPerPiece < endSeconds; piece++) {
    const own = (pictureBytes[piece] ?? 0) + 1
    sum += own * valueAt(piece)
    bytes += own
  }
  return bytes > 0 ? sum / bytes : 1
}

function picturesBetween(
  { secondsPerPiece, pictureBytes }: Pick<VideoWeights, 'secondsPerPiece' | 'pictureBytes'>,
  startSeconds: number,
  endSeconds: number,
): number {
  const [from, to] = [startSeconds / secondsPerPiece, endSeconds / secondsPerPiece]
  let pictures = 0
  for (let piece = Math.floor(from); piece < Math.min(to, pictureBytes.length); piece++)
    pictures += (pictureBytes[piece] ?? 0) * (Math.min(to, piece + 1) - Math.max(from, piece))
  return pictures
}

/** When the key picture is shown that the pictures of a moment lean on. */
function keySecondsBefore(
  { secondsPerPiece, keyBytes }: Pick<VideoWeights, 'secondsPerPiece' | 'keyBytes'>,
  seconds: number,
): number {
  if (secondsPerPiece > MOST_SECONDS_TO_TELL_KEYS) return Math.max(0, seconds - USUAL_SEAM_SECONDS)
  const piece = Math.floor(seconds / secondsPerPiece)
  const other = keyBytes.findLastIndex((bytes, index) => index < piece && bytes !== keyBytes[piece])
  return (other + 1) * secondsPerPiece
}

/** Where pictures lean on another key picture: hardly two are of one size. */
function nextKeySeconds(
  { secondsPerPiece, keyBytes }: Pick<VideoWeights, 'secondsPerPiece' | 'keyBytes'>,
  seconds: number,
): number {
  if (secondsPerPiece > MOST_SECONDS_TO_TELL_KEYS) return seconds + USUAL_SEAM_SECONDS
  const piece = Math.floor(seconds / secondsPerPiece)
  const next = keyBytes.findIndex((bytes, index) => index > piece && bytes !== keyBytes[piece])
  return next < 0 ? Infinity : next * secondsPerPiece
}
