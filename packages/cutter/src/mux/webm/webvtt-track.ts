import type { SubtitleCue } from '../../api/subtitles.ts'
import type { ClipPacket, WebmTrack } from '../../supply/clip-track.ts'

/** Ticks per second: WebM has milliseconds. */
const TIMESCALE = 1000

/**
 * Builds a WebVTT track in WebM's format (D_WEBVTT): each block contains a cue's identifier and settings (both empty
 * here) and its text. FFmpeg and Chromium read this format. FFmpeg cannot read Matroska's format (S_TEXT/WEBVTT).
 * @param cues at least one, in the order of their start; they may overlap
 */
export function webvttTrack(cues: readonly SubtitleCue[], language: string | undefined): WebmTrack {
  async function* packets(): AsyncGenerator<ClipPacket, void> {
    for (const { startTime, endTime, text } of cues) {
      const pts = Math.round(startTime * TIMESCALE)
      const duration = Math.round(endTime * TIMESCALE) - pts
      if (duration > 0) yield { pts, duration, isSync: true, data: Buffer.from(`\n\n${escapeText(text)}`) }
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

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
