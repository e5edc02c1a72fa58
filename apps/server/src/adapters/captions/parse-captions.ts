import type { Cue } from '@kerf/domain/captions/transcript'
import { isWebVtt, parseSubRip, parseWebVtt } from './parse-text-captions.ts'
import { parseTtml } from './parse-ttml.ts'

/** Parses captions in WebVTT, TTML or SubRip; null for other text. */
export function parseCaptions(text: string): Cue[] | null {
  if (isWebVtt(text)) return parseWebVtt(text)!.cues
  return /^\ufeff?\s*</.test(text) ? parseTtml(text) : parseSubRip(text)
}
