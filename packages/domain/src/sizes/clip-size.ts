import { ANIMATION_PIXELS } from '../formats/clip-format.ts'
import { chooseForm, type RequestedForm } from '../formats/format-choice.ts'
import { AUDIO_BITRATE, QUALITIES, type QualityId } from '../formats/quality.ts'
import { chooseRenditions, isH264, linesOf, type Rendition, type RenditionChoice } from '../formats/rendition-choice.ts'
import { mp4AudioBitrate } from './clip-audio.ts'

/** What audio beside a image takes where nobody says. */
export const USUAL_AUDIO_BITRATE = 128_000

/**
 * A image that is re-encoded is made in a hurry and to look like its source, so that it takes more bits than its source's
 * encoder needed: half as many again at the same size. Measured on the sample, 1.3 to 1.9 times.
 */
const ENCODED_AGAIN = 1.25
/** Bits follow the lines to this power: between as long as a line (1) and as large as the area (2). YouTube's own sizes say 1.4. */
const LINES_POWER = 1.3
/** Beyond that, H.264 in a hurry looks no better. */
const ENOUGH_BITS_PER_PIXEL = 0.15
const LEAST_FRAME_RATE = 24
/** How much more H.264 takes than the source's codec for the same image. */
const CODEC_SHARES: readonly [RegExp, number][] = [
  [/^av0?1/i, 1.7],
  [/^(vp0?9|hev|hvc|h265)/i, 1.4],
]

/** Bits a second that a clip of this quality will have, from what the source says about its renditions. */
export function clipBitrate(
  renditions: readonly Rendition[],
  quality: QualityId,
  durationSeconds: number,
): number | null {
  const choice = chooseRenditions(renditions, quality)
  if (!choice) return null
  if (!choice.video) return AUDIO_BITRATE
  const whole = averageBitrate(choice.video, durationSeconds)
  const beside = choice.audio !== null && choice.audio !== choice.video ? choice.audio : null
  const besideBitrate = beside ? (averageBitrate(beside, durationSeconds) ?? USUAL_AUDIO_BITRATE) : 0
  const audio = beside ? mp4AudioBitrate(beside.audioCodec, besideBitrate) : 0
  const isCopied = choice.scaleToLines === null && isH264(choice.video)
  if (whole === null) return QUALITIES[quality].typicalBitrate + audio
  return audio + (isCopied ? whole : encodedBitrate(choice, choice.video, durationSeconds, whole))
}

/** Bytes that a pixel takes where every image is kept as it is. */
const BYTES_PER_PIXEL = { png: 1.3, gif: 0.45, webp: 0.1 } as const
const ANIMATION_FRAME_RATE = 12
const USUAL_SHAPE = 16 / 9

/** Bytes of a clip in any form, or null when the video does not have it. */
export function expectedClipBytes(
  renditions: readonly Rendition[],
  form: RequestedForm,
  { durationSeconds, rangeSeconds }: { durationSeconds: number; rangeSeconds: number },
): number | null {
  const { format, quality } = form
  const choice = chooseForm(renditions, form)
  if (!choice) return null
  const shape = choice.video?.width && choice.video.height ? choice.video.width / choice.video.height : USUAL_SHAPE
  switch (format) {
    case 'mp4':
    case 'mp3':
      return approximateClipBytes(clipBitrate(renditions, quality, durationSeconds) ?? 0, rangeSeconds)
    case 'original':
      return approximateClipBytes(copiedBitrate(choice, quality, durationSeconds), rangeSeconds)
    case 'png': {
      const lines = QUALITIES[quality].height ?? 0
      return Math.round(lines * lines * Math.max(shape, 1 / shape) * BYTES_PER_PIXEL.png)
    }
    case 'gif':
    case 'webp': {
      const width = Math.min(ANIMATION_PIXELS, choice.video?.width ?? ANIMATION_PIXELS)
      return Math.round((width * width * ANIMATION_FRAME_RATE * BYTES_PER_PIXEL[format] * rangeSeconds) / shape)
    }
  }
}

/** Of a image that stays as it is, and of the audio beside it. */
function copiedBitrate({ video, audio }: RenditionChoice, quality: QualityId, durationSeconds: number): number {
  const beside = audio !== null && audio !== video ? audio : null
  const audio = beside ? (averageBitrate(beside, durationSeconds) ?? USUAL_AUDIO_BITRATE) : 0
  const frame = (video && averageBitrate(video, durationSeconds)) ?? QUALITIES[quality].typicalBitrate
  return frame + audio
}

/** The audio inside a file is not re-encoded: only its image changes. */
function encodedBitrate(choice: RenditionChoice, video: Rendition, durationSeconds: number, whole: number): number {
  const inside = audioInside(video, whole)
  return inside + (whole - inside) * encodedShare(choice, video, durationSeconds)
}

const audioInside = ({ carries }: Rendition, whole: number): number =>
  carries === 'both' ? Math.min(USUAL_AUDIO_BITRATE, whole / 2) : 0

/**
 * What a image takes once it is re-encoded, as a share of what it took. The engine keeps to it: what is told beforehand
 * is what is made. Of a video that has bits in plenty, no more than what can be seen.
 */
export function encodedShare({ scaleToLines }: RenditionChoice, video: Rendition, durationSeconds: number): number {
  const lines = linesOf(video)
  const smaller = scaleToLines === null || lines === null ? 1 : (scaleToLines / lines) ** LINES_POWER
  const codec = CODEC_SHARES.find(([name]) => name.test(video.videoCodec ?? ''))?.[1] ?? 1
  const share = ENCODED_AGAIN * smaller * codec
  const whole = averageBitrate(video, durationSeconds)
  if (whole === null || video.width === null || video.height === null || lines === null) return share
  const pixels = video.width * video.height * ((scaleToLines ?? lines) / lines) ** 2
  const enough = pixels * Math.max(LEAST_FRAME_RATE, video.frameRate ?? 0) * ENOUGH_BITS_PER_PIXEL
  return Math.min(share, enough / (whole - audioInside(video, whole)))
}

/** The average over the whole file is the best guess for a part of it; a declared bitrate is often a peak. */
export function averageBitrate(rendition: Rendition, durationSeconds: number): number | null {
  if (rendition.sizeBytes !== null && durationSeconds > 0) return (rendition.sizeBytes * 8) / durationSeconds
  return rendition.bitrate
}

export function approximateClipBytes(bitrate: number, rangeSeconds: number): number {
  return Math.round((bitrate * rangeSeconds) / 8)
}
