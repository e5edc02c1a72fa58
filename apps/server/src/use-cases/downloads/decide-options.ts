import type { MadeToFit } from '@kerf/contract/download'
import type { SubtitleRequest } from '@kerf/domain/captions/transcript'
import { type ClipFormat, isSilent } from '@kerf/domain/formats/clip-format'
import { type ClipOptions, SUBTITLED_FORMATS } from '@kerf/domain/formats/clip-options'
import type { RequestedForm } from '@kerf/domain/formats/format-choice'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import type { VideoRecord } from '../../ports/clips.ts'
import { done, invalidRequest, type Outcome } from '../shared/outcome.ts'
import { decideFit } from '../videos/decide-fit.ts'
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
    return invalidRequest(
      `"audioTrack" must be ${oneOf(audioTracks, 'left out: this video has no choice of audio tracks')}.`,
    )
  // The original is the same clip as none that is named; what makes no sound is the same in every language.
  const audioTrack = track && !track.isOriginal && !isSilent(format) ? { audioTrack: track.id } : {}
  if (asked.subtitles === undefined) return done({ options: audioTrack, subtitles: null })
  const { captions: id, as, style } = asked.subtitles
  if (!SUBTITLED_FORMATS[as].includes(format))
    return invalidRequest(
      `"subtitles.as" "${as}" is offered with format ${SUBTITLED_FORMATS[as].join(', ')}, not ${format}.`,
    )
  if (style !== undefined && as !== 'burned')
    return invalidRequest('"subtitles.style" is offered for burned subtitles only.')
  if (!captions.some((one) => one.id === id))
    return invalidRequest(`"subtitles.captions" must be ${oneOf(captions, 'one of the video, which has no captions')}.`)
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
