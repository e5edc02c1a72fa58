/** Captions of a video, as the viewer chooses among them. */
export interface CaptionsChoice {
  /** Names them within the video: `en`, `en-auto`, `track-2`. */
  id: string
  /** BCP 47; `und` where nobody knows. */
  language: string
  /** As a person reads it: `English (automatic)`. */
  label: string
  isAutomatic: boolean
}

/** When a word begins to be said, in seconds of the video. */
export interface CueWord {
  startTime: number
  text: string
}

/** Text that is shown from `startTime` to `endTime`, in seconds of the video. Plain text: lines are separated by a newline. */
export interface Cue {
  startTime: number
  endTime: number
  text: string
  /** In order, where the source knows them. */
  words?: CueWord[]
}

/** The longest text that is looked for in what is said. */
export const MAX_PHRASE_LENGTH = 200

/** What is said in a video. Cues are in the order of their start. */
export interface Transcript {
  /** BCP 47; `und` where nobody knows. */
  language: string
  cues: Cue[]
}

/** A named part of a video, in seconds. Chapters are in order and do not overlap. */
export interface Chapter {
  title: string
  startTime: number
  endTime: number
}

/** One of several audio tracks of a video: the original, dubbings, descriptions. */
export interface AudioTrackChoice {
  /** Names it within the video. */
  id: string
  /** BCP 47; null where nobody knows. */
  language: string | null
  label: string
  isOriginal: boolean
}

/** How subtitles come with a clip: in files beside it, as a text track in it, or drawn into its frames. */
export const SUBTITLE_FORMS = ['file', 'track', 'burned'] as const
export type SubtitleForm = (typeof SUBTITLE_FORMS)[number]

/** How burned-in subtitles look: white with an outline, white on a dark box, yellow with an outline. */
export const SUBTITLE_STYLES = ['outline', 'box', 'yellow'] as const
export type SubtitleStyle = (typeof SUBTITLE_STYLES)[number]

/** Files that subtitles come in. */
export const SUBTITLE_FILE_FORMATS = ['srt', 'vtt'] as const
export type SubtitleFileFormat = (typeof SUBTITLE_FILE_FORMATS)[number]

export interface SubtitleRequest {
  /** The id of the captions. */
  captions: string
  as: SubtitleForm
  /** Of burned-in ones; `outline` if it is left out. */
  style?: SubtitleStyle
}
