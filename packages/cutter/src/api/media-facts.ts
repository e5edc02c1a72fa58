import type { MediaChapter } from './subtitles.ts'

/** What is known of a media file before it is cut. */
export interface MediaFacts {
  durationSeconds: number
  /** 'mp4', 'webm', 'matroska' ...: that of the frame when video and audio come in two files. */
  container: string
  video: {
    /** 'h264', 'hevc', 'vp9', 'vp8' or 'av1'. */
    codec: string
    /** As encoded, before the frame is turned. */
    width: number
    height: number
    frameRate: number
    /** Clockwise, in degrees: 0, 90, 180 or 270. */
    rotation: number
    /** Left and right are exchanged once it is turned. */
    mirrored: boolean
    /** Whether its frames can be copied into a clip; if not, the range must be re-encoded. */
    copyable: boolean
  } | null
  audio: {
    /** 'aac', 'opus', 'mp3' ... */
    codec: string
    sampleRate: number
    channels: number
  } | null
  /** All that can be read, in the file's order; absent where there is just one. `open` takes the index of one. */
  audioTracks?: AudioTrackFacts[]
  /** Subtitles in the file that can be read as text (mov_text, WebVTT, SubRip), in its order; absent if none. */
  textTracks?: TextTrackFacts[]
  /** In order; absent if none. */
  chapters?: MediaChapter[]
  /** Of media in segments: what their own clock shows at the beginning, in seconds. Subtitles beside them may count by it. */
  clockSeconds?: number
  /** There is audio that cannot be read, in a codec of this name: no clip is made that would have lost it. */
  unreadableAudio?: string
}

/** A track as its file names it. */
interface NamedTrack {
  /** BCP 47; null if the file does not say. */
  language: string | null
  /** null if the file gives it none. */
  name: string | null
}

export interface AudioTrackFacts extends NamedTrack {
  codec: string
  channels: number
  /** Players take it unless they are told otherwise. */
  isDefault: boolean
}

export interface TextTrackFacts extends NamedTrack {
  codec: 'mov_text' | 'webvtt' | 'subrip'
}
