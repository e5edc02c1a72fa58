import type { FitOptions } from '@kerf/contract/download'
import type { SubtitleRequest } from '@kerf/domain/captions/transcript'
import { type ClipFormat, isSilent } from '@kerf/domain/formats/clip-format'
import { type ClipOptions, SUBTITLED_FORMATS } from '@kerf/domain/formats/clip-options'
import type { ClipForm } from '@kerf/domain/formats/format-choice'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { VideoRecord } from '../../ports/clips.ts'
import { done, invalidRequest, type Outcome } from '../shared/outcome.ts'
import { decideFit } from '../videos/decide-fit.ts'
import type { DownloadRequest } from './decide-request.ts'

/** Options of the clip, and the requested subtitles. */
interface DecidedOptions {
  /** Normalized options: those without effect are left out, so that equal clips have equal options. */
  options: ClipOptions
  /** Requested subtitles, which may be a separate file; null for none. */
  subtitles: SubtitleRequest | null
}

type Details = Pick<VideoRecord['details'], 'renditions' | 'captions' | 'audioTracks' | 'live'>
type RequestedOptions = Pick<DownloadRequest, 'audioTrack' | 'subtitles' | keyof FitOptions>

/** Checks and normalizes the options of a clip of this form and these ranges. A refusal names the field. */
export function decideOptions(
  details: Details,
  form: ClipForm,
  ranges: readonly TimeRange[],
  request: RequestedOptions,
): Outcome<DecidedOptions> {
  const language = decideLanguage(details, form.format, request)
  if (!language.ok) return language
  const fit = decideFit(details, form, ranges, request)
  if (!fit.ok) return fit
  const { options, subtitles } = language.value
  const window = details.live ? { liveWindow: details.live.id } : {}
  return done({ options: { ...options, ...fit.value, ...window }, subtitles })
}

/** Checks the audio track and the subtitles. */
function decideLanguage(
  { captions = [], audioTracks = [] }: Details,
  format: ClipFormat,
  request: RequestedOptions,
): Outcome<DecidedOptions> {
  const track = audioTracks.find(({ id }) => id === request.audioTrack)
  if (request.audioTrack !== undefined && !track)
    return invalidRequest(
      `"audioTrack" must be ${oneOf(audioTracks, 'left out: this video has no choice of audio tracks')}.`,
    )
  // The track is left out if it has no effect: the original is the default, and silent formats have no audio.
  const audioTrack = track && !track.isOriginal && !isSilent(format) ? { audioTrack: track.id } : {}
  if (request.subtitles === undefined) return done({ options: audioTrack, subtitles: null })
  const { captions: id, as, style } = request.subtitles
  if (!SUBTITLED_FORMATS[as].includes(format))
    return invalidRequest(
      `"subtitles.as" "${as}" is offered with format ${SUBTITLED_FORMATS[as].join(', ')}, not ${format}.`,
    )
  if (style !== undefined && as !== 'burned')
    return invalidRequest('"subtitles.style" is offered for burned subtitles only.')
  if (!captions.some((choice) => choice.id === id))
    return invalidRequest(`"subtitles.captions" must be ${oneOf(captions, 'one of the video, which has no captions')}.`)
  if (as === 'file') return done({ options: audioTrack, subtitles: { captions: id, as } })
  const subtitles = as === 'track' ? { captions: id, as } : { captions: id, as, style: style ?? 'outline' }
  return done({ options: { ...audioTrack, subtitles }, subtitles })
}

const MAX_NAMED_IDS = 20

function oneOf(choices: readonly { id: string }[], otherwiseText: string): string {
  const ids = choices.slice(0, MAX_NAMED_IDS).map(({ id }) => id)
  const suffix = choices.length > MAX_NAMED_IDS ? ' and others' : ''
  return choices.length > 0 ? `one of ${ids.join(', ')}${suffix}` : otherwiseText
}
