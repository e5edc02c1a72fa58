import type { SubtitleCue } from '../../api/subtitles.ts'
import type { ClipPacket, WebmTrack } from '../../supply/clip-track.ts'

/** WebM counts in milliseconds. */
const TIMESCALE = 1000

/**
 * A WebVTT track as WebM has it: each block holds a cue's identifier, its settings (we use neither) and its text. FFmpeg and
 * Chromium know this form; FFmpeg cannot read Matroska's own (S_TEXT/WEBVTT).
 * @param cues one or more, in the order of their start; they may overlap
 */
export function webvttTrack(cues: readonly SubtitleCue[], language: string | undefined): WebmTrack {
  async function* packets(): AsyncGenerator<ClipPacket, void> {
    for (const { startTime, endTime, text } of cues) {
      const pts = Math.round(startTime * TIMESCALE)
      const duration = Math.round(endTime * TIMESCALE) - pts
      if (duration > 0) yield { pts, duration, isSync: true, data: Buffer.from(`\n\n${escaped(text)}`) }
    }
  }
  return {
    timescale: TIMESCALE,
    packetTicks: null,
    endTick: () => Math.round(cues.at(-1)!.endTime * TIMESCALE),
    packets: packets(),
    header: () => ({ codecId: 'D_WEBVTT/SUBTITLES', codecPrivate: null, video: null, audio: null, language }),
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
