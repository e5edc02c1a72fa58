import type { MadeToFit } from '@kerf/contract/download'
import type { SubtitleRequest } from '@kerf/domain/captions/transcript'
import { type ClipFormat, isSilent } from '@kerf/domain/formats/clip-format'
import { type ClipOptions, OPTION_FORMATS, SUBTITLED_FORMATS, USUAL_OPTIONS } from '@kerf/domain/formats/clip-options'
import { cropArea, isWholeFrame, LEAST_CROP_SHARE } from '@kerf/domain/formats/crop'
import { originalForm, type RequestedForm } from '@kerf/domain/formats/format-choice'
import { rangesSeconds, roundToMillisecond, type TimeRange } from '@kerf/domain/ranges/time-range'
import type { VideoRecord } from '../../ports/clips.ts'
import { done, type Outcome, type Refused, refused } from '../shared/outcome.ts'
import type { DownloadRequest } from './decide-request.ts'

/** What is made, and what comes beside it. */
interface DecidedOptions {
  /** Equal clips have equal options: what changes nothing is left out. */
  options: ClipOptions
  /** As they were asked for. */
  subtitles: SubtitleRequest | null
}

type Details = Pick<VideoRecord['details'], 'renditions' | 'captions' | 'audioTracks'>
type Asked = Pick<DownloadRequest, 'audioTrack' | 'subtitles' | keyof MadeToFit>

const unfit = (meaning: string): Refused => refused('invalid_request', { meaning })

/** What a clip of this form and these ranges is asked with. A refusal names the field. */
export function decideOptions(
  details: Details,
  form: RequestedForm,
  ranges: readonly TimeRange[],
  asked: Asked,
): Outcome<DecidedOptions> {
  const language = decideLanguage(details, form.format, asked)
  if (!language.ok) return language
  const fit = decideFit(details, form, ranges, asked)
  if (!fit.ok) return fit
  const { options, subtitles } = language.value
  return done({ options: { ...options, ...fit.value }, subtitles })
}

/** The audio track and the subtitles. */
function decideLanguage(
  { captions = [], audioTracks = [] }: Details,
  format: ClipFormat,
  asked: Asked,
): Outcome<DecidedOptions> {
  const track = audioTracks.find(({ id }) => id === asked.audioTrack)
  if (asked.audioTrack !== undefined && !track)
    return unfit(`"audioTrack" must be ${oneOf(audioTracks, 'left out: this video has no choice of audio tracks')}.`)
  // The original is the same clip as none that is named; what makes no sound is the same in every language.
  const audioTrack = track && !track.isOriginal && !isSilent(format) ? { audioTrack: track.id } : {}
  if (asked.subtitles === undefined) return done({ options: audioTrack, subtitles: null })
  const { captions: id, as, style } = asked.subtitles
  if (!SUBTITLED_FORMATS[as].includes(format))
    return unfit(`"subtitles.as" "${as}" is offered with format ${SUBTITLED_FORMATS[as].join(', ')}, not ${format}.`)
  if (style !== undefined && as !== 'burned') return unfit('"subtitles.style" is offered for burned subtitles only.')
  if (!captions.some((one) => one.id === id))
    return unfit(`"subtitles.captions" must be ${oneOf(captions, 'one of the video, which has no captions')}.`)
  if (as === 'file') return done({ options: audioTrack, subtitles: { captions: id, as } })
  const subtitles = as === 'track' ? { captions: id, as } : { captions: id, as, style: style ?? 'outline' }
  return done({ options: { ...audioTrack, subtitles }, subtitles })
}

const MOST_NAMED = 20

function oneOf(choices: readonly { id: string }[], none: string): string {
  const ids = choices.slice(0, MOST_NAMED).map(({ id }) => id)
  const more = choices.length > MOST_NAMED ? ' and others' : ''
  return choices.length > 0 ? `one of ${ids.join(', ')}${more}` : none
}

type FitOptions = Omit<ClipOptions, 'audioTrack' | 'subtitles'>

/** How the clip is made to fit where it goes; the contract has looked at each value by itself. */
export function decideFit(
  { renditions }: Pick<Details, 'renditions'>,
  { quality, format }: RequestedForm,
  ranges: readonly TimeRange[],
  asked: Pick<Asked, keyof MadeToFit>,
): Outcome<FitOptions> {
  const { maxBytes, crop, loudness, fade, bitrate, animation, container } = asked
  const values = {
    ...{ maxBytes, crop, loudness, bitrate, animation, container },
    ...{ videoFade: fade?.video, audioFade: fade?.audio },
  }
  for (const option of OPTIONS) {
    const formats = OPTION_FORMATS[option]
    if (values[option] !== undefined && !formats.includes(format))
      return unfit(`"${fieldOf(option)}" is offered with format ${formats.join(', ')}, not ${format}.`)
  }
  const heard = AUDIBLE_OPTIONS.find((option) => values[option] !== undefined)
  if (heard && renditions.every(({ carries }) => carries === 'video'))
    return unfit(`"${fieldOf(heard)}" must be left out: this video has no audio.`)
  const longest = roundToMillisecond(rangesSeconds(ranges) / 2)
  const long = FADES.find((option) => (values[option] ?? 0) > longest)
  if (long) return unfit(`"${fieldOf(long)}" must be at most half of the clip: ${longest} seconds.`)
  const area = typeof crop === 'object' ? cropArea(crop) : crop
  if (area === null)
    return unfit(`"crop" must be inside the frame, and at least ${LEAST_CROP_SHARE} of its width and of its height.`)
  const { videoFade: video, audioFade: audio } = values
  const isUsual = animation?.width === USUAL.width && animation?.frameRate === USUAL.frameRate
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
    ...(bitrate !== undefined && bitrate !== USUAL_OPTIONS.bitrate && { bitrate }),
    ...(animation && !isUsual && { animation }),
    // What is in an MP4 anyway is the same clip.
    ...(container && originalForm(renditions, quality)?.container !== container && { container }),
  })
}

const { animation: USUAL } = USUAL_OPTIONS
type Option = keyof typeof OPTION_FORMATS
const OPTIONS = Object.keys(OPTION_FORMATS) as Option[]
const AUDIBLE_OPTIONS = ['loudness', 'audioFade'] as const satisfies Option[]
const FADES = ['videoFade', 'audioFade'] as const satisfies Option[]

const fieldOf = (option: Option): string =>
  option === 'videoFade' ? 'fade.video' : option === 'audioFade' ? 'fade.audio' : option
