import type { MediaChapter } from './subtitles.ts'

/** The facts that are known about media before a cut. */
export interface MediaFacts {
  durationSeconds: number
  /** 'mp4', 'webm', 'matroska' ...; the video's container when video and audio come in two files. */
  container: string
  video: {
    /** 'h264', 'hevc', 'vp9', 'vp8' or 'av1'. */
    codec: string
    /** Size in pixels as encoded, before rotation. */
    width: number
    height: number
    frameRate: number
    /** Clockwise rotation for display, in degrees: 0, 90, 180 or 270. */
    rotation: number
    /** Whether left and right are swapped after the rotation. */
    mirrored: boolean
    /** Whether frames can be copied into a clip; if not, they are all re-encoded. */
    copyable: boolean
  } | null
  audio: {
    /** 'aac', 'opus', 'mp3' ... */
    codec: string
    sampleRate: number
    channels: number
  } | null
  /**
   * All readable audio tracks in the file's order; absent if there is only one. `open` takes an index into this list.
   */
  audioTracks?: AudioTrackFacts[]
  /** Text-based subtitle tracks (mov_text, WebVTT, SubRip) in the file's order; absent if there are none. */
  textTracks?: TextTrackFacts[]
  /** Chapters in order; absent if there are none. */
  chapters?: MediaChapter[]
  /**
   * Time of the segments' own clock, in seconds, at zero of the media's timeline; only for media in segments. Subtitles
   * from the same playlist may use this clock.
   */
  clockSeconds?: number
  /**
   * Codec of audio that cannot be read. Requests for audio or video are then refused, because the clip would silently
   * lack the audio.
   */
  unreadableAudio?: string
}

/** The language and name of a track, as its file gives them. */
interface NamedTrack {
  /** BCP 47; null if the file does not say. */
  language: string | null
  /** null if the file gives no name. */
  name: string | null
}

export interface AudioTrackFacts extends NamedTrack {
  codec: string
  channels: number
  /** Whether players choose this track by default. */
  isDefault: boolean
}

export interface TextTrackFacts extends NamedTrack {
  codec: 'mov_text' | 'webvtt' | 'subrip'
}
