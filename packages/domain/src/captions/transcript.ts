/** One row of the viewer's list of captions. */
export interface CaptionsChoice {
  /** Id within the video: `en`, `en-auto`, `track-2`. */
  id: string
  /** BCP 47; `und` if unknown. */
  language: string
  /** Readable name: `English (automatic)`. */
  label: string
  isAutomatic: boolean
}

/** A word of a cue and its start, in seconds of the video. */
export interface CueWord {
  startTime: number
  text: string
}

/** Plain text that is shown from `startTime` to `endTime`, in seconds of the video. A newline separates lines. */
export interface Cue {
  startTime: number
  endTime: number
  text: string
  /** Words in order, if the source gives their times. */
  words?: CueWord[]
}

/** Maximum length of a phrase to search for in a transcript, in characters. */
export const MAX_PHRASE_LENGTH = 200

/** Captions of a video as text. Cues are in the order of their start. */
export interface Transcript {
  /** BCP 47; `und` if unknown. */
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
  /** Id within the video. */
  id: string
  /** BCP 47; null if unknown. */
  language: string | null
  label: string
  isOriginal: boolean
}

/** Forms of subtitles: files beside the clip, a text track in it, or text drawn into its frames. */
export const SUBTITLE_KINDS = ['file', 'track', 'burned'] as const
export type SubtitleKind = (typeof SUBTITLE_KINDS)[number]

/** Styles of burned-in subtitles: white with an outline, white on a dark box, yellow with an outline. */
export const SUBTITLE_STYLES = ['outline', 'box', 'yellow'] as const
export type SubtitleStyle = (typeof SUBTITLE_STYLES)[number]

/** File formats of subtitles beside a clip. */
export const SUBTITLE_FILE_FORMATS = ['srt', 'vtt'] as const
export type SubtitleFileFormat = (typeof SUBTITLE_FILE_FORMATS)[number]

export interface SubtitleRequest {
  /** Id of the captions. */
  captions: string
  as: SubtitleKind
  /** Style of burned-in subtitles; `outline` if absent. */
  style?: SubtitleStyle
}
