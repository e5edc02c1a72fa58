import { isAnimation, isAudio, USUAL_ANIMATION } from '../formats/clip-format.ts'
import type { ClipOptions } from '../formats/clip-options.ts'
import { areaOf, type Crop, USUAL_ASPECT } from '../formats/crop.ts'
import { type ClipForm, chooseClipRenditions } from '../formats/format-choice.ts'
import { QUALITIES } from '../formats/quality.ts'
import { heightOf, isH264, type Rendition, type RenditionChoice } from '../formats/rendition-choice.ts'
import { rangesSeconds, type TimeRange } from '../ranges/time-range.ts'
import { animationBitrate } from './animation-size.ts'
import { audioOnlyBitrate, estimatedAacBitrate } from './audio-bitrate.ts'

/** Bytes over the time of a video, from the index of one rendition. Most estimates from it are within 30 %. */
export interface SizeIndex {
  secondsPerPiece: number
  /** Bytes of the frames in each part of the video, without keyframes. */
  frameBytes: number[]
  /** Times of keyframes, in order. */
  keySeconds: number[]
  keyBytes: number[]
  /** Bytes per second of audio in the same file. */
  audioBytesPerSecond: number
}

/** A form, and the options that change its size. */
export interface EstimatedForm extends ClipForm {
  options?: ClipOptions
}

type VideoIndex = Omit<SizeIndex, 'audioBytesPerSecond'>

/** Size of one form: shares of the index's bytes, and fixed amounts. */
export interface FormSize {
  videoShare: number
  /** Whether every frame is re-encoded, and not only the seams. */
  isReencoded: boolean
  /** Size of the frames before the first copied keyframe, as a share of their source. */
  headShare: number
  /** Extra bytes of a range that begins between two keyframes. */
  headBytes: number
  bytesPerSecond: number
  baseBytes: number
}

/** Maximum number of parts of an index: fine enough for almost every range, and only a few kilobytes to send. */
export const MAX_PIECES = 2400
const USUAL_AUDIO_BITRATE = 128_000
const WHOLE_FRAME = { width: 1, height: 1 } as const
const BASE_BYTES = 1_500
const TABLE_BYTES_PER_SECOND = 600
/**
 * Frames before the first copied keyframe are re-encoded and begin with a keyframe. Fitted to 224 clips of 16 videos:
 * they grow less if the source's keyframes have more bits per pixel.
 */
const HEAD_SIZE = { minShare: 1.05, maxShare: 2.3, shareAtOneBitPerPixel: 0.9, bytesPerPixelOfSide: 43 } as const
/** Size of a rendition that is re-encoded as a whole at its own size, as a share of its source. */
const REENCODED_SHARE = 1.1
/** Size of H.264, as a multiple of codecs that need fewer bits. */
const CODEC_SHARES: readonly [RegExp, number][] = [
  [/^av0?1/i, 1.7],
  [/^(vp0?9|hev|hvc|h265)/i, 1.4],
]
/** Exponent of bits by height. An exponent of 1 follows the height, 2 the area. YouTube's renditions have 1.4. */
const HEIGHT_EXPONENT = 1.3
/** Maximum number of bits per pixel that the encoder spends. */
const MAX_BITS_PER_PIXEL = 0.15
const MIN_FRAME_RATE = 24
/** Tolerance of times in seconds: indexes round to milliseconds. */
const TOLERANCE_SECONDS = 0.02
/** Containers whose index has the position of every frame. */
const INDEXED_CONTAINERS = ['mp4', 'm4v', 'mov']

/** The rendition whose index is read: one of medium size, H.264 if there is any, since that is copied. */
export function renditionToIndex<R extends Rendition>(renditions: readonly R[]): R | null {
  const indexedRenditions = renditions
    .filter(({ carries, container }) => carries !== 'audio' && INDEXED_CONTAINERS.includes(container))
    .sort((a, b) => (heightOf(a) ?? 0) - (heightOf(b) ?? 0))
  const copyableRenditions = indexedRenditions.filter(isH264)
  const candidates = copyableRenditions.length > 0 ? copyableRenditions : indexedRenditions
  return candidates[Math.floor(candidates.length / 2)] ?? null
}

/** Average bits per second of a clip of this form; null if they are unknown, or if the video does not have the form. */
export function clipBitrate(
  renditions: readonly Rendition[],
  form: EstimatedForm,
  durationSeconds: number,
): number | null {
  if (isAnimation(form.format))
    return estimateAnimationBitrate(renditions, { ...form, format: form.format }, durationSeconds)
  const bitrates = formBitrates(renditions, form, durationSeconds)
  return bitrates && bitrates.video * bitrates.share + bitrates.audio
}

function estimateAnimationBitrate(
  renditions: readonly Rendition[],
  form: EstimatedForm & { format: 'gif' | 'webp' },
  durationSeconds: number,
): number | null {
  const video = chooseClipRenditions(renditions, form, form.options)?.video
  if (!video) return null
  const { width, height } = video
  const isSized = width !== null && height !== null
  const { animation = USUAL_ANIMATION, crop } = form.options ?? {}
  const aspect = isSized ? width / height : USUAL_ASPECT
  const area = crop === undefined ? WHOLE_FRAME : areaOf(crop, aspect)
  const frameRate = video.frameRate ?? MIN_FRAME_RATE
  const wholeBitrate = averageBitrate(video, durationSeconds)
  return animationBitrate(form.format, {
    width: Math.min(animation.width, isSized ? Math.max(area.width * width, area.height * height) : Infinity),
    frameRate: Math.min(animation.frameRate, frameRate),
    aspect: (aspect * area.width) / area.height,
    sourceBitsPerPixel: isSized && wholeBitrate !== null ? wholeBitrate / (width * height * frameRate) : null,
  })
}

/**
 * Size of a form; null if the video does not have it, or its size is unknown.
 * @param artworkBytes cover of an audio clip
 */
export function formSize(
  renditions: readonly Rendition[],
  form: EstimatedForm,
  { durationSeconds, artworkBytes }: { durationSeconds: number; artworkBytes: number },
  { frameBytes, keyBytes, audioBytesPerSecond }: SizeIndex,
): FormSize | null {
  const bitrates = formBitrates(renditions, form, durationSeconds, 8 * audioBytesPerSecond)
  const indexedBytes = sum(frameBytes) + sum(keyBytes)
  if (!bitrates || indexedBytes === 0) return null
  const { video, audio, share, isReencoded, pixels } = bitrates
  const videoShare = (share * video * durationSeconds) / 8 / indexedBytes
  const keyBitsPerPixel = (8 * videoShare * sum(keyBytes)) / Math.max(1, keyBytes.length) / Math.max(1, pixels)
  return {
    videoShare,
    isReencoded,
    headShare: Math.min(
      HEAD_SIZE.maxShare,
      Math.max(HEAD_SIZE.minShare, HEAD_SIZE.shareAtOneBitPerPixel / keyBitsPerPixel),
    ),
    headBytes: isReencoded ? 0 : Math.round(HEAD_SIZE.bytesPerPixelOfSide * Math.sqrt(pixels)),
    bytesPerSecond: Math.round(audio / 8 + (isAudio(form.format) ? 0 : TABLE_BYTES_PER_SECOND)),
    baseBytes: BASE_BYTES + (isAudio(form.format) ? artworkBytes : 0),
  }
}

/**
 * Pixels of the shorter side of a clip's frames; null for audio and animations.
 * @param maxHeight height limit of the whole frame, before the crop
 */
export function clipHeight(renditions: readonly Rendition[], form: EstimatedForm, maxHeight = Infinity): number | null {
  const choice = chooseClipRenditions(renditions, form, form.options)
  const { width = null, height = null } = choice?.video ?? {}
  if (!choice || !width || !height || isAnimation(form.format)) return null
  const shorterSide = Math.min(width, height)
  const scale = Math.min(choice.scaleToHeight ?? shorterSide, maxHeight) / shorterSide
  const crop = form.options?.crop
  const area = crop === undefined ? WHOLE_FRAME : areaOf(crop, width / height)
  const croppedSide = scale * Math.min(area.width * width, area.height * height)
  return 2 * Math.round(croppedSide / 2)
}

/** Estimated bytes of a clip that joins these ranges. */
export function estimateBytes(index: VideoIndex, size: FormSize, ranges: readonly TimeRange[]): number {
  const bytesOf = size.isReencoded ? reencodedBytes : copiedBytes
  const videoBytes = ranges.reduce((bytes, range) => bytes + bytesOf(index, size, range), 0)
  return Math.round(size.baseBytes + videoBytes + size.bytesPerSecond * rangesSeconds(ranges))
}

export function bytesAt(bitrate: number, ranges: readonly TimeRange[]): number {
  return Math.round((bitrate * rangesSeconds(ranges)) / 8)
}

/** Bits per second of video and audio. @param indexedAudioBitrate audio in the same file, by the index; 0 if unknown */
function formBitrates(
  renditions: readonly Rendition[],
  form: EstimatedForm,
  durationSeconds: number,
  indexedAudioBitrate = 0,
) {
  const { options = {} } = form
  const choice = chooseClipRenditions(renditions, form, options)
  if (isAudio(form.format)) {
    if (!choice?.audio) return null
    const { audio: source } = choice
    const audioFileBitrate = source.carries === 'audio' ? averageBitrate(source, durationSeconds) : indexedAudioBitrate
    const audioAlone = { codec: source.audioCodec, bitrate: audioFileBitrate || USUAL_AUDIO_BITRATE }
    const audio = audioOnlyBitrate(form.format, audioAlone, options.bitrate)
    return { video: 0, audio, share: 0, isReencoded: false, pixels: 0 }
  }
  if (!choice?.video || (form.format !== 'mp4' && form.format !== 'original')) return null
  const { video, audio } = choice
  const wholeBitrate = averageBitrate(video, durationSeconds)
  const muxedBitrate = indexedAudioBitrate || USUAL_AUDIO_BITRATE
  const insideBitrate = video.carries === 'both' ? Math.min(muxedBitrate, (wholeBitrate ?? Infinity) / 2) : 0
  const audioBitrate =
    audio && audio !== video ? (averageBitrate(audio, durationSeconds) ?? USUAL_AUDIO_BITRATE) : insideBitrate
  const crop = form.format === 'mp4' ? options.crop : undefined
  const hasEditedFrames = options.subtitles?.as === 'burned' || crop !== undefined || options.fade?.video !== undefined
  const isReencoded = form.format === 'mp4' && (hasEditedFrames || choice.scaleToHeight !== null || !isH264(video))
  const areaShare = keptShare(video, crop)
  return {
    video: wholeBitrate === null ? QUALITIES[form.quality].typicalBitrate : wholeBitrate - insideBitrate,
    audio: form.format === 'original' ? audioBitrate : estimatedAacBitrate(audio?.audioCodec ?? null, audioBitrate),
    share:
      areaShare *
      (isReencoded && wholeBitrate !== null ? reencodedShare(choice, video, wholeBitrate - insideBitrate) : 1),
    isReencoded,
    pixels: areaShare * (video.width ?? 0) * (video.height ?? 0),
  }
}

/** Share of the frame's area that a crop leaves. */
function keptShare({ width, height }: Rendition, crop: Crop | undefined): number {
  const area = crop === undefined ? null : areaOf(crop, width && height ? width / height : USUAL_ASPECT)
  return area ? area.width * area.height : 1
}

function reencodedShare({ scaleToHeight }: RenditionChoice, video: Rendition, bitrate: number): number {
  const height = heightOf(video)
  const scale = scaleToHeight === null || height === null ? 1 : scaleToHeight / height
  const codec = CODEC_SHARES.find(([name]) => name.test(video.videoCodec ?? ''))?.[1] ?? 1
  const share = REENCODED_SHARE * codec * scale ** HEIGHT_EXPONENT
  if (video.width === null || video.height === null) return share
  const pixelsPerSecond = video.width * video.height * scale ** 2 * Math.max(MIN_FRAME_RATE, video.frameRate ?? 0)
  return Math.min(share, (pixelsPerSecond * MAX_BITS_PER_PIXEL) / bitrate)
}

/** Average bits per second over the whole file. A declared bitrate is often a peak, so the size comes first. */
function averageBitrate({ sizeBytes, bitrate }: Rendition, durationSeconds: number): number | null {
  return sizeBytes !== null && durationSeconds > 0 ? (sizeBytes * 8) / durationSeconds : bitrate
}

/** Bytes of a range that is copied from its first keyframe on. */
function copiedBytes(index: VideoIndex, size: FormSize, { startTime, endTime }: TimeRange): number {
  const { copyFrom, leadBytes } = copyStart(index, { startTime, endTime })
  const head = leadBytes + size.headShare * bytesBetween(index, startTime, copyFrom)
  const bytes = size.videoShare * (head + bytesBetween(index, copyFrom, endTime))
  return copyFrom > startTime ? size.headBytes + bytes : bytes
}

function reencodedBytes(index: VideoIndex, { videoShare }: FormSize, range: TimeRange): number {
  const { leadBytes } = copyStart(index, range)
  return videoShare * (leadBytes + bytesBetween(index, range.startTime, range.endTime))
}

/** Time of the first keyframe in a range, and bytes of the keyframe before it, which the first frames need. */
function copyStart({ keySeconds, keyBytes }: VideoIndex, { startTime, endTime }: TimeRange) {
  const nextKeyIndex = keySeconds.findIndex((seconds) => seconds >= startTime - TOLERANCE_SECONDS)
  const copyFrom = Math.min(endTime, nextKeyIndex < 0 ? Infinity : Math.max(startTime, keySeconds[nextKeyIndex]!))
  const keyframeBytes = keyBytes[nextKeyIndex < 0 ? keyBytes.length - 1 : nextKeyIndex - 1] ?? 0
  return { copyFrom, leadBytes: copyFrom > startTime ? keyframeBytes : 0 }
}

function bytesBetween(
  { secondsPerPiece, frameBytes, keySeconds, keyBytes }: VideoIndex,
  startTime: number,
  endTime: number,
): number {
  const from = startTime / secondsPerPiece
  const to = Math.min(endTime / secondsPerPiece, frameBytes.length)
  let bytes = 0
  for (let piece = Math.floor(from); piece < to; piece++)
    bytes += (frameBytes[piece] ?? 0) * (Math.min(to, piece + 1) - Math.max(from, piece))
  for (const [key, seconds] of keySeconds.entries())
    if (seconds >= startTime - TOLERANCE_SECONDS && seconds < endTime - TOLERANCE_SECONDS) bytes += keyBytes[key]!
  return bytes
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, bytes) => total + bytes, 0)
