import type { ClipSubtitles, MediaChapter } from './subtitles.ts'

/** What a video carries beside its frames and audio. */
interface VideoExtras {
  /** On the media's timeline, in order. Those inside the ranges become the clip's. */
  chapters?: readonly MediaChapter[]
  /** BCP 47, of the audio: written as its language. Absent: unknown. */
  audioLanguage?: string
}

/** What is left of the frame as it is shown: an area in shares (0 to 1), or the largest of a shape, in the middle. */
export type ClipCrop = { left: number; top: number; width: number; height: number } | { ratio: number }

interface ChangedAudio {
  /** The integrated loudness in LUFS that the audio is brought to, its true peaks below -1 dBTP; absent: as it is. */
  loudness?: number
  /** Seconds over which the audio fades in and out; absent: it does not. */
  audioFade?: number
}

interface ChangedFrames {
  crop?: ClipCrop
  /** Seconds over which the frames fade in from black and out to it; absent: it does not. */
  videoFade?: number
}

/** The kind of clip to make from a range. */
export type ClipSpec =
  /** An MP4 of H.264 and AAC. */
  | ({
      kind: 'video'
      /** Of the shorter side after scaling down; null: not scaled. */
      height: number | null
      subtitles?: ClipSubtitles
      /** The file is not larger; absent: no limit. */
      maxBytes?: number
    } & VideoExtras &
      ChangedAudio &
      ChangedFrames)
  /** The media's own codecs, in MP4 or WebM (see originalContainer); only the seams are re-encoded. */
  | ({
      kind: 'original'
      subtitles?: Extract<ClipSubtitles, { as: 'track' }>
      /** VP9 and AV1 in an MP4, too; absent: in a WebM. */
      container?: 'mp4'
    } & VideoExtras &
      ChangedAudio)
  | ({
      kind: 'mp3'
      /** Bits per second, e.g. 320,000; 'v2': variable, about 190,000. */
      bitrate: number | 'v2'
      tags?: ClipTags
    } & ChangedAudio)
  /** AAC and Opus are copied except at the edges; FLAC and WAV are lossless, of 16 or 24 bits as the source. */
  | ({
      kind: 'm4a' | 'opus' | 'flac' | 'wav'
      tags?: ClipTags
    } & ChangedAudio)
  /** Moving frames to be shared, of a few seconds (LONGEST_ANIMATION_SECONDS), small, without audio. */
  | ({ kind: 'gif' } & AnimationShape & Pick<ChangedFrames, 'crop'>)
  | ({ kind: 'webp' } & AnimationShape & Pick<ChangedFrames, 'crop'>)
  /** A PNG of the range's first frame as it is shown: turned upright, its pixels square. */
  | {
      kind: 'still'
      /** Of the shorter side after scaling down; null: not scaled. */
      height: number | null
      crop?: ClipCrop
    }

export interface AnimationShape {
  /** Of the longer side, in pixels; never enlarged; absent: 480. */
  width?: number
  /** Frames a second, no more than the source has; absent: about 12, every second, third ... of the source's. */
  frameRate?: number
}

/** The codecs of clips that are audio alone, by their kind. */
export const AUDIO_CODECS = { mp3: 'mp3', m4a: 'aac', opus: 'opus', flac: 'flac', wav: 'pcm' } as const
export type AudioSpec = Extract<ClipSpec, { kind: keyof typeof AUDIO_CODECS }>

/** Whether its audio is to be another one than the media's, so that none of it can be copied. */
export function changesAudio(request: ClipSpec): request is Extract<ClipSpec, ChangedAudio> {
  const { loudness, audioFade } = request as ChangedAudio
  return loudness !== undefined || audioFade !== undefined
}

export const isAudioOnly = (request: ClipSpec): request is AudioSpec => request.kind in AUDIO_CODECS

/** What players show for a clip of audio alone. */
export interface ClipTags {
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
