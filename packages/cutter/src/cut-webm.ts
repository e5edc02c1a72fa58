import type { ClipSink } from './api/clip-sink.ts'
import type { AudioWork } from './audio/audio-track.ts'
import { opusTrack } from './audio/opus-track.ts'
import { webvttTrack } from './mux/webm/webvtt-track.ts'
import { writeWebm } from './mux/webm/write-webm.ts'
import type { ClipText } from './plan/clip-text.ts'
import type { CutTask, NativeFrames } from './plan/cut-task.ts'
import { displayedSize } from './plan/display-size.ts'
import { receiptTimes } from './plan/plan-facts.ts'
import type { WebmTrack } from './supply/clip-track.ts'
import { nativeCutMethod, nativeWebmTrack } from './video/native-track.ts'
import type { VideoWork } from './video/video-track.ts'

/** Cuts a WebM in the media's own codecs. Only frames and audio at the edges of the ranges are re-encoded. */
export async function cutWebm(
  { video: frames, audio, request }: CutTask & { video: NativeFrames },
  { cues, chapters }: ClipText,
  sink: ClipSink,
  work: VideoWork & AudioWork,
) {
  if (request.kind !== 'original') throw new Error('No other clip is a WebM in its own codec.')
  const { track: video, counts } = nativeWebmTrack(frames.parts, work)
  const tracks = [
    video,
    ...(audio ? [withLanguage(opusTrack(audio, work), request.audioLanguage)] : []),
    ...(cues?.[0] ? [webvttTrack(cues, request.subtitles?.language)] : []),
  ]
  const writtenFile = await writeWebm(sink, tracks, { signal: work.signal, chapters: chapters ?? [] })
  const { copied, encoded } = counts
  return {
    frames: copied + encoded,
    ...receiptTimes(frames, audio && writtenFile.packets[1] ? audio : null),
    framesCopied: copied,
    framesReencoded: encoded,
    durationSeconds: video.endTick() / video.timescale,
    clipBytes: writtenFile.sizeBytes,
    size: displayedSize(frames.parts[0]!.opened.description, null),
    way: nativeCutMethod(counts),
    container: 'webm' as const,
  }
}

function withLanguage(track: WebmTrack, language: string | undefined): WebmTrack {
  return { ...track, header: () => ({ ...track.header(), language }) }
}
