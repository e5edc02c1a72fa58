import { chooseForm, type RequestedForm } from '../formats/format-choice.ts'
import { AUDIO_BITRATE } from '../formats/quality.ts'
import { isH264, linesOf, type Rendition, type RenditionChoice } from '../formats/rendition-choice.ts'
import { mp4AudioBitrate } from './clip-audio.ts'
import { averageBitrate, encodedShare, USUAL_AUDIO_BITRATE } from './clip-size.ts'

/** Where in a video its bytes are, by the index of one of its renditions. */
export interface VideoSizeIndex {
  secondsPerPiece: number
  /** Of the images shown in each piece that lean on others. */
  frameBytes: readonly number[]
  /** When images are shown that stand by themselves, in order; none where nobody knows. */
  keySeconds: readonly number[]
  /** What each of them takes. */
  keyBytes: readonly number[]
  /** Of audio in the same file. */
  audioBytesPerSecond: number
}

/** What a clip of one form weighs: of the images of its part so much, every second so much, and whatever it is of so much. */
export interface FormSize {
  frameShare: number
  /** Of the images that stand by themselves. */
  keyShare: number
  /** For how long each is shown. */
  frameSeconds: number
  /** Of a image at the seam of a clip, where only those are re-encoded; 0 where there is none. */
  seamPixels: number
  /** Of a image that is re-encoded out of a codec that needs fewer bits; 0 elsewhere. */
  againPixels: number
  bytesPerSecond: number
  baseBytes: number
  /** Of shorter clips nothing is told: nobody knows what images at their seams will take. */
  leastSeconds: number
}

/** Finer than anybody chooses a range in most videos, and a few kilobytes to send. */
export const MOST_SEGMENTS = 2400
/** The tables of an MP4: of thirty images and their audio in a second. */
export const TABLE_BYTES_PER_SECOND = 600
/** What stands in an MP4 besides; of a clip of more than a megabyte some room that is left free there, which is nothing beside it. */
const HEADER_BYTES = 1_100
const USUAL_FRAME_RATE = 30
/** Audio comes in blocks, of which a clip has a few more than its time. */
const AUDIO_EDGE_SECONDS = 0.085
const MP3_HEADER_BYTES = 2_300
/**
 * Clips in codecs of WebM are told by where H.264 has its bits, and their seams are not made to a size: from here on it does not show.
 * Shorter ones are measured.
 */
export const LONGEST_MEASURED_SECONDS = 20
/** Files whose index tells where every image is. */
const FRAME_FORMATS = ['mp4', 'm4v', 'mov']

/** The rendition whose index is asked: that of one is much like those of all. H.264, which is copied; neither smallest nor largest. */
export function renditionToEstimate<R extends Rendition>(renditions: readonly R[]): R | null {
  const indexed = renditions
    .filter(({ carries, container }) => carries !== 'audio' && FRAME_FORMATS.includes(container))
    .sort((one, other) => Number(isH264(other)) - Number(isH264(one)) || (linesOf(one) ?? 0) - (linesOf(other) ?? 0))
  const copied = indexed.filter(isH264)
  const best = copied.length > 0 ? copied : indexed
  return best[Math.floor(best.length / 2)] ?? null
}

/**
 * null where the video does not have the form, or nothing tells how large it becomes.
 * @param artworkBytes of the image beside an MP3
 */
export function formSize(
  renditions: readonly Rendition[],
  form: RequestedForm,
  { durationSeconds, artworkBytes }: { durationSeconds: number; artworkBytes: number },
  { frameBytes, keyBytes, audioBytesPerSecond }: VideoSizeIndex,
): FormSize | null {
  const choice = chooseForm(renditions, form)
  const bytes = { keys: sumOf(keyBytes), others: sumOf(frameBytes) }
  if (!choice || bytes.keys + bytes.others === 0) return null
  if (form.format === 'mp3')
    return {
      ...{ frameShare: 0, keyShare: 0, frameSeconds: 0 },
      seamPixels: 0,
      againPixels: 0,
      bytesPerSecond: AUDIO_BITRATE / 8,
      baseBytes: MP3_HEADER_BYTES + artworkBytes,
      leastSeconds: 0,
    }
  if (!choice.video || (form.format !== 'mp4' && form.format !== 'original')) return null
  const whole = averageBitrate(choice.video, durationSeconds)
  if (whole === null) return null
  const usual = Math.min(USUAL_AUDIO_BITRATE, whole / 2)
  const inside = choice.video.carries === 'both' ? audioBytesPerSecond * 8 || usual : 0
  const beside = choice.audio !== null && choice.audio !== choice.video ? choice.audio : null
  const source = inside + (beside ? (averageBitrate(beside, durationSeconds) ?? USUAL_AUDIO_BITRATE) : 0)
  const isWebm = form.format === 'original' && !isH264(choice.video)
  const audio = isWebm ? source : mp4AudioBitrate(choice.audio?.audioCodec ?? null, source)
  const isCached = isCopied(choice) || form.format === 'original'
  const share = isCached ? 1 : encodedShare(choice, choice.video, durationSeconds)
  const tables = choice.video.carries === 'both' ? HEADER_BYTES + TABLE_BYTES_PER_SECOND * durationSeconds : 0
  const own = Math.max(0, ((whole - inside) / 8) * durationSeconds - tables)
  const estimated = renditionToEstimate(renditions)
  const shares = choice.video === estimated ? { keys: 1, others: 1 } : sharesOf(choice.video, own, estimated, bytes)
  return {
    frameShare: share * shares.others,
    keyShare: share * shares.keys,
    frameSeconds: 1 / (choice.video.frameRate || USUAL_FRAME_RATE),
    seamPixels: isCached ? sourcePixels(choice.video) : 0,
    againPixels: isCached || isH264(choice.video) ? 0 : pixelsOf(choice),
    bytesPerSecond: Math.round(audio / 8 + TABLE_BYTES_PER_SECOND),
    baseBytes: Math.round(HEADER_BYTES + (audio / 8) * AUDIO_EDGE_SECONDS),
    leastSeconds: isWebm ? LONGEST_MEASURED_SECONDS : 0,
  }
}

/**
 * What the images of a rendition take of those of the weighed one. All of them together take what is known of both files; those that stand by
 * themselves are taken to grow half as that does and half as edges do, which are as long as a image is wide: else the quiet parts of a video
 * that moves elsewhere would be told too large.
 */
function sharesOf(
  rendition: Rendition,
  ownBytes: number,
  estimated: Rendition | null,
  bytes: { keys: number; others: number },
): { keys: number; others: number } {
  const all = ownBytes / (bytes.keys + bytes.others)
  const larger = sourcePixels(rendition) / Math.max(1, sourcePixels(estimated))
  const isAlike = estimated !== null && isH264(rendition) === isH264(estimated)
  if (!isAlike || !(larger > 0) || bytes.others === 0) return { keys: all, others: all }
  const keys = Math.sqrt(all * Math.sqrt(larger))
  const others = (ownBytes - keys * bytes.keys) / bytes.others
  return others > 0 ? { keys, others } : { keys: all, others: all }
}

const sourcePixels = (rendition: Rendition | null): number => (rendition?.width ?? 0) * (rendition?.height ?? 0)

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, bytes) => sum + bytes, 0)

/** Of a image as the clip has it. */
function pixelsOf({ video, scaleToLines }: RenditionChoice): number {
  const lines = video && linesOf(video)
  const scale = lines && scaleToLines !== null ? scaleToLines / lines : 1
  return (video?.width ?? 0) * (video?.height ?? 0) * scale ** 2
}

const isCopied = ({ video, scaleToLines }: RenditionChoice): boolean =>
  video !== null && scaleToLines === null && isH264(video)
