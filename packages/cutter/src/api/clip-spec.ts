import type { ClipSubtitles, MediaChapter } from './subtitles.ts'

/** Metadata of a video clip. */
interface VideoExtras {
  /** Chapters on the media's timeline, in order. The clip gets the chapters inside its ranges. */
  chapters?: readonly MediaChapter[]
  /** Language of the audio (BCP 47), written into the clip; absent: unknown. */
  audioLanguage?: string
}

/**
 * The part of the displayed frame to keep: an area in fractions (0 to 1) of the frame's width and height, or the
 * largest centred area whose width divided by its height is `ratio`.
 */
export type ClipCrop = { left: number; top: number; width: number; height: number } | { ratio: number }

interface ChangedAudio {
  /** Target integrated loudness in LUFS; true peaks stay below -1 dBTP. Absent: the loudness is not changed. */
  loudness?: number
  /** Length of the audio's fade-in and fade-out, in seconds; absent: no fades. */
  audioFade?: number
}

interface ChangedFrames {
  crop?: ClipCrop
  /** Length of the fade from black and of the fade to black, in seconds; absent: no fades. */
  videoFade?: number
}

/** The kind of clip to make from a range. */
export type ClipSpec =
  /** An MP4 of H.264 and AAC. */
  | ({
      kind: 'video'
      /** Pixels of the shorter side after scaling down; null: not scaled. */
      height: number | null
      subtitles?: ClipSubtitles
      /** Largest size of the file; absent: no limit. */
      maxBytes?: number
    } & VideoExtras &
      ChangedAudio &
      ChangedFrames)
  /** A clip in the media's own codecs, in MP4 or WebM (see originalContainer). Only the seams are re-encoded. */
  | ({
      kind: 'original'
      subtitles?: Extract<ClipSubtitles, { as: 'track' }>
      /** `mp4` puts VP9 and AV1 into an MP4; absent: they go into a WebM. */
      container?: 'mp4'
    } & VideoExtras &
      ChangedAudio)
  | ({
      kind: 'mp3'
      /** Bits per second, e.g. 320,000; 'v2': variable, about 190,000. */
      bitrate: number | 'v2'
      tags?: ClipTags
    } & ChangedAudio)
  /** Audio only. AAC and Opus are copied except at the edges. FLAC and WAV are lossless, with 16 or 24 bits. */
  | ({
      kind: 'm4a' | 'opus' | 'flac' | 'wav'
      tags?: ClipTags
    } & ChangedAudio)
  /** An animation without audio, at most MAX_ANIMATION_SECONDS long. */
  | ({ kind: 'gif' } & AnimationShape & Pick<ChangedFrames, 'crop'>)
  | ({ kind: 'webp' } & AnimationShape & Pick<ChangedFrames, 'crop'>)
  /** A PNG of the range's first frame as players display it: rotated upright, with square pixels. */
  | {
      kind: 'still'
      /** Pixels of the shorter side after scaling down; null: not scaled. */
      height: number | null
      crop?: ClipCrop
    }

export interface AnimationShape {
  /** Pixels of the longer side. Frames are never enlarged. Absent: 480. */
  width?: number
  /** Frames a second, at most the source's rate; absent: about 12, as every second, third ... frame of the source. */
  frameRate?: number
}

/** The codec of each kind of audio-only clip. */
export const AUDIO_CODECS = { mp3: 'mp3', m4a: 'aac', opus: 'opus', flac: 'flac', wav: 'pcm' } as const
export type AudioSpec = Extract<ClipSpec, { kind: keyof typeof AUDIO_CODECS }>

/** Whether the request changes the audio, so that no audio packet can be copied. */
export function changesAudio(request: ClipSpec): request is Extract<ClipSpec, ChangedAudio> {
  const { loudness, audioFade } = request as ChangedAudio
  return loudness !== undefined || audioFade !== undefined
}

export const isAudioOnly = (request: ClipSpec): request is AudioSpec => request.kind in AUDIO_CODECS

/** Metadata that players show for an audio-only clip. */
export interface ClipTags {
  title?: string
  artist?: string
  /** Language of the audio (BCP 47). */
  language?: string
  /** Cover image; ignored if it is larger than MAX_ARTWORK_BYTES, or if its bytes do not match the MIME type. */
  artwork?: { mimeType: 'image/jpeg' | 'image/png'; bytes: Uint8Array }
}

/** Longest total length of an animation's ranges; longer ones are refused as `too_long`. */
export const MAX_ANIMATION_SECONDS = 15
export const MAX_ARTWORK_BYTES = 2 * 1024 * 1024
