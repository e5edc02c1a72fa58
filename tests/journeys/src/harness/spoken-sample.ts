import { readTranscript, type Transcript } from '@kerf/contract/video'
import type { CaptionsChoice } from '@kerf/domain/captions/transcript'
import { rewriteVideos } from './sample-clip.ts'
import { type Refusal, scriptCall } from './servers/script-calls.ts'
import type { Visit } from './visit.ts'

export const ENGLISH: CaptionsChoice = { id: 'en', language: 'en', label: 'English', isAutomatic: false }
export const AUTOMATIC: CaptionsChoice = {
  id: 'en-auto',
  language: 'en',
  label: 'English (automatic)',
  isAutomatic: true,
}

interface SpokenScript {
  captions?: CaptionsChoice[]
  /** Returns the transcript of the captions with this id. `nth` counts the calls from 1. */
  transcript: (captions: string, nth: number) => Transcript | Refusal
}

/** Gives the next videos captions and scripts their transcripts. Returns the calls so far. */
export async function scriptSpeech(visit: Visit, { captions = [ENGLISH], transcript }: SpokenScript) {
  await rewriteVideos(visit, (video) => {
    video.captions = captions
  })
  return scriptCall(visit, readTranscript, ({ query }, nth) => transcript(query.get('captions') ?? '', nth))
}

/** A transcript in which each sentence is a cue of `secondsEach` seconds. */
export function transcriptOf(sentences: readonly string[], secondsEach: number, language = 'en'): Transcript {
  const cues = sentences.map((text, index) => ({
    startTime: index * secondsEach,
    endTime: (index + 1) * secondsEach,
    text,
  }))
  return { language, cues }
}
