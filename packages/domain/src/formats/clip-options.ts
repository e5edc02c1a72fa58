import type { SubtitleForm, SubtitleStyle } from '../captions/transcript.ts'
import type { ClipFormat } from './clip-format.ts'

/** What changes the bytes of a clip beside its ranges, quality and format. Part of its identity. */
export interface ClipOptions {
  /** The id of the audio track; absent: the original. */
  audioTrack?: string
  /** Subtitles in the file: a text track, or drawn into the frames. Those in files beside the clip do not change it. */
  subtitles?: { captions: string; as: 'track' } | { captions: string; as: 'burned'; style: SubtitleStyle }
}

/** The formats that can have subtitles of each form. */
export const SUBTITLED_FORMATS: Readonly<Record<SubtitleForm, readonly ClipFormat[]>> = {
  file: ['mp4', 'original', 'mp3'],
  track: ['mp4', 'original'],
  burned: ['mp4'],
}

/** Equal options have the same key, in whatever order their parts came. */
export function optionsKey({ audioTrack, subtitles }: ClipOptions): string {
  const style = subtitles?.as === 'burned' ? subtitles.style : null
  return JSON.stringify([audioTrack ?? null, subtitles && [subtitles.captions, subtitles.as, style]])
}
