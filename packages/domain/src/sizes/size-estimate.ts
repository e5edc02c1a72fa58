import { isAnimation, isAudio, USUAL_ANIMATION } from '../formats/clip-format.ts'
import type { ClipOptions } from '../formats/clip-options.ts'
import { areaOf, type Crop, USUAL_ASPECT } from '../formats/crop.ts'
import { chooseForm, type RequestedForm } from '../formats/format-choice.ts'
import { QUALITIES } from '../formats/quality.ts'
import { heightOf, isH264, type Rendition, type RenditionChoice } from '../formats/rendition-choice.ts'
import { rangesSeconds, type TimeRange } from '../ranges/time-range.ts'
import { animationBitrate } from './animation-size.ts'
import { aacBitrate, audioAloneBitrate } from './audio-bitrate.ts'

/** An estimate from the index of one rendition, within 30 % for most clips; nothing is made to fit it. */

/** Where in a video its bytes are, by the index of one of its renditions. */
export interface SizeIndex {
  secondsPerPiece: number
  /** Of the frames shown in each piece, keyframes apart. */
  frameBytes: number[]
  /** When keyframes are shown, in order. */
  keySeconds: number[]
  keyBytes: number[]
  /** Of audio in the same file. */
  audioBytesPerSecond: number
}

/** What is estimated: a form, and what its options change in its size. */
export interface EstimatedForm extends RequestedForm {
  options?: ClipOptions
}

type VideoIndex = Omit<SizeIndex, 'audioBytesPerSecond'>

/** What a clip of one form takes: so much of the index's bytes, and so much every second. */
export interface FormSize {
  videoShare: number
  /** Where every frame is re-encoded, not the seams alone. */
  isReencoded: boolean
  /** Of what the frames before the first copied keyframe took. */
  headShare: number
  /** What a range that begins between two keyframes takes on top. */
  headBytes: number
  bytesPerSecond: number
  baseBytes: number
}

/** Finer than anybody chooses a range in most videos, and a few kilobytes to send. */
export const MOST_PIECES = 2400
const USUAL_AUDIO_BITRATE = 128_000
const WHOLE = { width: 1, height: 1 } as const
const BASE_BYTES = 1_500
const TABLE_BYTES_PER_SECOND = 600
/**
 * Frames before the first copied keyframe are re-encoded, with a keyframe at first. Fitted to 224 clips of 16 videos: they
 * grow less, the more bits a pixel the source's keyframes have.
 */
const HEAD = { leastShare: 1.05, mostShare: 2.3, shareAtOneBitPerPixel: 0.9, bytesPerPixelOfSide: 43 } as const
/** Of a rendition that is re-encoded as a whole, at its own size. */
const REENCODED_SHARE = 1.1
/** H.264 beside the codecs that need fewer bits. */
const CODEC_SHARES: readonly [RegExp, number][] = [
  [/^av0?1/i, 1.7],
  [/^(vp0?9|hev|hvc|h265)/i, 1.4],
]
/** Bits follow the height to this power: 1 is the length of a line, 2 the area. YouTube's own sizes say 1.4. */
const HEIGHT_POWER = 1.3
/** More than these bits a pixel the encoder does not spend. */
const MOST_BITS_PER_PIXEL = 0.15
const LEAST_FRAME_RATE = 24
/** Times are rounded to milliseconds. */
const SAME_SECONDS = 0.02
/** Files whose index tells where every frame is. */
const INDEXED_CONTAINERS = ['mp4', 'm4v', 'mov']

/** The rendition whose index is read: H.264, which is copied; neither the smallest nor the largest. */
export function renditionToIndex<R extends Rendition>(renditions: readonly R[]): R | null {
  const indexed = renditions
    .filter(({ carries, container }) => carries !== 'audio' && INDEXED_CONTAINERS.includes(container))
    .sort((one, other) => (heightOf(one) ?? 0) - (heightOf(other) ?? 0))
  const copied = indexed.filter(isH264)
  const best = copied.length > 0 ? copied : indexed
  return best[Math.floor(best.length / 2)] ?? null
}

/** Bits a second of a clip of this form, by the average of the whole video; null where nobody knows, or it has no such form. */
export function clipBitrate(
  renditions: readonly Rendition[],
  form: EstimatedForm,
  durationSeconds: number,
): number | null {
  if (isAnimation(form.format)) return movingBitrate(renditions, { ...form, format: form.format }, durationSeconds)
  const bitrates = formBitrates(renditions, form, durationSeconds)
  return bitrates && bitrates.video * bitrates.share + bitrates.audio
}

function movingBitrate(
  renditions: readonly Rendition[],
  form: EstimatedForm & { format: 'gif' | 'webp' },
  durationSeconds: number,
): number | null {
  const video = chooseForm(renditions, form, form.options)?.video
  if (!video) return null
  const { width, height } = video
  const isSized = width !== null && height !== null
  const { animation = USUAL_ANIMATION, crop } = form.options ?? {}
  const aspect = isSized ? width / height : USUAL_ASPECT
  const area = crop === undefined ? WHOLE : areaOf(crop, aspect)
  const frameRate = video.frameRate ?? LEAST_FRAME_RATE
  const whole = averageBitrate(video, durationSeconds)
  return animationBitrate(form.format, {
    width: Math.min(animation.width, isSized ? Math.max(area.width * width, area.height * height) : Infinity),
    frameRate: Math.min(animation.frameRate, frameRate),
    aspect: (aspect * area.width) / area.height,
    sourceBitsPerPixel: isSized && whole !== null ? whole / (width * height * frameRate) : null,
  })
}

/** null where the video does not have the form, or nothing tells how large it becomes. @param artworkBytes of audio alone */
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
    headShare: Math.min(HEAD.mostShare, Math.max(HEAD.leastShare, HEAD.shareAtOneBitPerPixel / keyBitsPerPixel)),
    headBytes: isReencoded ? 0 : Math.round(HEAD.bytesPerPixelOfSide * Math.sqrt(pixels)),
    bytesPerSecond: Math.round(audio / 8 + (isAudio(form.format) ? 0 : TABLE_BYTES_PER_SECOND)),
    baseBytes: BASE_BYTES + (isAudio(form.format) ? artworkBytes : 0),
  }
}

/**
 * Of the shorter side of its frames; null of audio and of animations.
 * @param atMost of the whole frame, before it is cropped
 */
export function clipHeight(renditions: readonly Rendition[], form: EstimatedForm, atMost = Infinity): number | null {
  const choice = chooseForm(renditions, form, form.options)
  const { width = null, height = null } = choice?.video ?? {}
  if (!choice || !width || !height || isAnimation(form.format)) return null
  const whole = Math.min(width, height)
  const scale = Math.min(choice.scaleToHeight ?? whole, atMost) / whole
  const crop = form.options?.crop
  const area = crop === undefined ? WHOLE : areaOf(crop, width / height)
  const shorter = scale * Math.min(area.width * width, area.height * height)
  return 2 * Math.round(shorter / 2)
}

/** Bytes of a clip of these ranges, joined. */
export function estimateBytes(index: VideoIndex, size: FormSize, ranges: readonly TimeRange[]): number {
  const bytesOf = size.isReencoded ? reencodedBytes : copiedBytes
  const videoBytes = ranges.reduce((all, range) => all + bytesOf(index, size, range), 0)
  return Math.round(size.baseBytes + videoBytes + size.bytesPerSecond * rangesSeconds(ranges))
}

export function bytesAt(bitrate: number, ranges: readonly TimeRange[]): number {
  return Math.round((bitrate * rangesSeconds(ranges)) / 8)
}

/** @param indexedAudioBitrate what the index says of audio in the same file; 0 where nothing is known */
function formBitrates(
  renditions: readonly Rendition[],
  form: EstimatedForm,
  durationSeconds: number,
  indexedAudioBitrate = 0,
) {
  const { options = {} } = form
  const choice = chooseForm(renditions, form, options)
  if (isAudio(form.format)) {
    if (!choice?.audio) return null
    const { audio: source } = choice
    const alone = source.carries === 'audio' ? averageBitrate(source, durationSeconds) : indexedAudioBitrate
    const audioAlone = { codec: source.audioCodec, bitrate: alone || USUAL_AUDIO_BITRATE }
    const audio = audioAloneBitrate(form.format, audioAlone, options.bitrate)
    return { video: 0, audio, share: 0, isReencoded: false, pixels: 0 }
  }
  if (!choice?.video || (form.format !== 'mp4' && form.format !== 'original')) return null
  const { video, audio } = choice
  const whole = averageBitrate(video, durationSeconds)
  const muxedBitrate = indexedAudioBitrate || USUAL_AUDIO_BITRATE
  const inside = video.carries === 'both' ? Math.min(muxedBitrate, (whole ?? Infinity) / 2) : 0
  const audible = audio && audio !== video ? (averageBitrate(audio, durationSeconds) ?? USUAL_AUDIO_BITRATE) : inside
  const crop = form.format === 'mp4' ? options.crop : undefined
  const isChanged = options.subtitles?.as === 'burned' || crop !== undefined || options.fade?.video !== undefined
  const isReencoded = form.format === 'mp4' && (isChanged || choice.scaleToHeight !== null || !isH264(video))
  const kept = keptShare(video, crop)
  return {
    video: whole === null ? QUALITIES[form.quality].typicalBitrate : whole - inside,
    audio: form.format === 'original' ? audible : aacBitrate(audio?.audioCodec ?? null, audible),
    share: kept * (isReencoded && whole !== null ? reencodedShare(choice, video, whole - inside) : 1),
    isReencoded,
    pixels: kept * (video.width ?? 0) * (video.height ?? 0),
  }
}

/** Of the frame's area. */
function keptShare({ width, height }: Rendition, crop: Crop | undefined): number {
  const area = crop === undefined ? null : areaOf(crop, width && height ? width / height : USUAL_ASPECT)
  return area ? area.width * area.height : 1
}

function reencodedShare({ scaleToHeight }: RenditionChoice, video: Rendition, bitrate: number): number {
  const height = heightOf(video)
  const scale = scaleToHeight === null || height === null ? 1 : scaleToHeight / height
  const codec = CODEC_SHARES.find(([name]) => name.test(video.videoCodec ?? ''))?.[1] ?? 1
  const share = REENCODED_SHARE * codec * scale ** HEIGHT_POWER
  if (video.width === null || video.height === null) return share
  const pixelsPerSecond = video.width * video.height * scale ** 2 * Math.max(LEAST_FRAME_RATE, video.frameRate ?? 0)
  return Math.min(share, (pixelsPerSecond * MOST_BITS_PER_PIXEL) / bitrate)
}

/** The average over the whole file is the best guess for a part of it; a declared bitrate is often a peak. */
function averageBitrate({ sizeBytes, bitrate }: Rendition, durationSeconds: number): number | null {
  return sizeBytes !== null && durationSeconds > 0 ? (sizeBytes * 8) / durationSeconds : bitrate
}

/** Copied from the first keyframe on. */
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

/** Where the first keyframe of a range is, and the bytes of the keyframe that the frames before it depend on. */
function copyStart({ keySeconds, keyBytes }: VideoIndex, { startTime, endTime }: TimeRange) {
  const following = keySeconds.findIndex((seconds) => seconds >= startTime - SAME_SECONDS)
  const copyFrom = Math.min(endTime, following < 0 ? Infinity : Math.max(startTime, keySeconds[following]!))
  const lead = keyBytes[following < 0 ? keyBytes.length - 1 : following - 1] ?? 0
  return { copyFrom, leadBytes: copyFrom > startTime ? lead : 0 }
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
    if (seconds >= startTime - SAME_SECONDS && seconds < endTime - SAME_SECONDS) bytes += keyBytes[key]!
  return bytes
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, bytes) => all + bytes, 0)
