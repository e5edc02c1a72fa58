/** What is known of a media file before it is cut. */
export interface MediaFacts {
  durationSeconds: number
  /** 'mp4', 'webm', 'matroska' ...: that of the picture when picture and sound come in two files. */
  container: string
  video: {
    /** 'h264', 'hevc', 'vp9', 'vp8' or 'av1'. */
    codec: string
    /** As encoded, before the picture is turned. */
    width: number
    height: number
    frameRate: number
    /** Clockwise, in degrees: 0, 90, 180 or 270. */
    rotation: number
    /** Whether its pictures can be copied into a clip; if not, the range must be encoded anew. */
    copyable: boolean
  } | null
  audio: {
    /** 'aac', 'opus', 'mp3' ... */
    codec: string
    sampleRate: number
    channels: number
  } | null
  /** There is sound that cannot be read, in a code of this name: no clip is made that would have lost it. */
  unreadableSound?: string
}
