import { chooseForm, type WishedForm } from '../formats/format-choice.ts'
import { AUDIO_BITRATE } from '../formats/quality.ts'
import { isH264, linesOf, type Rendition, type RenditionChoice } from '../formats/rendition-choice.ts'
import { averageBitrate, encodedShare, USUAL_SOUND_BITRATE } from './clip-size.ts'
import { mp4SoundBitrate } from './clip-sound.ts'

/** Where in a video its bytes are, by the index of one of its renditions. */
export interface VideoWeights {
  secondsPerPiece: number
  /** Of the pictures shown in each piece that lean on others. */
  pictureBytes: readonly number[]
  /** When pictures are shown that stand by themselves, in order; none where nobody knows. */
  keySeconds: readonly number[]
  /** What each of them takes. */
  keyBytes: readonly number[]
  /** Of sound in the same file. */
  soundBytesPerSecond: number
}

/** What a clip of one form weighs: of the pictures of its part so much, every second so much, and whatever it is of so much. */
export interface FormWeight {
  pictureShare: number
  /** Of the pictures that stand by themselves. */
  keyShare: number
  /** For how long each is shown. */
  pictureSeconds: number
  /** Of a picture at the seam of a clip, where only those are encoded anew; 0 where there is none. */
  seamPixels: number
  /** Of a picture that is encoded anew out of a codec that needs fewer bits; 0 elsewhere. */
  anewPixels: number
  bytesPerSecond: number
  baseBytes: number
  /** Of shorter clips nothing is told: nobody knows what pictures at their seams will take. */
  leastSeconds: number
}

/** Finer than anybody chooses a range in most videos, and a few kilobytes to send. */
export const MOST_PIECES = 2400
/** The tables of an MP4: of thirty pictures and their sound in a second. */
export const TABLE_BYTES_PER_SECOND = 600
/** What stands in an MP4 besides; of a clip of more than a megabyte some room that is left free there, which is nothing beside it. */
const HEADER_BYTES = 1_100
const USUAL_FRAME_RATE = 30
/** Sound comes in blocks, of which a clip has a few more than its time. */
const SOUND_EDGE_SECONDS = 0.085
const MP3_HEADER_BYTES = 2_300
/**
 * Clips in codecs of WebM are told by where H.264 has its bits, and their seams are not made to a size: from here on it does not show.
 * Shorter ones are measured.
 */
export const LONGEST_MEASURED_SECONDS = 20
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
  { pictureBytes, keyBytes, soundBytesPerSecond }: VideoWeights,
): FormWeight | null {
  const choice = chooseForm(renditions, form)
  const bytes = { keys: sumOf(keyBytes), others: sumOf(pictureBytes) }
  if (!choice || bytes.keys + bytes.others === 0) return null
  if (form.format === 'mp3')
    return {
      ...{ pictureShare: 0, keyShare: 0, pictureSeconds: 0 },
      seamPixels: 0,
      anewPixels: 0,
      bytesPerSecond: AUDIO_BITRATE / 8,
      baseBytes: MP3_HEADER_BYTES + artworkBytes,
      leastSeconds: 0,
    }
  if (!choice.video || (form.format !== 'mp4' && form.format !== 'original')) return null
  const whole = averageBitrate(choice.video, durationSeconds)
  if (whole === null) return null
  const usual = Math.min(USUAL_SOUND_BITRATE, whole / 2)
  const inside = choice.video.carries === 'both' ? soundBytesPerSecond * 8 || usual : 0
  const beside = choice.audio !== null && choice.audio !== choice.video ? choice.audio : null
  const source = inside + (beside ? (averageBitrate(beside, durationSeconds) ?? USUAL_SOUND_BITRATE) : 0)
  const isWebm = form.format === 'original' && !isH264(choice.video)
  const sound = isWebm ? source : mp4SoundBitrate(choice.audio?.audioCodec ?? null, source)
  const isKept = isCopied(choice) || form.format === 'original'
  const share = isKept ? 1 : encodedShare(choice, choice.video, durationSeconds)
  const tables = choice.video.carries === 'both' ? HEADER_BYTES + TABLE_BYTES_PER_SECOND * durationSeconds : 0
  const own = Math.max(0, ((whole - inside) / 8) * durationSeconds - tables)
  const weighed = renditionToWeigh(renditions)
  const shares = choice.video === weighed ? { keys: 1, others: 1 } : sharesOf(choice.video, own, weighed, bytes)
  return {
    pictureShare: share * shares.others,
    keyShare: share * shares.keys,
    pictureSeconds: 1 / (choice.video.frameRate || USUAL_FRAME_RATE),
    seamPixels: isKept ? sourcePixels(choice.video) : 0,
    anewPixels: isKept || isH264(choice.video) ? 0 : pixelsOf(choice),
    bytesPerSecond: Math.round(sound / 8 + TABLE_BYTES_PER_SECOND),
    baseBytes: Math.round(HEADER_BYTES + (sound / 8) * SOUND_EDGE_SECONDS),
    leastSeconds: isWebm ? LONGEST_MEASURED_SECONDS : 0,
  }
}

/**
 * What the pictures of a rendition take of those of the weighed one. All of them together take what is known of both files; those that stand by
 * themselves are taken to grow half as that does and half as edges do, which are as long as a picture is wide: else the quiet parts of a film
 * that moves elsewhere would be told too large.
 */
function sharesOf(
  rendition: Rendition,
  ownBytes: number,
  weighed: Rendition | null,
  bytes: { keys: number; others: number },
): { keys: number; others: number } {
  const all = ownBytes / (bytes.keys + bytes.others)
  const larger = sourcePixels(rendition) / Math.max(1, sourcePixels(weighed))
  const isAlike = weighed !== null && isH264(rendition) === isH264(weighed)
  if (!isAlike || !(larger > 0) || bytes.others === 0) return { keys: all, others: all }
  const keys = Math.sqrt(all * Math.sqrt(larger))
  const others = (ownBytes - keys * bytes.keys) / bytes.others
  return others > 0 ? { keys, others } : { keys: all, others: all }
}

const sourcePixels = (rendition: Rendition | null): number => (rendition?.width ?? 0) * (rendition?.height ?? 0)

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, bytes) => sum + bytes, 0)

/** Of a picture as the clip has it. */
function pixelsOf({ video, scaleToLines }: RenditionChoice): number {
  const lines = video && linesOf(video)
  const scale = lines && scaleToLines !== null ? scaleToLines / lines : 1
  return (video?.width ?? 0) * (video?.height ?? 0) * scale ** 2
}

const isCopied = ({ video, scaleToLines }: RenditionChoice): boolean =>
  video !== null && scaleToLines === null && isH264(video)
