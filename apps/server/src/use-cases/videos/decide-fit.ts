import type { FitOptions } from '@kerf/contract/download'
import { type ClipOptions, OPTION_FORMATS } from '@kerf/domain/formats/clip-options'
import { cropArea, isWholeFrame, MIN_CROP_SHARE } from '@kerf/domain/formats/crop'
import { type ClipForm, originalCodecAndContainer } from '@kerf/domain/formats/format-choice'
import { rangesSeconds, roundToMillisecond, type TimeRange } from '@kerf/domain/ranges/time-range'
import { USUAL_MP3_BITRATE } from '@kerf/domain/sizes/audio-bitrate'
import type { VideoRecord } from '../../ports/clips.ts'
import { done, invalidRequest, type Outcome } from '../shared/outcome.ts'

type NormalizedFit = Omit<ClipOptions, 'audioTrack' | 'subtitles' | 'liveWindow'>

/** Checks the fit options together; the contract has checked each value on its own. A refusal names the field. */
export function decideFit(
  { renditions }: Pick<VideoRecord['details'], 'renditions'>,
  { quality, format }: ClipForm,
  ranges: readonly TimeRange[],
  request: FitOptions,
): Outcome<NormalizedFit> {
  const { maxBytes, crop, loudness, fade, bitrate, animation, container } = request
  const values = {
    maxBytes,
    crop,
    loudness,
    bitrate,
    animation,
    container,
    videoFade: fade?.video,
    audioFade: fade?.audio,
  }
  for (const option of FIT_OPTIONS) {
    const formats = OPTION_FORMATS[option]
    if (values[option] !== undefined && !formats.includes(format))
      return invalidRequest(`"${fieldOf(option)}" is offered with format ${formats.join(', ')}, not ${format}.`)
  }
  const audioOption = AUDIBLE_OPTIONS.find((option) => values[option] !== undefined)
  if (audioOption && renditions.every(({ carries }) => carries === 'video'))
    return invalidRequest(`"${fieldOf(audioOption)}" must be left out: this video has no audio.`)
  const maxFade = roundToMillisecond(rangesSeconds(ranges) / 2)
  const tooLongFade = FADE_OPTIONS.find((option) => (values[option] ?? 0) > maxFade)
  if (tooLongFade)
    return invalidRequest(`"${fieldOf(tooLongFade)}" must be at most half of the clip: ${maxFade} seconds.`)
  const area = typeof crop === 'object' ? cropArea(crop) : crop
  if (area === null)
    return invalidRequest(
      `"crop" must be inside the frame, and at least ${MIN_CROP_SHARE} of its width and of its height.`,
    )
  const { videoFade: video, audioFade: audio } = values
  return done({
    ...(maxBytes !== undefined && { maxBytes }),
    ...(area !== undefined && !isWholeFrame(area) && { crop: area }),
    ...(loudness !== undefined && { loudness: Math.round(loudness * 10) / 10 }),
    ...((video ?? audio) !== undefined && {
      fade: {
        ...(video !== undefined && { video: roundToMillisecond(video) }),
        ...(audio !== undefined && { audio: roundToMillisecond(audio) }),
      },
    }),
    ...(bitrate !== undefined && bitrate !== USUAL_MP3_BITRATE && { bitrate }),
    ...(animation && { animation: { ...animation, frameRate: Math.round(100 * animation.frameRate) / 100 } }),
    // A container that the original form has anyway is left out, so that equal clips have equal options.
    ...(container && originalCodecAndContainer(renditions, quality)?.container !== container && { container }),
  })
}

type FitOption = keyof typeof OPTION_FORMATS
const FIT_OPTIONS = Object.keys(OPTION_FORMATS) as FitOption[]
const AUDIBLE_OPTIONS = ['loudness', 'audioFade'] as const satisfies FitOption[]
const FADE_OPTIONS = ['videoFade', 'audioFade'] as const satisfies FitOption[]

const fieldOf = (option: FitOption): string =>
  option === 'videoFade' ? 'fade.video' : option === 'audioFade' ? 'fade.audio' : option
