import type { SubtitlesRequest } from '@kerf/contract/download'
import type { Video } from '@kerf/contract/video'
import {
  SUBTITLE_KINDS,
  SUBTITLE_STYLES,
  type SubtitleKind,
  type SubtitleStyle,
} from '@kerf/domain/captions/transcript'
import { type ClipFormat, isSilent } from '@kerf/domain/formats/clip-format'
import { type Mp3Bitrate, optionsKey, SUBTITLED_FORMATS } from '@kerf/domain/formats/clip-options'
import {
  type Fit,
  fitInAddress,
  fitOfAddress,
  fitWithoutAudio,
  isSilentVideo,
  supportedFit,
  withoutNoOps,
} from './fit.ts'
import type { UrlOptions } from './trim-address.ts'

/** Choices for a video besides ranges, quality and format. They are part of the page's address. */
export interface ClipChoice {
  /** The id of an audio track; null: the original. */
  audioTrack: string | null
  /** The id of the captions for the transcript and the subtitles; null where there are none. */
  captions: string | null
  subtitles: ChosenSubtitles | null
  fit: Fit
}

interface ChosenSubtitles {
  as: SubtitleKind
  /** Style of burned-in subtitles. */
  style: SubtitleStyle
}

/** Options of a requested clip besides its range, quality and format. */
export interface RequestOptions extends Fit, RowOptions {
  audioTrack?: string
  subtitles?: SubtitlesRequest
}

/** Options that distinguish rows of the same quality and format. */
export interface RowOptions {
  bitrate?: Mp3Bitrate
  container?: 'mp4'
}

type AvailableChoices = Pick<Video, 'captions' | 'audioTracks'> & Partial<Pick<Video, 'options'>>

export const PLAIN_CLIP: ClipChoice = { audioTrack: null, captions: null, subtitles: null, fit: {} }

/** Choices of an address, as far as the video supports them. */
export function readChoice(address: UrlOptions, { captions, audioTracks, options = [] }: AvailableChoices): ClipChoice {
  const track = audioTracks.find(({ id, isOriginal }) => id === address.track && !isOriginal)
  const captionsInAddress = captions.find(({ id }) => id === address.captions)
  return {
    audioTrack: track?.id ?? null,
    captions: (captionsInAddress ?? captions[0])?.id ?? null,
    subtitles: captions.length > 0 ? readSubtitles(address.subtitles) : null,
    fit: isSilentVideo({ options }) ? fitWithoutAudio(fitOfAddress(address)) : fitOfAddress(address),
  }
}

/** Options in the address for a choice. Defaults are left out. */
export function optionsInAddress(
  { audioTrack, captions, subtitles, fit }: ClipChoice,
  video: AvailableChoices,
): UrlOptions {
  const isDefaultCaptions = captions === (video.captions[0]?.id ?? null)
  return {
    ...(audioTrack !== null && { track: audioTrack }),
    ...(captions !== null && (!isDefaultCaptions || subtitles) && { captions }),
    ...(subtitles && { subtitles: subtitlesWord(subtitles) }),
    ...fitInAddress(fit),
  }
}

/** Options in an address that makes the same clip again. */
export function optionsOfClip({ audioTrack, subtitles, ...fit }: Omit<ClipFacts, 'format'>): UrlOptions {
  return {
    ...(audioTrack !== null && { track: audioTrack }),
    ...(subtitles && { captions: subtitles.captions, subtitles: subtitlesWord(subtitles) }),
    ...fitInAddress(fit),
  }
}

/** Subtitles in an address: `file`, `track`, `burned`, `burned-box`, `burned-yellow`. */
const subtitlesWord = ({ as, style = 'outline' }: { as: SubtitleKind; style?: SubtitleStyle | undefined }): string =>
  as === 'burned' && style !== 'outline' ? `${as}-${style}` : as

function readSubtitles(word: string | undefined): ChosenSubtitles | null {
  const [formName, styleName] = word?.split('-') ?? []
  const subtitleForm = SUBTITLE_KINDS.find((name) => name === formName)
  return subtitleForm
    ? { as: subtitleForm, style: SUBTITLE_STYLES.find((name) => name === styleName) ?? 'outline' }
    : null
}

/** Options of a request for a clip of this format. Options that the format does not support are left out. */
export function optionsForFormat(
  { audioTrack, captions, subtitles, fit }: ClipChoice,
  format: ClipFormat,
): RequestOptions {
  return {
    ...(audioTrack !== null && !isSilent(format) && { audioTrack }),
    ...(subtitles &&
      captions !== null &&
      SUBTITLED_FORMATS[subtitles.as].includes(format) && {
        subtitles: { captions, as: subtitles.as, ...(subtitles.as === 'burned' && { style: subtitles.style }) },
      }),
    ...supportedFit(fit, format),
  }
}

/** Format and options of a clip that exists. */
interface ClipFacts extends Fit {
  format: ClipFormat
  audioTrack: string | null
  subtitles: SubtitlesRequest | null
}

/** Which options of a clip differ from the current choice. */
export function differencesOf({ format, audioTrack, subtitles, ...fit }: ClipFacts, choice: ClipChoice) {
  const options = optionsForFormat(choice, format)
  return {
    audio: audioTrack !== (options.audioTrack ?? null),
    subtitles: subtitlesKey(subtitles) !== subtitlesKey(options.subtitles),
    fit: optionsKey(withoutNoOps(fit)) !== optionsKey(withoutNoOps(options)),
  }
}

/** Whether a clip was made with the current choice. */
export function isAsChosen(clip: ClipFacts, choice: ClipChoice): boolean {
  return Object.values(differencesOf(clip, choice)).every((differs) => !differs)
}

const subtitlesKey = (subtitles: SubtitlesRequest | null | undefined): string =>
  subtitles ? `${subtitlesWord(subtitles)} ${subtitles.captions}` : ''
