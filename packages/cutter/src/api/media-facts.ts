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
    /** Whether its frames can be copied into a clip; if not, the range must be re-encoded. */
    copyable: boolean
  } | null
  audio: {
    /** 'aac', 'opus', 'mp3' ... */
    codec: string
    sampleRate: number
    channels: number
  } | null
  /** There is audio that cannot be read, in a code of this name: no clip is made that would have lost it. */
  unreadableAudio?: string
}
