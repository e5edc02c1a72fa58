import type { SubtitlesRequest } from '@kerf/contract/download'
import type { Video } from '@kerf/contract/video'
import {
  SUBTITLE_FORMS,
  SUBTITLE_STYLES,
  type SubtitleForm,
  type SubtitleStyle,
} from '@kerf/domain/captions/transcript'
import { type ClipFormat, isSilent } from '@kerf/domain/formats/clip-format'
import { type Mp3Bitrate, optionsKey, SUBTITLED_FORMATS } from '@kerf/domain/formats/clip-options'
import type { AskedOptions } from './asked-address.ts'
import { askedFit, type Fit, fitInAddress, fitOf, fitOfSilent, isSilentVideo, withoutNothing } from './fit.ts'

/** What a viewer chooses of a video beside ranges, quality and format. The page's address says it. */
export interface ClipChoice {
  /** The id of an audio track; null: the original. */
  audioTrack: string | null
  /** The id of the captions that are read, and that subtitles are made of; null where there are none. */
  captions: string | null
  subtitles: ChosenSubtitles | null
  fit: Fit
}

interface ChosenSubtitles {
  as: SubtitleForm
  /** Of burned-in ones. */
  style: SubtitleStyle
}

/** What may be asked of a clip beside its range, quality and format. */
export interface AskedClip extends Fit, RowOptions {
  audioTrack?: string
  subtitles?: SubtitlesRequest
}

/** What tells rows of the same quality and format apart. */
export interface RowOptions {
  bitrate?: Mp3Bitrate
  container?: 'mp4'
}

type Choices = Pick<Video, 'captions' | 'audioTracks'> & Partial<Pick<Video, 'options'>>

export const PLAIN_CLIP: ClipChoice = { audioTrack: null, captions: null, subtitles: null, fit: {} }

/** What an address asks for, as far as the video has it. */
export function askedChoice(asked: AskedOptions, { captions, audioTracks, options = [] }: Choices): ClipChoice {
  const track = audioTracks.find(({ id, isOriginal }) => id === asked.track && !isOriginal)
  const wanted = captions.find(({ id }) => id === asked.captions)
  return {
    audioTrack: track?.id ?? null,
    captions: (wanted ?? captions[0])?.id ?? null,
    subtitles: captions.length > 0 ? readSubtitles(asked.subtitles) : null,
    fit: isSilentVideo({ options }) ? fitOfSilent(askedFit(asked)) : askedFit(asked),
  }
}

/** How an address asks for it. What goes without saying is not said. */
export function optionsInAddress({ audioTrack, captions, subtitles, fit }: ClipChoice, video: Choices): AskedOptions {
  const isBest = captions === (video.captions[0]?.id ?? null)
  return {
    ...(audioTrack !== null && { track: audioTrack }),
    ...(captions !== null && (!isBest || subtitles) && { captions }),
    ...(subtitles && { subtitles: subtitlesWord(subtitles) }),
    ...fitInAddress(fit),
  }
}

/** How an address asks for what a clip was made with. */
export function optionsOfClip({ audioTrack, subtitles, ...fit }: Omit<MadeClip, 'format'>): AskedOptions {
  return {
    ...(audioTrack !== null && { track: audioTrack }),
    ...(subtitles && { captions: subtitles.captions, subtitles: subtitlesWord(subtitles) }),
    ...fitInAddress(fit),
  }
}

/** `file`, `track`, `burned`, `burned-box`. */
const subtitlesWord = ({ as, style = 'outline' }: { as: SubtitleForm; style?: SubtitleStyle | undefined }): string =>
  as === 'burned' && style !== 'outline' ? `${as}-${style}` : as

function readSubtitles(word: string | undefined): ChosenSubtitles | null {
  const [form, look] = word?.split('-') ?? []
  const as = SUBTITLE_FORMS.find((one) => one === form)
  return as ? { as, style: SUBTITLE_STYLES.find((one) => one === look) ?? 'outline' } : null
}

/** What a clip of this format is asked for with: what it cannot have is left out. */
export function optionsForFormat({ audioTrack, captions, subtitles, fit }: ClipChoice, format: ClipFormat): AskedClip {
  return {
    ...(audioTrack !== null && !isSilent(format) && { audioTrack }),
    ...(subtitles &&
      captions !== null &&
      SUBTITLED_FORMATS[subtitles.as].includes(format) && {
        subtitles: { captions, as: subtitles.as, ...(subtitles.as === 'burned' && { style: subtitles.style }) },
      }),
    ...fitOf(fit, format),
  }
}

interface MadeClip extends Fit {
  format: ClipFormat
  audioTrack: string | null
  subtitles: SubtitlesRequest | null
}

/** In what a clip differs from what is chosen now. */
export function differencesOf({ format, audioTrack, subtitles, ...fit }: MadeClip, choice: ClipChoice) {
  const wanted = optionsForFormat(choice, format)
  return {
    audio: audioTrack !== (wanted.audioTrack ?? null),
    subtitles: subtitlesKey(subtitles) !== subtitlesKey(wanted.subtitles),
    fit: optionsKey(withoutNothing(fit)) !== optionsKey(withoutNothing(wanted)),
  }
}

/** Whether a clip was made with what is chosen now. */
export function isAsChosen(clip: MadeClip, choice: ClipChoice): boolean {
  return Object.values(differencesOf(clip, choice)).every((differs) => !differs)
}

const subtitlesKey = (subtitles: SubtitlesRequest | null | undefined): string =>
  subtitles ? `${subtitlesWord(subtitles)} ${subtitles.captions}` : ''
