import type { ClipSubtitles, MediaChapter } from './subtitles.ts'

/** What a video carries beside its frames and audio. */
interface VideoExtras {
  /** On the media's timeline, in order. Those inside the ranges become the clip's. */
  chapters?: readonly MediaChapter[]
  /** BCP 47, of the audio: written as its language. Absent: unknown. */
  audioLanguage?: string
}

/** The kind of clip to make from a range. */

export type ClipSpec =
  /** An MP4 of H.264 and AAC. */
  | ({
      kind: 'video'
      /** Of the shorter side after scaling down; null: not scaled. */
      height: number | null
      subtitles?: ClipSubtitles
    } & VideoExtras)
  /** The media's own codecs, in MP4 or WebM (see originalContainer); only the seams are re-encoded. */
  | ({ kind: 'original'; subtitles?: Extract<ClipSubtitles, { as: 'track' }> } & VideoExtras)
  | {
      kind: 'mp3'
      /** Bits per second, e.g. 320,000. */
      bitrate: number
      tags?: Mp3Tags
    }
  /** Moving frames to be shared, of a few seconds (LONGEST_ANIMATION_SECONDS), small, without audio. */
  | { kind: 'gif' }
  | { kind: 'webp' }
  /** A PNG of the range's first frame as it is shown: turned upright, its pixels square. */
  | {
      kind: 'still'
      /** Of the shorter side after scaling down; null: not scaled. */
      height: number | null
    }

/** The codecs of clips that are audio alone, by their kind. */
export const AUDIO_CODECS = { mp3: 'mp3' } as const
type AudioSpec = Extract<ClipSpec, { kind: keyof typeof AUDIO_CODECS }>

export const isAudioOnly = (request: ClipSpec): request is AudioSpec => request.kind in AUDIO_CODECS

/** The tags that players show for an MP3. */
export interface Mp3Tags {
  title?: string
  artist?: string
  /** BCP 47, of what is said. */
  language?: string
  /** Left out if it is larger than LARGEST_ARTWORK_BYTES, or not such an image. */
  artwork?: { mimeType: 'image/jpeg' | 'image/png'; bytes: Uint8Array }
}

/** Ranges joined, all together; longer ones are refused as `too_long`. */
export const LONGEST_ANIMATION_SECONDS = 15
export const LARGEST_ARTWORK_BYTES = 2 * 1024 * 1024
